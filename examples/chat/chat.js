/** A chat in one page: it signs in, and gives the client to the elements of docs/web.md. */
import { Client, IndexedDBStorage, scopeOf } from "@martlet/client";
import { Store } from "@martlet/client/store";
import { shareTabs } from "@martlet/client/tabs";
import "@martlet/web";

import { askForChat, askForGroup } from "./dialogs.js";

const element = (id) => document.getElementById(id);

// Shows the page in another language, from right to left, or dark: ?lang=zh&dir=rtl&scheme=dark.
for (const [name, value] of new URLSearchParams(location.search)) {
    if (name === "lang" || name === "dir") document.documentElement[name] = value;
    else if (name === "scheme") document.documentElement.dataset.scheme = value;
}

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
    showChat(client);
    await client.connect();
}

function showChat(client) {
    const store = new Store(client);
    // For the tests, and for whoever looks at the page in the browser's tools.
    window.chat = { client, store };
    const chat = document.querySelector("martlet-chat");
    chat.store = store;
    chat.client = client;
    chat.setAttribute("scheme", document.documentElement.dataset.scheme ?? "");
    element("sign-in").hidden = true;
    chat.hidden = false;
    store.on("change", ({ list }) => {
        if (list) document.title = store.totalUnread > 0 ? `(${store.totalUnread}) Martlet chat` : "Martlet chat";
    });
    element("new-chat").onclick = async () => {
        const peer = await askForChat(client);
        if (peer) chat.open(`c2c_${peer}`);
    };
    element("new-group").onclick = async () => {
        const groupID = await askForGroup(client);
        if (groupID) chat.open(`group_${groupID}`);
    };
    element("sign-out").onclick = async () => {
        await client.signOut();
        localStorage.removeItem("chat.user");
        location.reload();
    };
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
