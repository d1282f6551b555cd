import { createServer } from "node:http";

import { Site } from "./site.js";

const names = {
    alice: "Alice Moreau",
    bob: "Bob Lindqvist", carol: "Carol Jansen", dave: "David Okafor", wei: "陈大伟",
    layla: "ليلى حداد", max: "Maximiliane von Hohenstein", rosa: "Rosa Díaz", yuki: "Yuki Tanaka",
    ines: "Inês Carvalho", tom: "Tom",
};
const everyone = Object.keys(names);
const minute = 60_000;
const day = 24 * 60 * minute;

/** A drawn landscape stands for a photo. */
const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><defs>
<linearGradient id="a" x2="0" y2="1"><stop stop-color="#ffd9a8"/><stop offset="1" stop-color="#f59a8b"/>
</linearGradient>
<linearGradient id="b" x2="0" y2="1"><stop stop-color="#5f6fb8"/><stop offset="1" stop-color="#2d3a73"/>
</linearGradient>
</defs><rect width="640" height="400" fill="url(#a)"/><circle cx="450" cy="150" r="54" fill="#fff3d6"/>
<path d="M0 280l120-90 90 70 130-140 150 150 80-50 70 60v120H0z" fill="url(#b)"/>
<path d="M0 340l180-60 160 50 140-60 160 50v80H0z" fill="#1d2750"/></svg>`;

/** A site with users who have names, and have written to each other: a page after a while. */
export class Scene {
    static async start(settings) {
        const scene = new Scene();
        scene.site = await Site.start(settings);
        const headers = { "Content-Type": "image/svg+xml" };
        scene.photos = createServer((_, response) => response.writeHead(200, headers).end(photo));
        await new Promise((resolve) => scene.photos.listen(0, "127.0.0.1", resolve));
        scene.photo = `http://127.0.0.1:${scene.photos.address().port}/photo.svg`;
        await scene.#write();
        return scene;
    }

    get gateway() {
        return this.site.gateway;
    }

    async stop() {
        this.photos.close();
        await this.site.stop();
    }

    /** Sends a message; gives its id. @param {object} more as members of `message.send`, or a text */
    async send(from, conversationID, more) {
        const message = typeof more === "string" ? { body: { text: more } } : more;
        const clientMsgId = `${from} ${this.#count++}`;
        const sent = await this.gateway.ask("message.send", { conversationID, clientMsgId, type: 0, ...message }, from);
        return sent.msgId;
    }

    #count = 0;

    /** Brings messages of earlier times: rows of the sender, how long ago, and the text. */
    async import(conversationOf, rows) {
        const now = Date.now();
        const messages = rows.map(([from, ago, text]) => ({
            conversationID: conversationOf(from), from, clientMsgId: `old ${this.#count++}`, time: now - ago,
            type: 0, body: { text },
        }));
        const { results } = await this.gateway.ask("admin.message.import", { messages });
        const refused = results.find(({ code }) => code !== 0);
        if (refused) throw new Error(`not imported: ${JSON.stringify(refused)}`);
    }

    async #write() {
        const { gateway } = this;
        const accounts = everyone.map((userID) => ({ userID, nickname: names[userID] }));
        await gateway.ask("admin.account.create", { accounts });
        await this.import((from) => (from === "alice" ? "c2c_carol" : "c2c_alice"), [
            ["carol", day + 90 * minute, "Did the samples arrive?"],
            ["alice", day + 80 * minute, "Yes, this morning. The blue one is lovely."],
            ["carol", day + 79 * minute, "Good. I will order more of those then."],
        ]);
        await this.import(() => "c2c_alice", [
            ["tom", 3 * day, "Thanks for the ride!"], ["ines", 5 * day, "See you in spring 🌷"],
        ]);
        const { groupID } = await gateway.ask("group.create", {
            name: "Launch team", invitees: ["bob", "carol", "dave", "wei"], isInviteNeedConfirm: false, style: 1,
        }, "alice");
        this.group = `group_${groupID}`;
        await this.#talk();
        await this.#others();
    }

    /** In the group: a row of messages with all that a message can have. */
    async #talk() {
        const { group, gateway } = this;
        await this.send("bob", group, "Morning! The release notes are ready: https://example.com/notes?draft=1");
        await this.send("bob", group, "I moved the part about pushes to the end, since nobody reads that far anyway.");
        const plan = await this.send("carol", group, "Can we still change the date? Thursday would suit the printers.");
        await this.send("alice", group, { body: { text: "Thursday works for me." }, replyTo: { msgId: plan } });
        const photo = { type: 1, body: { url: this.photo, width: 640, height: 400 } };
        await this.send("dave", group, photo);
        const view = await this.send("dave", group, "The view from the new office");
        await this.send("alice", group, "😍");
        for (const user of ["bob", "carol", "alice"]) {
            await gateway.ask("message.react", { conversationID: group, msgId: view, reaction: "❤️" }, user);
        }
        await gateway.ask("message.react", { conversationID: group, msgId: view, reaction: "👍" }, "wei");
        await this.send("wei", group, "我这边也可以，周四见。");
        const wrong = await this.send("carol", group, "Wrong window");
        await gateway.ask("message.recall", { conversationID: group, msgId: wrong }, "carol");
        const mine = await this.send("alice", group, "I will book the room for Thursday, and send the agenda.");
        const text = "I will book the room for Thursday at ten, and send the agenda round tonight.";
        await gateway.ask("message.edit", { conversationID: group, msgId: mine, body: { text } }, "alice");
        await gateway.ask("conversation.markRead", { conversationID: group }, "alice");
        await this.send("bob", group, { body: { text: "@Alice Moreau perfect, thank you!" }, atUserList: ["alice"] });
        this.lastInGroup = await this.send("carol", group, "Then it is settled 🎉");
    }

    async #others() {
        const { gateway } = this;
        const to = "c2c_alice";
        await this.send("layla", to, "شكراً جزيلاً، وصلت الرسالة");
        await this.send("wei", to, "资料已经发到你的邮箱了");
        await this.send("max", to, "A rather long message that does not fit into one row of the list by any means");
        for (let count = 1; count <= 120; count++) await this.send("rosa", to, `Build ${count} is green`);
        await this.send("yuki", to, "Lunch?");
        await this.send("bob", to, "Are you coming later?");
        await this.send("alice", "c2c_bob", "Yes, in an hour");
        await gateway.ask("conversation.pin", { conversationID: this.group, pinned: true }, "alice");
        await gateway.ask("conversation.setC2CReceiveOpt", { userIDs: ["rosa"], opt: 2 }, "alice");
    }
}
