/** The members of a group, their roles, and what this user may do with them. */
import { ask } from "./dialogs.js";

const roles = { 2: "owner", 1: "admin", 0: "member" };

export async function showMembers(client, groupID) {
    const draw = async () => {
        const { group } = await client.request("group.get", { groupID, fetchMembers: true });
        document.getElementById("leave").hidden = group.permissionType === 2;
        document.getElementById("member-list").replaceChildren(
            ...group.members.map((user) => {
                const role = user === group.owner ? 2 : group.adminList.includes(user) ? 1 : 0;
                return memberRow(user, role, actionsOn(client, groupID, user, role, group), draw);
            }),
        );
    };
    await draw();
    await ask("members-dialog", async (data, action) => {
        if (action === "leave") {
            await client.request("group.leave", { groupID });
            return true;
        }
        const invitee = data.get("invitee").trim();
        if (!invitee) throw new Error("Whom do you want to invite?");
        await client.request("group.invite", { groupID, userIDs: [invitee] });
        document.getElementById("invitee").value = "";
        await draw();
    });
}

/** What the user may do with another member: docs/groups.md#rights. */
function actionsOn(client, groupID, userID, role, { permissionType }) {
    if (userID === client.user || permissionType <= role) return [];
    const removal = ["Remove", () => client.request("group.remove", { groupID, userIDs: [userID] })];
    if (permissionType < 2) return [removal];
    const op = role === 1 ? "group.removeAdmin" : "group.addAdmin";
    return [[role === 1 ? "Make member" : "Make admin", () => client.request(op, { groupID, userID })], removal];
}

function memberRow(user, role, actions, draw) {
    const row = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = `${user}, ${roles[role]}`;
    row.append(name);
    for (const [label, act] of actions) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.setAttribute("aria-label", `${label}: ${user}`);
        button.onclick = () => act().then(draw);
        row.append(button);
    }
    return row;
}
