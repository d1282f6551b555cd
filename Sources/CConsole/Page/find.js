/** One box for every id: what has it, whatever it is. */
import { call, may } from "./api.js";
import { messageOf } from "./conversations.js";
import { link, make } from "./dom.js";
import { table } from "./tables.js";
import { t } from "./texts.js";

const missing = 404;

/** Each kind: the operation that it needs, and what it finds of the id, as a text beside it. */
const kinds = {
    user: { needs: "admin.account.get", find: async (id) => (await call("admin.account.get", { userIDs: [id] })).accounts[0]?.nickname },
    group: { needs: "admin.group.get", find: async (id) => (await call("admin.group.get", { groupID: id })).group.name },
    channel: { needs: "admin.channel.info", find: async (id) => (await call("admin.channel.info", { channelID: id })).title },
    message: { needs: "admin.events.read", find: async (id) => (await messageOf(id))?.from },
};

export const canFind = () => Object.values(kinds).some(({ needs }) => may(needs));

async function hit(kind, id) {
    const { needs, find } = kinds[kind];
    if (!may(needs)) return undefined;
    try {
        const name = await find(id);
        return name === undefined ? undefined : { kind, name };
    } catch (error) {
        // An id of no such form is one that nothing has.
        if (error.status === missing || error.status === 400) return undefined;
        throw error;
    }
}

export async function show(view, [wanted = ""]) {
    const id = wanted.trim();
    // Conversations have no list to look in: their ids say what they are.
    if (/^(c2c|group)_./.test(id) && may("admin.message.history")) return location.replace(`#/conversation/${encodeURIComponent(id)}`);
    const hits = (await Promise.all(Object.keys(kinds).map((kind) => hit(kind, id)))).filter(Boolean);
    if (hits.length === 1) return location.replace(`#/${hits[0].kind}/${encodeURIComponent(id)}`);
    view.append(make("h2", { class: "title" }, t("findTitle", id)));
    if (hits.length === 0) return view.append(make("p", {}, t("nothingFound", id)), make("p", { class: "faint" }, t("findNote")));
    view.append(table(t("found"), [t("kind"), t("id"), t("name")], hits.map(({ kind, name }) => [t(kind), link(`${kind}/${encodeURIComponent(id)}`, id), name])));
}
