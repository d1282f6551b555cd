#!/usr/bin/env python3
"""Holds the stubs of Android to the type stubs that others publish for Python: published.py CLASSES WHEEL."""
import ast, pathlib, re, subprocess, sys, zipfile

folder, wheel = pathlib.Path(sys.argv[1]), zipfile.ZipFile(sys.argv[2])
in_python = {"boolean": "bool", "Class": "Type", "Object": "Any"}
packages = {}


def published(name):
    """A class, such as `android.os.Bundle` or `android.provider.Settings.Secure`; None if there is none."""
    package, _, names = re.match(r"((\.?[a-z]\w*)+)\.(.+)", name).groups()
    top, *rest = package.split(".")
    file = "/".join([top + "-stubs", *rest, "__init__.pyi"])
    if file not in wheel.namelist():
        return None
    if file not in packages:
        packages[file] = ast.parse(wheel.read(file))
    node = packages[file]
    for part in names.split("."):
        classes = [one for one in node.body if isinstance(one, ast.ClassDef) and one.name == part]
        if not classes:
            return None
        node = classes[0]
    return node


def members(name):
    """The functions and fields of a class, and of those that it extends."""
    node = published(name)
    for base in node.bases if node else []:
        text = ast.unparse(base).partition("[")[0]
        local = re.match(r"[a-z.]+", name).group() + text
        yield from members(text if "." in text and text[0].islower() else local)
    yield from node.body if node else []


def takes(function, types):
    given = [one for one in function.args.posonlyargs + function.args.args if one.arg not in ("self", "cls")]
    wanted = [re.split(r"[.$]", re.sub(r"<.*>", "", type))[-1] for type in types]
    return len(given) == len(wanted) and all(
        in_python.get(type, type.removesuffix("[]")) in ast.unparse(one.annotation) for type, one in zip(wanted, given))


def is_published(name, member, types):
    for one in members(name):
        if types is None and isinstance(one, ast.AnnAssign) and one.target.id == member:
            return True
        if types is not None and isinstance(one, ast.FunctionDef) and one.name == member and takes(one, types):
            return True
    return False


classes = [str(file.relative_to(folder))[:-6].replace("/", ".") for file in sorted(folder.rglob("*.class"))]
count, unknown = 0, []
for name in (name for name in classes if not re.search(r"\$\d", name)):
    javap = ["javap", "-protected", "-cp", folder, name]
    head, *lines = subprocess.run(javap, capture_output=True, text=True, check=True).stdout.splitlines()[1:-1]
    plain = name.replace("$", ".")
    for line in lines if head.startswith("public") else []:
        member, types = re.fullmatch(r".*?([\w.$]+)(?:\((.*)\))?(?: throws .*)?;", line.strip()).groups()
        member = "__init__" if member == name else member
        count += 1
        if not is_published(plain, member, None if types is None else re.findall(r"[^, ]+", types)):
            unknown.append(f"{plain}: {line.strip()}")
print(f"{count} members of {len(classes)} classes", *unknown, sep="\n")
sys.exit(bool(unknown) or not count)
