// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/mesh_points.hpp"
#include "output/foam/foam_field.hpp"

namespace eagre::output {

void writeField(TimeDirectory& directory, const mesh::Mesh& mesh, const fv::PointField& field, const FieldFormat& format) {
  const std::vector<Vec3> whole = mesh::gatherPoints(mesh, field.values);
  directory.write(field.name, format.compressed, [&](FileSink& sink) {
    if (!sink.writes()) return;
    std::vector<double> values;
    values.reserve(whole.size() * static_cast<std::size_t>(field.nComponents));
    for (const Vec3& v : whole)
      for (int d = 0; d < field.nComponents; ++d) values.push_back(v[d]);
    FieldFileWriter writer(sink, format);
    const FieldHead head{.className = field.nComponents == 1 ? "pointScalarField" : "pointVectorField",
                         .location = directory.name(),
                         .object = field.name,
                         .dimensions = field.dimensions};
    writeFieldFile(
        writer, head, [&] { writer.list("internalField", values, field.nComponents); },
        [&] {
          for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p) {
            if (field.file.patches[p].empty()) continue;
            writer.beginBlock(mesh.globalPatches[p].name);
            writer.entries(field.file.patches[p]);
            writer.endBlock();
          }
        });
  });
}

}  // namespace eagre::output
