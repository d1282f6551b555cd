/** The list of conversations, with what is unread. */

const element = (id) => document.getElementById(id);

/**
 * Returns the function that draws the list. Its buttons stay the same elements, so that the focus stays where it was.
 */
export function showList(store, { open, current }) {
    const rows = new Map();
    return () => {
        const list = element("list");
        for (const conversation of store.conversations) {
            const id = conversation.conversationID;
            if (!rows.has(id)) rows.set(id, makeRow(() => open(id)));
            fill(rows.get(id), conversation, id === current());
        }
        const ids = store.conversations.map(({ conversationID }) => conversationID);
        for (const id of [...rows.keys()]) if (!ids.includes(id)) rows.get(id).remove(), rows.delete(id);
        ids.forEach((id, place) => {
            if (list.children[place] !== rows.get(id)) list.insertBefore(rows.get(id), list.children[place] ?? null);
        });
        element("list-note").hidden = ids.length > 0;
        element("list-note").textContent = store.isListed ? "No conversations yet" : "Loading…";
        showTotal(store.totalUnread);
    };
}

function makeRow(open) {
    const row = document.createElement("li");
    row.innerHTML = `<button><span class="name"></span><span class="badge"></span><span class="last"></span></button>`;
    row.firstChild.onclick = open;
    return row;
}

function fill(row, { showName, unreadCount, lastMessage, isPinned }, isCurrent) {
    const button = row.firstChild;
    const [name, badge, last] = button.children;
    name.textContent = (isPinned ? "📌 " : "") + showName;
    badge.hidden = unreadCount === 0;
    badge.textContent = unreadCount;
    badge.setAttribute("aria-label", `${unreadCount} unread`);
    badge.setAttribute("role", "img");
    last.textContent = lastMessage ? gist(lastMessage) : "";
    button.setAttribute("aria-current", isCurrent);
}

function gist({ recalled, isExpired, body }) {
    if (isExpired) return "(expired)";
    return recalled ? "(taken back)" : body.text ?? "(no text)";
}

function showTotal(total) {
    const badge = element("total");
    badge.hidden = total === 0;
    badge.textContent = total;
    badge.setAttribute("aria-label", `${total} unread in all`);
    badge.setAttribute("role", "img");
    document.title = total > 0 ? `(${total}) Martlet chat` : "Martlet chat";
}
