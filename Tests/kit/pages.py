"""Types the blocks that pages show for a shell, with a real gateway. Those that are not typed are named with what runs them.

    pages.py MARTLET FOLDER     FOLDER is empty, for keys, the store and what the blocks write

A line `# {"ok":…}` is the answer to what stands before it. What it has, such as an id, stands for what is really answered.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from talking import running

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
martlet, folder = sys.argv[1], pathlib.Path(sys.argv[2])

# How the blocks begin that are typed, in the order in which they are.
TYPED = {
    "docs/keys.md": ["sudo martlet admin-key add anna", "martlet token --new-key", "sudo martlet admin-key add shop"],
    "docs/http.md": ["curl"],
    "docs/streams.md": ["call()", "curl"],
    "docs/media.md": ["ask()", "ask media.prepare"],
    "docs/ctl.md": ["sudo martlet ctl ping", "martlet ctl sessions"],
    "docs/exporting.md": ["umask", "martlet export", "head", "set -o pipefail"],
    "docs/importing.md": ["martlet import tencent answers.jsonl --print"],
    "docs/migrating/README.md": ["martlet import"],
    "docs/operating.md": ["martlet ctl audit", "martlet store backup", "martlet ctl call admin.account.erase"],
}

# How the others begin, and what runs them, or why nothing does.
ELSEWHERE = {
    "README.md": {"scripts/serve": "it builds", ".build/release": "ClientCommandTests"},
    "docs/README.md": {"scripts/serve": "it builds"},
    "docs/android.md": {"adb": "a phone"},
    "docs/backends.md": {"": "BackendPageTests, scripts/contract"},
    "docs/benchmarks.md": {"scripts/bench": "it takes minutes"},
    "docs/cluster.md": {"martlet ctl cluster": "Tests/kit/cluster.py", "martlet store digest": "StoreDigestTests"},
    "docs/console.md": {"ssh": "another machine", "sudo cat": "Tests/firstday"},
    "docs/ctl.md": {"sudo martlet admin-key": "Tests/firstday", "martlet ctl stats": "another machine"},
    "docs/deploying.md": {
        "scripts/package": "Tests/firstday", "sudo martlet ctl": "Tests/firstday", "scripts/release": "scripts/kit release",
        "sudo install": "Tests/kit/package.sh", "docker": "Docker; Tests/kit/compose.py", "martlet token": "Tests/kit/keys.py",
    },
    "docs/engine.md": {"swift": "scripts/engine"},
    "docs/events.md": {"": "Tests/firstday"},
    "docs/exporting.md": {"martlet import lines all.jsonl --url": "ExportTests, into another gateway"},
    "docs/first-call.md": {"": "scripts/contract"},
    "docs/hooks.md": {"": "Tests/firstday"},
    "docs/importing.md": {
        "for ": "another server's database; DumpImportTests", "dump()": "another server's database",
        "martlet import tinode": "DumpImportTests", "zcat": "another service's files",
    },
    "docs/ios.md": {"cd examples": "scripts/swift-sdk"},
    "docs/jvm.md": {"java": "scripts/java-sdk", "martlet token": "scripts/java-sdk"},
    "docs/keys.md": {"martlet admin-key": "Kubernetes"},
    "docs/media.md": {"ask admin": "MediaAccessTests"},
    "docs/migrating/README.md": {"examples/bridge.py": "scripts/bridge"},
    "docs/moderation.md": {"": "PageMessageTests"},
    "docs/operating.md": {
        "martlet token": "Tests/kit/keys.py", "docker": "Docker; scripts/image", "sudo -u": "DoctorProgramTests",
        "scripts/build": "it builds", "martlet version": "scripts/build", "cd /var": "scripts/day",
    },
    "docs/pushes.md": {"KEY=": "PushProviderTests", "curl": "PushReceiptTests"},
    "docs/statistics.md": {"": "PageMessageTests"},
}

# An answer that a program has saved for `martlet import`.
ANSWER = '''{"call":"v4/sns/friend_get","request":{"From_Account":"alice"},"answer":{"UserDataItem":[{"To_Account":"bob"}]}}
'''


def blocks(page):
    """Without the page's indentation."""
    found = re.findall(r"^( *)```sh\n(.*?)^ *```", (ROOT / page).read_text(), re.M | re.S)
    return [re.sub(f"^{indent}", "", text, flags=re.M) for indent, text in found]


def elsewhere(page, block):
    return next((who for begins, who in ELSEWHERE.get(page, {}).items() if block.startswith(begins)), None)


def value_of(answer, name):
    for key, value in answer.items():
        inner = value_of(value, name) if isinstance(value, dict) else None
        if key == name or inner is not None:
            return value if key == name else inner
    return None


class Shell:
    """One page's: its blocks see what those before have set."""

    def __init__(self, place, environment):
        self.process = subprocess.Popen(
            ["bash", "-eu"], cwd=place, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def type(self, text):
        self.process.stdin.write(f"{text}\necho; echo typed\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != "typed\n":
            assert line, f"ended with {self.process.wait()}: {text}"
            lines.append(line)
        return "".join(lines)


def play(block, shell, learned):
    said = ""
    for part in re.split(r"^(?=# \{)", block, flags=re.M):
        shown, _, rest = part.partition("\n") if part.startswith("# {") else ("", "", part)
        for name, value in re.findall(r'"(\w+)":"([^"…][^"]*)"', shown):
            real = value_of(json.loads(said[said.rindex('{"ok"') :]), name)
            assert real is not None, (shown, said)
            learned[value] = real
        for value in sorted(learned, key=len, reverse=True):
            rest = rest.replace(value, learned[value])
        said = shell.type(change(rest))
        assert '"error"' not in said, (rest, said)


def change(text):
    """As it is on this machine."""
    places = {
        "/etc/martlet": f"{folder}/etc", "/backup": str(folder), "http://127.0.0.1:7751": admin,
        "https://chat.example.com": url, "https://files.example.com": url,
    }  # fmt: skip
    for named, real in places.items():
        text = text.replace(named, real)
    return text


for page in sorted({*TYPED, *ELSEWHERE, *(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))}):
    if not re.match("docs/(zh-CN|decisions)/", page):
        typed = [block for block in blocks(page) if not elsewhere(page, block)]
        begins = TYPED.get(page, [])
        assert len(typed) == len(begins) and all(map(str.startswith, typed, begins)), f"{page}: {typed}"

for who in re.findall(r"\w+Tests\b|\w+/[\w/.-]+", str([list(blocks.values()) for blocks in ELSEWHERE.values()])):
    assert any(ROOT.glob(f"Tests/**/{who}.swift")) or (ROOT / who).exists(), f"there is no {who}"

port, admin_port = free_port(), free_port()
url, admin = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{admin_port}"
for name in ("etc", "data", "bin"):
    (folder / name).mkdir()
shutil.copy(ROOT / "deploy/debian/martlet.json5", folder / "etc")
(folder / "bin/martlet").symlink_to(martlet)
(folder / "bin/sudo").write_text('#!/bin/sh\nexec "$@"\n')
(folder / "bin/sudo").chmod(0o755)
keys, admin_keys = folder / "etc/keys.json", folder / "etc/admin.json"
subprocess.run([martlet, "token", "--new-key-file", keys, "--new-admin-key-file", admin_keys], check=True)
environment = {
    **os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "MARTLET_CONFIG": f"{folder}/etc/martlet.json5",
    "MARTLET_AUTH_KEYS_FILE": str(keys), "MARTLET_AUTH_ADMIN_KEYS_FILE": str(admin_keys),
    "MARTLET_DATA_DIRECTORY": f"{folder}/data", "MARTLET_LISTEN_PORT": str(port),
    "MARTLET_ADMIN_LISTEN": admin.removeprefix("http://"),
}  # fmt: skip
[key] = json.loads(admin_keys.read_text())["keys"]
token = subprocess.check_output([martlet, "token", "--key-file", keys, "--user", "alice"], text=True)
known = {"TOKEN": token.strip(), "KEY": key["secret"], "GATEWAY": admin}
accounts = json.dumps({"accounts": [{"userID": user} for user in ("alice", "bob", "bot", "mallory")]})
with running(folder, "gateway", [martlet, "serve"], admin_port, environment):
    subprocess.check_output([martlet, "ctl", "call", "admin.account.create", accounts], env=environment)
    for page in TYPED:
        place = folder / page.replace("/", "-")
        place.mkdir()
        if page != "docs/keys.md":
            shutil.copy(admin_keys, place)
        (place / "answers.jsonl").write_text(ANSWER)
        (place / "cat.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xd9")
        (place / "me.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89")
        shell, learned = Shell(place, {**environment, **known}), {}
        for block in blocks(page):
            if not elsewhere(page, block):
                play(block, shell, learned)
print(f"{sum(map(len, TYPED.values()))} blocks")
