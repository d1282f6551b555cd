/** A real gateway with users, messages, load, an endpoint that refuses, and a browser at its console. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "../../../clients/javascript/src/index.js";
import { NodeWebSocket } from "../../../clients/javascript/src/node.js";
import { freePort, Gateway } from "../../../clients/javascript/test/support/gateway.js";
import { until } from "../../../clients/javascript/test/support/until.js";

const users = ["alice", "bob", "carol", "dave"];

export class Operated {
    clients = [];
    /** Those that have come for devices. */
    pushes = [];
    folder = mkdtempSync(join(tmpdir(), "martlet-console-"));

    static async start() {
        const operated = new Operated();
        operated.port = await freePort();
        operated.endpoint = createServer((request, response) => operated.take(request, response));
        await new Promise((resolve) => operated.endpoint.listen(0, "127.0.0.1", resolve));
        const secret = join(operated.folder, "webhook.secret");
        writeFileSync(secret, `whsec_${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
        const url = `http://127.0.0.1:${operated.endpoint.address().port}/events?token=hidden`;
        operated.gateway = await Gateway.start({
            admin: { listen: operated.port },
            metrics: { intervalMilliseconds: 100 },
            events: { endpoints: [{ name: "shop", url, secretFile: secret, types: ["message.created", "group.created", "account.created"] }] },
            push: { receipts: true },
            webhook: { url: `http://127.0.0.1:${operated.endpoint.address().port}/push`, secretFile: operated.pushSecret() },
            sessions: { perUser: 7 },
            accounts: { systemSender: "system" },
            media: { review: true },
        });
        await operated.gateway.makeAccounts(...users);
        for (const user of users) operated.clients.push(await operated.connect(user));
        return operated;
    }

    /** Pushes are taken, as a backend would; everything else is refused. */
    async take(request, response) {
        let body = "";
        for await (const piece of request) body += piece;
        if (request.url !== "/push") return response.writeHead(400).end("this shop is closed");
        this.pushes.push(JSON.parse(body));
        response.writeHead(200).end();
    }

    pushSecret() {
        const file = join(this.folder, "push.secret");
        writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
        return file;
    }

    get url() {
        return `http://127.0.0.1:${this.port}/console/`;
    }

    get secret() {
        return JSON.parse(readFileSync(this.gateway.keyFiles[1], "utf8")).keys[0].secret;
    }

    async connect(user, device = `${user}-phone`) {
        const client = new Client({ url: this.gateway.url, user, token: () => this.gateway.token(user), WebSocket: NodeWebSocket, device });
        await client.connect();
        await until(() => client.state.name === "open", { show: () => client.state });
        return client;
    }

    /** Everybody writes to the next one, some twenty messages a second, until `stop`. */
    load() {
        let count = 0;
        const timer = setInterval(() => {
            const place = count % users.length;
            this.clients[place].send(`c2c_${users[(place + 1) % users.length]}`, `message ${count++}`).catch(() => {});
        }, 50);
        return () => clearInterval(timer);
    }

    /** Signs in by the page's form. */
    async signIn(page) {
        await page.until(`document.querySelector("#field-name") !== null`);
        await page.evaluate(`document.querySelector("#field-name").focus()`);
        await page.type("tests");
        await page.press("Tab");
        await page.type(this.secret);
        await page.press("Enter");
        await page.until(`!document.querySelector("#console").hidden`);
    }

    async stop() {
        for (const client of this.clients) client.disconnect();
        await this.gateway.stop();
        this.endpoint.close();
        rmSync(this.folder, { recursive: true });
    }
}
