/** Processes that a test has started end with it, also when it is stopped from outside. */
const children = new Set();

const endAll = () => {
    for (const child of children) child.kill("SIGKILL");
};
process.on("exit", endAll);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** @param {import("node:child_process").ChildProcess} child */
export function watched(child) {
    children.add(child);
    child.once("exit", () => children.delete(child));
    return child;
}
