"""deploy/compose.yaml is Compose as its specification says, and every service is confined. Exits with 1 if not."""

import pathlib
import re
import sys

import compose_spec
import yaml

FOLDER = pathlib.Path(__file__).parents[2] / "deploy"
# As Compose puts variables in: what is required gets some value, the others their defaults.
text = re.sub(
    r"\$\{\w+:([-?])([^}]*)\}",
    lambda match: match[2] if match[1] == "-" else "given",
    (FOLDER / "compose.yaml").read_text(),
)
try:
    compose_spec.PyCompose.from_yaml(text)
except ValueError as error:
    sys.exit(f"deploy/compose.yaml: {error}")

wrong = []
services = yaml.safe_load(text)["services"]
for name, service in services.items():
    if service.get("read_only") is not True:
        wrong.append(f"{name} may write to its root")
    if service.get("cap_drop") != ["ALL"] or "cap_add" in service:
        wrong.append(f"{name} has capabilities")
    if "no-new-privileges:true" not in service.get("security_opt", []):
        wrong.append(f"{name} may get new privileges")
    if any(not port.startswith("127.0.0.1:") for port in service["ports"]):
        wrong.append(f"{name} is open to the network")
    for mount in service["volumes"]:
        source = mount.split(":")[0]
        if source.startswith("./") and not (FOLDER / source).exists():
            wrong.append(f"{name} mounts {source}, which is not there")
print("\n".join(wrong) or f"{len(services)} services")
sys.exit(bool(wrong))
