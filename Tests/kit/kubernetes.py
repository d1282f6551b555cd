"""deploy/kubernetes is as the API of Kubernetes says, its kustomization names what is there, and the pod is confined."""

import pathlib
import subprocess
import sys

import yaml

BASE = pathlib.Path(__file__).parents[2] / "deploy/kubernetes/base"
kustomization = yaml.safe_load((BASE / "kustomization.yaml").read_text())
files = {path.name for path in BASE.glob("*.yaml")} - {"kustomization.yaml"}
wrong = []
if set(kustomization["resources"]) != files:
    wrong.append(f"kustomization.yaml names {kustomization['resources']}, and there are {sorted(files)}")
checked = subprocess.run(
    ["kubernetes-validate", "--strict", "--quiet", *sorted(str(BASE / name) for name in files)],
    capture_output=True, text=True,
)  # fmt: skip
if checked.returncode:
    wrong.append(checked.stdout + checked.stderr)

objects = [item for name in files for item in yaml.safe_load_all((BASE / name).read_text())]
[gateway] = [item for item in objects if item["kind"] == "StatefulSet"]
pod = gateway["spec"]["template"]["spec"]
label = gateway["spec"]["template"]["metadata"]["labels"]
containers = pod["containers"]
if not pod["securityContext"]["runAsNonRoot"] or pod["securityContext"]["seccompProfile"]["type"] != "RuntimeDefault":
    wrong.append("the pod may be root's, or has no seccomp profile")
for container in containers:
    context = container["securityContext"]
    if not (
        context["readOnlyRootFilesystem"]
        and context["allowPrivilegeEscalation"] is False
        and context["capabilities"] == {"drop": ["ALL"]}
    ):
        wrong.append(f"the container {container['name']} is not confined")
    for mount in container["volumeMounts"]:
        claims = [claim["metadata"]["name"] for claim in gateway["spec"]["volumeClaimTemplates"]]
        if mount["name"] not in [volume["name"] for volume in pod["volumes"]] + claims:
            wrong.append(f"there is no volume {mount['name']}")
for item in objects:
    selector = item["spec"].get("selector", {}) if "spec" in item else {}
    if selector and selector.get("matchLabels", selector) != label:
        wrong.append(f"{item['kind']} {item['metadata']['name']} selects {selector}, and the pod has {label}")
services = {item["metadata"]["name"] for item in objects if item["kind"] == "Service"}
if gateway["spec"]["serviceName"] not in services:
    wrong.append("the StatefulSet's service is not there")
[configuration] = [item for item in objects if item["kind"] == "ConfigMap"]
(pathlib.Path(sys.argv[1]) / "martlet.json5").write_text(configuration["data"]["martlet.json5"])
print("\n".join(wrong) or f"{len(objects)} objects")
sys.exit(bool(wrong))
