"""The samples of Compose are as its specification says, and every service is confined. Exits with 1 if not."""

import pathlib
import re
import sys

import compose_spec
import yaml

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
wrong = []


def given(match):
    """As Compose puts variables in: what is required gets some value, the others their defaults."""
    return match[2] if match[1] == "-" else "given"


def check(path):
    text = re.sub(r"\$\{\w+:([-?])([^}]*)\}", given, path.read_text())
    name = path.relative_to(DEPLOY.parent)
    try:
        # Compose merges what `<<` names, and this reader of the specification does not.
        compose_spec.PyCompose.from_yaml(yaml.safe_dump(yaml.safe_load(text)))
    except ValueError as error:
        sys.exit(f"{name}: {error}")
    services = yaml.safe_load(text)["services"]
    for service, settings in services.items():
        place = f"{name}: {service}"
        if settings.get("read_only") is not True:
            wrong.append(f"{place} may write to its root")
        if settings.get("cap_drop") != ["ALL"] or "cap_add" in settings:
            wrong.append(f"{place} has capabilities")
        if "no-new-privileges:true" not in settings.get("security_opt", []):
            wrong.append(f"{place} may get new privileges")
        if any(not port.startswith("127.0.0.1:") for port in settings.get("ports", [])):
            wrong.append(f"{place} is open to the network")
        for mount in settings["volumes"]:
            source = mount.split(":")[0]
            if source.startswith("./") and not (path.parent / source).exists():
                wrong.append(f"{place} mounts {source}, which is not there")
    return len(services)


count = sum(check(DEPLOY / name) for name in ("compose.yaml", "cluster/compose.yaml"))
print("\n".join(wrong) or f"{count} services")
sys.exit(bool(wrong))
