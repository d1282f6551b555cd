import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { until } from "../javascript/test/support/until.js";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a file has the text. One that is written anew has the name `….new` until all of it is on the disk. */
function isKept(folder, text) {
    const names = readdirSync(folder).filter((name) => !name.endsWith(".new"));
    return names.some((name) => readFileSync(join(folder, name), "latin1").includes(text));
}

/** Scenarios, as in scenarios.js, of clients that run again with what the last run has kept. */
export const restarts = {
    restart: {
        about: "a program with 130 conversations that crashes: it is told what was written meanwhile in each of them, and nothing again",
        settings: {
            conversations: { perUser: 200 },
            requests: { perSecondPerSession: 1000, burstPerSession: 2000, perSecondPerUser: 1000, burstPerUser: 2000 },
        },
        // More than a page of the list.
        isJudged: false,
        async run({ gateway, start, storage }) {
            const users = Array.from({ length: 130 }, (_, number) => `user-${number}`);
            for (let first = 0; first < users.length; first += 100) await gateway.makeAccounts(...users.slice(first, first + 100));
            const write = (user, text) => {
                const message = { conversationID: "c2c_carol", clientMsgId: text, type: 0, body: { text } };
                return gateway.ask("message.send", message, user);
            };
            const carol = await start("carol", { storage, keeps: true });
            const told = () => users.map((user) => (carol.told.get(`c2c_${user}`) ?? []).map(({ text }) => text));
            const counts = () => told().map(({ length }) => length);
            const areTold = (count) => until(() => counts().every((one) => one >= count), { seconds: 30, show: counts });
            for (const user of users) await write(user, "live");
            await areTold(1);
            await pause(1000);
            await carol.kill();
            for (const user of users) await write(user, "missed");
            carol.launch();
            await until(() => carol.state === "open");
            // A resume names a hundred conversations: this is of none of them.
            await write(users[0], "after it");
            await areTold(2);
            await until(() => carol.told.get(`c2c_${users[0]}`).length === 3, { show: () => told()[0] });
            const wanted = users.map((_, number) => ["live", "missed", ...(number === 0 ? ["after it"] : [])]);
            assert.deepEqual(told(), wanted);
        },
    },
    torn: {
        about: "a file of which a crash has torn the last line: the next run sends what is kept, and so does the one after it",
        async run({ start, folder, storage }) {
            const carol = await start("carol", { storage });
            for (const round of [1, 2]) {
                carol.proxy.isRefusing = true;
                carol.proxy.cut();
                await until(() => carol.state !== "open");
                carol.send("c2c_bob", `kept ${round}`, `and this ${round}`);
                await until(() => isKept(folder, `and this ${round}`));
                await carol.kill();
                appendFileSync(storage, '[["torn');
                carol.proxy.isRefusing = false;
                carol.launch();
                await carol.opened();
                carol.send("c2c_bob", `after them ${round}`);
                await until(() => carol.isDone(), { show: () => carol.outcomes });
            }
        },
    },
};
