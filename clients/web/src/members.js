import { avatar } from "./avatars.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";

/** A panel with thousands of rows is slow, and nobody reads it. */
const mostShown = 500;

const roles = ["member", "admin", "owner"];

/**
 * The members of a group in a panel, their roles, and what this user may do with them: docs/groups.md#rights.
 * @param {any} thread
 * @param {string} groupID
 */
export async function showMembers(thread, groupID) {
    const { client, session } = thread;
    const { groups, people } = session;
    const say = (name, values) => thread.say(name, values);
    const close = make("button", { type: "button", className: "round", "aria-label": say("close") }, icon("close"));
    const title = make("h2", { id: "members-title", className: "cut", dir: "auto" }, say("members"));
    const list = make("ul", { role: "list" });
    const problem = make("p", { className: "problem", role: "alert" });
    const field = make("input", { maxLength: 64, placeholder: say("inviteWhom"), "aria-label": say("inviteWhom") });
    const invite = make("form", { className: "invite" }, field, make("button", { className: "accent" }, say("invite")));
    const leave = make("button", { type: "button", className: "plain leave", hidden: true }, say("leave"));
    const panel = make("dialog", { className: "panel", part: "panel", "aria-labelledby": "members-title" },
        make("header", {}, title, close), list, problem, invite, make("footer", {}, leave));

    const fail = (error) => setText(problem, say("notDone", { reason: error.message }));
    const attempt = async (act) => {
        setText(problem, "");
        try {
            await act();
            groups.refresh(groupID);
        } catch (error) {
            fail(error);
        }
    };
    const draw = () => {
        const group = groups.group(groupID);
        const members = groups.members(groupID)?.slice(0, mostShown);
        if (!group || !members) return;
        people.look(members.map(({ userID }) => userID));
        title.textContent = say("memberCount", { count: group.memberCount });
        leave.hidden = group.permissionType === 2 || group.permissionType < 0;
        const { user: focused } = thread.shadowRoot.activeElement?.closest(".panel li") ?? {};
        list.replaceChildren(...members.map(({ userID, role, nickname }) => {
            const name = nickname || people.name(userID, { groupID });
            const actions = actionsOn(thread, group, userID, role).map(([text, act]) =>
                make(
                    "button",
                    {
                        type: "button", className: "plain small", "aria-label": `${text}: ${name}`,
                        onclick: () => attempt(act),
                    },
                    text,
                ));
            const shown = userID === session.user ? `${name} (${say("you")})` : name;
            const who = make(
                "div", { className: "who" },
                make("span", { className: "cut", dir: "auto" }, shown), make("small", {}, say(roles[role])),
            );
            const className = nickname || people.isKnown(userID) ? "" : "unnamed";
            return make("li", { user: userID, className }, avatar(userID, name, people.avatar(userID)), who, actions);
        }));
        if (focused) [...list.children].find(({ user }) => user === focused)?.querySelector("button")?.focus();
    };
    const read = () => groups.everyone(groupID).then(draw, fail);
    invite.onsubmit = (event) => {
        event.preventDefault();
        const userID = field.value.trim();
        if (!userID) return;
        attempt(async () => {
            await client.request("group.invite", { groupID, userIDs: [userID] });
            field.value = "";
        });
    };
    leave.onclick = () => attempt(async () => {
        await client.request("group.leave", { groupID });
        panel.close();
        thread.tell("group-left", { groupID });
    });
    close.onclick = () => panel.close();
    // A click beside the panel.
    panel.onclick = ({ target }) => {
        if (target === panel) panel.close();
    };
    const listeners = [
        groups.on("change", (change) => change.groups.has(groupID) && read()),
        people.on("change", draw),
    ];
    panel.onclose = () => {
        for (const end of listeners) end();
        panel.remove();
    };
    thread.shadowRoot.append(panel);
    panel.showModal();
    draw();
    await read();
}

function actionsOn(thread, { groupID, permissionType }, userID, role) {
    const { client, session } = thread;
    if (userID === session.user || permissionType <= role) return [];
    const removal = [thread.say("remove"), () => client.request("group.remove", { groupID, userIDs: [userID] })];
    if (permissionType < 2) return [removal];
    const op = role === 1 ? "group.removeAdmin" : "group.addAdmin";
    return [
        [thread.say(role === 1 ? "makeMember" : "makeAdmin"), () => client.request(op, { groupID, userID })], removal,
    ];
}
