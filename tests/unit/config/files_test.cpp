// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include "support.hpp"

namespace eagre::config {
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string gzipped(const ScratchDirectory& directory, const std::string& text) {
  const std::filesystem::path file = directory.path() / "compressed";
  const gzFile stream = gzopen(file.c_str(), "wb");
  gzwrite(stream, text.data(), static_cast<unsigned>(text.size()));
  gzclose(stream);
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST(Files, PlainAndCompressed) {
  const ScratchDirectory directory;
  directory.write("plain", "a 1;");
  directory.write("packed.gz", gzipped(directory, "a 2;"));
  EXPECT_EQ(Dictionary::read(directory.path() / "plain").get<int>("a"), 1);
  EXPECT_EQ(Dictionary::read(directory.path() / "packed").get<int>("a"), 2);
  EXPECT_EQ(Dictionary::read(directory.path() / "packed.gz").get<int>("a"), 2);
}

TEST(Files, ThatCannotBeRead) {
  const ScratchDirectory directory;
  const std::string packed = gzipped(directory, std::string(5000, 'x') + "a 2;");
  directory.write("cut.gz", packed.substr(0, packed.size() - 6));
  EXPECT_THAT(errorOf([&] { Dictionary::read(directory.path() / "cut"); }), HasSubstr("not a whole gzip file"));
  EXPECT_THAT(errorOf([&] { Dictionary::read(directory.path() / "missing"); }), HasSubstr("missing: no such file"));
  EXPECT_THAT(errorOf([&] { Dictionary::read(directory.path()); }), HasSubstr("is a directory"));
  ReadOptions options;
  options.caseDirectory = directory.path();
  EXPECT_EQ(errorOf([&] { Dictionary::read(directory.path() / "system/none", options); }),
            "system/none: no such file (nor with .gz)");
}

TEST(Files, NamesAreRelativeToTheCase) {
  const ScratchDirectory directory;
  ReadOptions options;
  options.caseDirectory = directory.path();
  const Dictionary d = Dictionary::read(directory.write("system/controlDict", "\nsub { a 1; }"), options);
  EXPECT_EQ(d.name(), "system/controlDict");
  EXPECT_EQ(d.subDict("sub").name(), "system/controlDict.sub");
  EXPECT_EQ(toString(d.at("sub").place), "system/controlDict:2");
}

TEST(Include, BringsInEntriesAndValues) {
  const ScratchDirectory directory;
  ReadOptions options;
  options.caseDirectory = directory.path();
  directory.write("include/initial",
                  "FoamFile { version 2; format ascii; object initial; }\np 5; name second; #include \"deeper\"");
  directory.write("include/deeper", "q 6;\n");
  directory.write("constant/value", "uniform 7");
  directory.write("include/second", "r 8;");
  const auto file = directory.write(
      "0/p",
      "FoamFile { version 2; object p; }\n#include \"../include/initial\"\nx $p; sub { #include \"<case>/include/$name\"\n }\n"
      "#includeIfPresent \"nothing\"\n#sinclude \"nothing\"\nv #include \"<constant>/value\"\n; w 1;");
  const Dictionary d = Dictionary::read(file, options);
  EXPECT_EQ(d.subDict("FoamFile").get<std::string>("object"), "p");
  EXPECT_EQ(d.get<int>("x"), 5);
  EXPECT_EQ(d.get<int>("q"), 6);
  EXPECT_EQ(d.subDict("sub").get<int>("r"), 8);
  EXPECT_EQ(d.at("v").tokens[1].number, 7);
  EXPECT_EQ(d.get<int>("w"), 1);
  EXPECT_EQ(toString(d.at("p").place), "include/initial:2");

  // The same with a case directory that is relative to the current one
  options.caseDirectory = std::filesystem::relative(directory.path());
  EXPECT_TRUE(Dictionary::read(options.caseDirectory / "0/p", options) == d);
}

TEST(Include, EtcDirectoriesAndFunctionObjects) {
  const ScratchDirectory directory;
  ReadOptions options;
  options.caseDirectory = directory.path() / "case";
  options.etcDirectories = {directory.path() / "etc"};
  directory.write("etc/caseDicts/mine", "empty { type empty; }");
  directory.write("etc/caseDicts/quality.cfg", "maxConcave 80;");
  directory.write("etc/caseDicts/setConstraintTypes", "processor { value $internalField; }");  // of another version: not read
  directory.write("etc/caseDicts/postProcessing/fields/mag", "type mag; field U; executeControl timeStep;");
  const auto file = directory.write("case/system/controlDict",
                                    "boundaryField { #includeEtc \"caseDicts/mine\"\n }\n"
                                    "constraints { #includeEtc \"caseDicts/setConstraintTypes\"\n }\n"
                                    "quality { #includeEtc \"caseDicts/quality\"\n }\n"  // as the other fork calls it
                                    "functions { #includeFunc mag(p,region=air)\n }");
  const Dictionary d = Dictionary::read(file, options);
  EXPECT_EQ(d.subDict("boundaryField").subDict("empty").get<std::string>("type"), "empty");
  EXPECT_EQ(d.subDict("constraints").subDict("wedge").get<std::string>("type"), "wedge");
  EXPECT_EQ(d.subDict("quality").get<int>("maxConcave"), 80);
  const Dictionary& mag = d.subDict("functions").subDict("mag(p,region=air)");
  EXPECT_EQ(mag.get<std::string>("field"), "p");
  EXPECT_EQ(mag.get<std::string>("region"), "air");
  EXPECT_EQ(mag.get<std::string>("executeControl"), "timeStep");
}

/// openfoam.com's file of probes has places of its own, under another name than the argument that openfoam.org's cases give.
TEST(IncludeFunc, PlacesOfProbesAreThoseOfTheCall) {
  const ScratchDirectory directory;
  ReadOptions options;
  options.caseDirectory = directory.path();
  directory.write("system/probes", "type probes; probeLocations ((0 0 0)); fields (p);");
  const auto probes = [&](const std::string& call) {
    return Dictionary::read(directory.write("system/x", "#includeFunc " + call + "\n"), options).subDict("here");
  };
  EXPECT_TRUE(probes("probes(name=here,U)").has("probeLocations"));
  EXPECT_FALSE(probes("probes(name=here,points=((0 1 0)),U)").has("probeLocations"));
}

TEST(IncludeErrors, SayWhatWasTried) {
  const ScratchDirectory directory;
  ReadOptions options;
  options.caseDirectory = directory.path();
  const auto message = [&](const std::string& text) {
    const auto file = directory.write("system/x", text);
    return errorOf([&] { Dictionary::read(file, options); });
  };
  EXPECT_EQ(message("a 1;\n#include \"none\""), "system/x:2: #include \"none\": there is no file system/none");
  EXPECT_THAT(message("#include"), HasSubstr("the name of a file is expected"));
  EXPECT_THAT(message("#includeFunc none"), HasSubstr("no file 'none'"));
  directory.write("system/mine", "type mag;");
  std::string fields;
  for (int i = 0; i < 1000; ++i) fields += "p ";
  EXPECT_THAT(message("#includeFunc mine(fields=(" + fields + "))"), HasSubstr("it is a name of 20"));
  EXPECT_THAT(message("#include \"x\""), HasSubstr("system/x includes itself"));
  directory.write("system/y", "#include \"x\"");
  EXPECT_THAT(message("#include \"y\""), StartsWith("system/y:1: system/x includes itself"));
  directory.write("system/open", "a {");
  EXPECT_THAT(message("#include \"open\"\n b 1; }"), StartsWith("system/open:1: dictionary 'a' is not closed"));
  directory.write("system/close", "}");
  EXPECT_THAT(message("a { #include \"close\"\n"), HasSubstr("unbalanced"));
  options.allowFileAccess = false;
  EXPECT_THAT(message("#include \"open\""), HasSubstr("other files are not to be read here"));
}

TEST(Header, IsReadWithoutTheRest) {
  const std::string text =
      "/* banner */\nFoamFile\n{\n version 2.0;\n format binary;\n class vectorField;\n arch \"LSB;label=64;scalar=32\";\n"
      " location \"constant/polyMesh\";\n object points;\n}\n\x01\x02";
  std::size_t offset = 0;
  const FoamHeader header = parseHeader(text, "points", offset);
  EXPECT_TRUE(header.binary());
  EXPECT_EQ(header.className, "vectorField");
  EXPECT_EQ(header.object, "points");
  EXPECT_EQ(header.location, "constant/polyMesh");
  EXPECT_EQ(header.labelBytes, 8);
  EXPECT_EQ(header.scalarBytes, 4);
  EXPECT_EQ(text.substr(offset), "\n\x01\x02");
  EXPECT_EQ(parseHeader("3(1 2 3)", "x", offset).className, "");
  EXPECT_EQ(offset, 0U);
  EXPECT_THAT(errorOf([&] { parseHeader("FoamFile { version 2;", "x", offset); }),
              HasSubstr("the file ends in its FoamFile header"));
}

TEST(Header, IsWrittenAsItIsRead) {
  FoamHeader header;
  header.format = "binary";
  header.className = "volScalarField";
  header.object = "p";
  header.location = "0.5";
  header.note = "a note";
  std::size_t offset = 0;
  const std::string text = headerText(header);
  const FoamHeader again = parseHeader(text, "p", offset);
  EXPECT_EQ(again.format, "binary");
  EXPECT_EQ(again.className, "volScalarField");
  EXPECT_EQ(again.object, "p");
  EXPECT_EQ(again.location, "0.5");
  EXPECT_EQ(again.note, "a note");
  EXPECT_EQ(again.arch, "LSB;label=32;scalar=64");
  EXPECT_GT(offset, 0U);
}

}  // namespace eagre::config
