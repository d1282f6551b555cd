/** A chat in one page: it signs in, and puts the client, the list and the conversation together. */
import { Client, IndexedDBStorage, scopeOf } from "/client/index.js";
import { Presence } from "/client/presence.js";
import { Store } from "/client/store.js";
import { shareTabs } from "/client/tabs.js";

import { askForChat, askForGroup } from "./dialogs.js";
import { showList } from "./list.js";
import { showMembers } from "./members.js";
import { showSearch } from "./search.js";
import { Thread } from "./thread.js";

const element = (id) => document.getElementById(id);

/** The example's backend knows the user, and gives a token: docs/backends.md. A real one would ask for a password. */
async function tokenOf(user) {
    const response = await fetch("/sign-in", { method: "POST", body: JSON.stringify({ user }) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
}

async function signIn(user) {
    const { url } = await tokenOf(user);
    localStorage.setItem("chat.user", user);
    const client = new Client({
        url,
        user,
        token: async () => (await tokenOf(user)).token,
        storage: new IndexedDBStorage(scopeOf(url, user)),
        link: shareTabs,
    });
    // For the tests, and for whoever looks at the page in the browser's tools.
    window.chat = { client };
    showChat(client);
    await client.connect();
}

function showChat(client) {
    const store = (window.chat.store = new Store(client));
    const presence = new Presence(client);
    const thread = new Thread(store, presence);
    element("sign-in").hidden = true;
    element("chat").hidden = false;
    element("me").textContent = client.user;
    show("list");

    const open = async (conversationID) => {
        show("thread");
        await thread.open(conversationID);
        drawList();
    };
    const drawList = showList(store, { open, current: () => thread.conversationID });
    store.on("change", ({ list, conversations }) => {
        if (list) drawList();
        if (list || conversations.has(thread.conversationID)) thread.draw();
    });
    presence.on("change", () => thread.drawHead());
    client.on("state", showConnection);
    client.on("unsaved", () => (element("connection").textContent = "Messages cannot be saved on this device"));
    client.on("group.didLeave", ({ groupID }) => thread.conversationID === `group_${groupID}` && thread.draw());
    showConnection(client.state);

    const emptySearch = showSearch(store, async ({ conversationID, msgId }) => {
        await open(conversationID);
        await thread.lead(msgId);
    });
    element("search").onkeydown = ({ key }) => {
        if (key === "Escape") emptySearch();
    };

    element("new-chat").onclick = async () => {
        const peer = await askForChat(client);
        if (peer) open(`c2c_${peer}`);
    };
    element("new-group").onclick = async () => {
        const groupID = await askForGroup(client);
        if (groupID) open(`group_${groupID}`);
    };
    element("members").onclick = () => showMembers(client, thread.conversationID.slice("group_".length));
    element("back").onclick = () => {
        thread.close();
        show("list");
        drawList();
    };
    element("sign-out").onclick = async () => {
        await client.signOut();
        localStorage.removeItem("chat.user");
        location.reload();
    };
    document.addEventListener("visibilitychange", () => thread.markRead());
}

/** On a narrow page either the list or a conversation is seen. */
function show(view) {
    document.body.dataset.view = view;
}

function showConnection(state) {
    const texts = {
        stopped: "",
        connecting: "Connecting…",
        open: "Online",
        waiting: "Offline: messages wait until you are back",
        ended: `Signed out: ${state.kick?.text || state.reason?.name}`,
    };
    element("connection").textContent = texts[state.name];
}

element("sign-in").querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const user = new FormData(event.target).get("user").trim();
    try {
        await signIn(user);
    } catch (error) {
        element("sign-in-problem").textContent = error.message;
    }
};

// Signed out in another tab.
addEventListener("storage", ({ key, newValue }) => key === "chat.user" && newValue === null && location.reload());

const known = localStorage.getItem("chat.user");
if (known) signIn(known).catch((error) => (element("sign-in-problem").textContent = error.message));
