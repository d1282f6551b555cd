import { spawn } from "node:child_process";

import { watched } from "./children.js";
import { freePort, Gateway, listens } from "./gateway.js";
import { Proxy } from "./proxy.js";
import { until } from "./until.js";

const serverOf = (example) => new URL(`../../../../examples/${example}/server.py`, import.meta.url).pathname;

/** An example's page and backend, with a gateway behind a proxy: pages reach the gateway only through it. */
export class Site {
    static async start(settings = {}, example = "chat") {
        const site = new Site();
        site.port = await freePort();
        site.gateway = await Gateway.start({ ...settings, origins: { allowed: [site.url] } });
        site.proxy = await Proxy.start(site.gateway.port);
        const [direct, address] = [site.gateway, site.proxy].map(({ port }) => `http://127.0.0.1:${port}`);
        site.process = watched(
            spawn("python3", [serverOf(example), String(site.port), direct, ...site.gateway.keyFiles, address], { stdio: ["ignore", "ignore", "inherit"] }),
        );
        await until(() => listens(site.port));
        return site;
    }

    get url() {
        return `http://127.0.0.1:${this.port}`;
    }

    async stop() {
        this.process.kill();
        await this.proxy.stop();
        await this.gateway.stop();
    }
}
