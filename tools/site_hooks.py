# SPDX-License-Identifier: BSD-3-Clause
"""Hooks of mkdocs (mkdocs.yml): the pages of docs/ are written for a browser of the repository, too; here they are made fit for a site.

Links to files outside docs/ become their names, lists and tables need no empty line before them, and the pictures load when they are seen.
"""
import logging
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
log = logging.getLogger("mkdocs.hooks.site")


def outside(text, page):
    """Links such as [cases/ball](../cases/ball/README.md): the name of the file stays. One that leads nowhere is a warning."""
    def name(match):
        path = match[2].split("#")[0]
        if not (ROOT / "docs" / path).exists():
            log.warning("%s: no %s", page, path)
        plain = path.removeprefix("../")
        return match[1] if plain in match[1] else f"{match[1]} (`{plain}`)"
    return re.sub(r"(?<!!)\[([^\]]+)\]\((\.\./[^)]+)\)", name, text)


def with_empty_lines(text):
    """An empty line before lists and tables that follow a paragraph, as Python-Markdown asks for."""
    lines, fenced, before = [], False, ""
    for line in text.splitlines():
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif not fenced and before.strip():
            item, row = r"([-*]|\d+\.) ", r"\|"
            if (re.match(item, line) and not re.match(item, before) and not before.startswith(" ")) or (re.match(row, line) and not re.match(row, before)):
                lines.append("")
        lines.append(line)
        before = line
    return "\n".join(lines)


def on_page_markdown(markdown, page, **_):
    return with_empty_lines(outside(markdown, page.file.src_path))


def on_page_content(html, **_):
    return html.replace("<img ", '<img loading="lazy" ')


def on_post_page(output, page, **_):
    """The theme fetches a script for the search from a network; ours lies beside the pages."""
    output = re.sub(r'src="https://[^"]*iframe-worker[^"]*"', 'src="site_search.js"', output)
    for address in re.findall(r'<(?:script|link rel="stylesheet")[^>]*(?:src|href)="(https?://[^"]*)"', output):
        log.warning("%s: needs the network for %s", page.file.src_path, address)
    return output
