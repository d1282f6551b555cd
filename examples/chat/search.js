/** Searches all conversations, and leads to what was found. */

const element = (id) => document.getElementById(id);

/** How long the typing must pause before a search begins: each search takes five requests from the user's stock. */
const pauseMilliseconds = 300;

/** `open` leads to a message. Returns the function that empties the search. */
export function showSearch(store, open) {
    const input = element("query");
    let timer;
    let turn = 0;

    async function search() {
        clearTimeout(timer);
        const query = input.value.trim();
        const own = ++turn;
        element("list").hidden = query !== "";
        if (query === "") return show([], "");
        const [hits, note] = await ask(store.client, query);
        // What was typed since then is asked for by now.
        if (own === turn) show(hits, note);
    }

    function show(hits, note) {
        element("search-note").textContent = note;
        element("hits").replaceChildren(...hits.map((hit) => makeHit(hit, store, open)));
    }

    input.oninput = () => {
        clearTimeout(timer);
        timer = setTimeout(search, pauseMilliseconds);
    };
    element("search").onsubmit = (event) => {
        event.preventDefault();
        search();
    };
    return () => {
        input.value = "";
        return search();
    };
}

/** What is found, and what is to be said of it. */
async function ask(client, query) {
    try {
        const { hits, isFinished } = await client.request("message.search", { query, limit: 20 });
        const count = hits.length === 1 ? "1 message" : `${hits.length} messages`;
        return [hits, hits.length === 0 ? "Nothing found" : `${isFinished ? "" : "The newest "}${count}`];
    } catch (error) {
        return [[], `Not searched: ${error.message}`];
    }
}

function makeHit({ message, matches }, store, open) {
    const { conversationID, from, nickname, body } = message;
    const item = document.createElement("li");
    item.innerHTML = `<button type="button"><span class="name"></span><span class="last"></span></button>`;
    const [name, text] = item.firstChild.children;
    name.textContent = store.conversation(conversationID)?.showName ?? conversationID.slice(conversationID.indexOf("_") + 1);
    const who = from === store.client.user ? "You" : nickname ?? from;
    text.append(`${who}: `, ...marked(body.text ?? body.name, matches));
    item.firstChild.onclick = () => open(message);
    return item;
}

/** The places of matches count Unicode scalars: docs/search.md. */
function marked(text, matches) {
    const scalars = Array.from(text);
    const parts = [];
    let place = 0;
    for (const { start, end } of matches.filter(({ member }) => member === "text")) {
        const mark = document.createElement("mark");
        mark.textContent = scalars.slice(start, end).join("");
        parts.push(scalars.slice(place, start).join(""), mark);
        place = end;
    }
    return [...parts, scalars.slice(place).join("")];
}
