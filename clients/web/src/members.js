import { avatar } from "./avatars.js";
import { make, setText } from "./html.js";
import { icon } from "./icons.js";

const roles = ["member", "admin", "owner"];

/**
 * The members of a group in a panel, their roles, and what this user may do with them: docs/groups.md#rights.
 * @param {any} thread
 * @param {string} groupID
 */
export async function showMembers(thread, groupID) {
    const { client, session } = thread;
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

    const attempt = async (act) => {
        setText(problem, "");
        try {
            await act();
        } catch (error) {
            setText(problem, say("notDone", { reason: error.message }));
        }
    };
    const draw = () => attempt(async () => {
        const { group } = await client.request(
            "group.get", { groupID, fetchMembers: true, needNickname: true }, { key: null },
        );
        const members = group.members ?? [];
        session.people.look(members);
        title.textContent = say("memberCount", { count: group.memberCount });
        leave.hidden = group.permissionType === 2 || group.permissionType < 0;
        list.replaceChildren(...members.map((user) => {
            const role = user === group.owner ? 2 : group.adminList.includes(user) ? 1 : 0;
            const name = group.nicknames?.[user] || session.people.name(user, { groupID });
            const actions = actionsOn(thread, group, user, role).map(([text, act]) =>
                make(
                    "button",
                    {
                        type: "button", className: "plain small", "aria-label": `${text}: ${name}`,
                        onclick: () => attempt(act).then(draw),
                    },
                    text,
                ));
            return make("li", {}, avatar(user, name, session.people.avatar(user)), make("div", { className: "who" },
                make(
                    "span", { className: "cut", dir: "auto" }, user === session.user ? `${name} (${say("you")})` : name,
                ), make("small", {}, say(roles[role]))), actions);
        }));
    });
    invite.onsubmit = (event) => {
        event.preventDefault();
        const userID = field.value.trim();
        if (!userID) return;
        attempt(async () => {
            await client.request("group.invite", { groupID, userIDs: [userID] });
            field.value = "";
            await draw();
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
    panel.onclose = () => panel.remove();
    thread.shadowRoot.append(panel);
    panel.showModal();
    await draw();
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
