"""Makes a web site of the pages: python3 docs/site/make.py FOLDER VERSION. Fails if a link leads nowhere."""
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STARTS = {"en": "docs/README.md", "zh-CN": "docs/zh-CN/README.md"}
WORDS = {
    "en": {"search": "Search", "start": "Where to begin", "here": "On this page", "other": "简体中文"},
    "zh-CN": {"search": "搜索", "start": "从这里开始", "here": "本页内容", "other": "English"},
}
parser = MarkdownIt("commonmark").enable("table")


def language(path):
    return "zh-CN" if "zh-CN" in path else "en"


def target(path):
    return path.removesuffix(".md") + ".html"


def slug(text, taken):
    """The id that GitHub gives a heading, so that links lead to the same place there and here."""
    name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    taken[name] = taken.get(name, -1) + 1
    return name if taken[name] == 0 else f"{name}-{taken[name]}"


def plain(token):
    return "".join(part.content for part in token.children if part.type in ("text", "code_inline"))


class Page:
    def __init__(self, path):
        self.path = path
        self.language = language(path)
        self.tokens = parser.parse((ROOT / path).read_text())
        self.title = path
        # The id, level and text of each heading, and the words below it.
        self.sections = []
        taken = {}
        for at, token in enumerate(self.tokens):
            if token.type == "heading_open":
                text = plain(self.tokens[at + 1])
                token.attrSet("id", slug(text, taken))
                self.sections.append([token.attrGet("id"), int(token.tag[1]), text, []])
            elif token.type == "inline" and self.sections and self.tokens[at - 1].type != "heading_open":
                self.sections[-1][3].append(plain(token))
            elif token.type == "fence" and self.sections:
                self.sections[-1][3].append(token.content)
        if self.sections:
            self.title = self.sections[0][2]
        self.ids = {section[0] for section in self.sections}

    def relative(self, path):
        return quote(os.path.relpath(path, PurePosixPath(self.path).parent or "."))

    def links(self):
        """Each link and picture, the attribute that says where it leads, and the text that comes next."""
        for token in self.tokens:
            parts = token.children or []
            for at, part in enumerate(parts):
                if part.type == "link_open":
                    yield part, "href", parts[at + 1]
                elif part.type == "image":
                    yield part, "src", part


class Site:
    def __init__(self, folder, version):
        self.folder = Path(folder) / version
        self.version = version
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        self.files = {path for path in files.decode().split("\0") if path}
        self.pages = {path: Page(path) for path in sorted(self.files) if path.endswith(".md") and path[0] != "."}
        self.broken = []

    def resolve(self, page):
        """Has each link lead to a page, or to a file that is copied. Folders are not here: their names stay text."""
        for part, name, text in page.links():
            link = part.attrGet(name)
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            path = os.path.normpath(PurePosixPath(page.path).parent / unquote(path)) if path else page.path
            if (ROOT / path).is_dir():
                if f"{path}/README.md" not in self.pages:
                    part.attrs = {}
                    continue
                path += "/README.md"
            if path in self.pages:
                if anchor and unquote(anchor) not in self.pages[path].ids:
                    self.broken.append(f"{page.path}: {link}")
                part.attrSet(name, page.relative(target(path)) + ("#" + anchor if anchor else ""))
                # A reader of the site knows pages by their titles, and no files.
                if text.content.endswith(PurePosixPath(path).name):
                    text.content = self.pages[path].title
            elif path in self.files:
                copy = self.folder / path
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, copy)
                part.attrSet(name, page.relative(path))
            else:
                self.broken.append(f"{page.path}: {link}")

    def navigation(self, page):
        """The start page's sections, and the pages that their tables name: before its links are changed."""
        start = self.pages[STARTS[page.language]]
        sections = []
        for at, token in enumerate(start.tokens):
            if token.type == "heading_open" and token.tag == "h2":
                sections.append((plain(start.tokens[at + 1]), []))
            for part in token.children or []:
                path = part.attrGet("href") if part.type == "link_open" else None
                if path and "#" not in path and ":" not in path:
                    path = os.path.normpath(PurePosixPath(start.path).parent / path)
                    if path in self.pages and sections:
                        sections[-1][1].append(path)
        return sections

    def write(self):
        menus = {name: self.navigation(self.pages[start]) for name, start in STARTS.items()}
        for page in self.pages.values():
            self.resolve(page)
        template = (HERE / "page.html").read_text()
        for page in self.pages.values():
            words = WORDS[page.language]
            start = STARTS[page.language]
            other = self.twin(page)
            menu = "".join(
                f"<h2>{html.escape(title)}</h2><ul>{''.join(self.entry(page, path) for path in paths)}</ul>"
                for title, paths in menus[page.language])
            here = "".join(
                f'<li><a href="#{quote(name)}">{html.escape(text)}</a></li>'
                for name, level, text, _ in page.sections if level == 2)
            values = {
                "language": page.language, "title": html.escape(page.title), "root": page.relative("."),
                "start": page.relative(target(start)), "version": html.escape(self.version), "menu": menu,
                "path": quote(target(page.path)), "other": page.relative(target(other)),
                "here": f"<nav class=here aria-label='{words['here']}'><h2>{words['here']}</h2><ul>{here}</ul></nav>",
                "content": parser.renderer.render(page.tokens, parser.options, {}),
                "word-search": words["search"], "word-start": words["start"], "word-other": words["other"],
            }
            file = self.folder / target(page.path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(re.sub(r"\{\{([a-z-]+)\}\}", lambda match: values[match[1]], template))
        for name in STARTS:
            found = [
                [target(page.path), page.title, anchor, text, " ".join(words)]
                for page in self.pages.values() if page.language == name
                for anchor, _, text, words in page.sections
            ]
            index = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            (self.folder / f"search-{name}.js").write_text(f"martletFound({index});\n")
        for name in ("page.css", "page.js"):
            shutil.copyfile(HERE / name, self.folder / name)

    def twin(self, page):
        """The page in the other language, or else where its pages begin."""
        if page.language == "en":
            wanted, start = page.path.replace("docs/", "docs/zh-CN/", 1), STARTS["zh-CN"]
        else:
            wanted, start = page.path.replace("docs/zh-CN/", "docs/", 1), STARTS["en"]
        return wanted if wanted in self.pages and wanted != page.path else start

    def entry(self, page, path):
        current = " aria-current=page" if path == page.path else ""
        return f'<li><a href="{page.relative(target(path))}"{current}>{html.escape(self.pages[path].title)}</a></li>'


def main():
    folder, version = sys.argv[1:]
    site = Site(folder, version)
    shutil.rmtree(site.folder, ignore_errors=True)
    site.folder.mkdir(parents=True)
    site.write()
    # Of all versions in the folder, the one that was made last is what the folder itself leads to.
    versions = sorted(path.name for path in Path(folder).iterdir() if path.is_dir())
    (Path(folder) / "versions.js").write_text(f"martletVersions({json.dumps(versions)});\n")
    latest = quote(f"{version}/{target(STARTS['en'])}")
    (Path(folder) / "index.html").write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={latest}">\n')
    for broken in site.broken:
        print(f"a link leads nowhere: {broken}", file=sys.stderr)
    print(f"{len(site.pages)} pages in {site.folder}")
    sys.exit(1 if site.broken else 0)


main()
