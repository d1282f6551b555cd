"""Every metric, label and value that the alerts and the dashboards name is in docs/metrics.md, every operation in
docs/operations.md, every expression is PromQL, and promtool finds no fault with a gateway's page.

    metrics.py PROMTOOL MARTLET     prints what is wrong, and exits with 1 if anything is
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import yaml

from talking import running

sys.path.append(str(pathlib.Path(__file__).parents[1]))
from ports import free_port  # noqa: E402

ROOT = pathlib.Path(__file__).parents[2]
SCRAPED = {"instance", "job"}
OPERATIONS = set(re.findall(r"^## ([\w.]+)$", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))


def documented():
    """Name → (type, {label: values}); no values: any."""
    metrics = {"up": ("gauge", {})}
    for line in (ROOT / "docs/metrics.md").read_text().splitlines():
        if match := re.match(r"\| `(\w+)` \| (\w+) \| (.*?) \| ", line):
            name, kind, labels = match.groups()
            metrics[name] = kind, {
                label: {value.strip() for value in values.split(",")} if values else set()
                for label, values in re.findall(r"`(\w+)`(?:: ([^;]*))?", labels)
            }
    return metrics


def expressions():
    rules = yaml.safe_load((ROOT / "deploy/prometheus/martlet-alerts.yml").read_text())
    for group in rules["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    for board in sorted((ROOT / "deploy/grafana").glob("*.json")):
        dashboard = json.loads(board.read_text())
        for panel in dashboard["panels"]:
            for target in panel.get("targets", []):
                yield panel["title"], target["expr"]
        for annotation in dashboard["annotations"]["list"]:
            yield annotation["name"], annotation["expr"]


def faults(expression, metrics):
    # A quoted text holds no name of a metric.
    bare = re.sub(r'"[^"]*"', '""', expression)
    for name in re.findall(r"\b(?:martlet|process)_\w+|\bup\b", bare):
        base = re.sub(r"_(bucket|sum|count)$", "", name)
        if name not in metrics and metrics.get(base, ("",))[0] != "histogram":
            yield f"there is no metric {name}"
    for name, selector in re.findall(r"(\w+)\{(.*?)\}", expression):
        name = re.sub(r"_(bucket|sum|count)$", "", name) if name not in metrics else name
        if name not in metrics:
            continue
        labels = metrics[name][1]
        for label, operator, value in re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', selector):
            if label not in labels and label not in SCRAPED:
                yield f"{name} has no label {label}"
            elif operator in ("=", "!=") and labels.get(label) and value not in labels[label]:
                yield f"{name} has no {label} {value}"
            elif label == "operation":
                for operation in set(value.split("|")) - OPERATIONS:
                    yield f"there is no operation {operation}"
    grouped = {label for labels in re.findall(r"\bby \(([^)]*)\)", bare) for label in re.split(r",\s*", labels)}
    names = set(re.findall(r"\b(?:martlet|process)_\w+", bare))
    known = {label for name in names for label in metrics.get(re.sub(r"_(bucket|sum|count)$", "", name), (0, {}))[1]}
    for label in grouped - known - SCRAPED - {"le"}:
        yield f"nothing there has the label {label}"


def check_syntax(promtool, found):
    rules = [
        {"record": f"expression:{number}", "expr": expression.replace("$__rate_interval", "5m")}
        for number, (_, expression) in enumerate(found)
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        yaml.safe_dump({"groups": [{"name": "all", "rules": rules}]}, file)
        file.flush()
        checked = subprocess.run([promtool, "check", "rules", file.name], capture_output=True, text=True)
    return [] if checked.returncode == 0 else [checked.stdout + checked.stderr]


def check_page(promtool, martlet):
    port, operators = free_port(), free_port()
    settings = {
        "listen": {"port": port}, "admin": {"listen": operators}, "auth": {"testMode": True}, "data": {"directory": "."},
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "martlet.json5").write_text(json.dumps(settings))
        with running(folder, "gateway", [martlet, "serve", "--config", folder / "martlet.json5"], operators):
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            page = opener.open(f"http://127.0.0.1:{operators}/metrics", timeout=10).read()
    checked = subprocess.run([promtool, "check", "metrics"], input=page, capture_output=True)
    return [(checked.stdout + checked.stderr).decode()] if checked.returncode else []


def main():
    metrics = documented()
    found = list(expressions())
    wrong = [f"{where}: {fault}" for where, expression in found for fault in faults(expression, metrics)]
    wrong += check_syntax(sys.argv[1], found) + check_page(*sys.argv[1:])
    if len(metrics) < 40 or len(found) < 40:
        wrong.append(f"only {len(metrics)} metrics and {len(found)} expressions were found")
    print("\n".join(wrong) or f"{len(found)} expressions over {len(metrics)} metrics")
    sys.exit(bool(wrong))


main()
