/** The dialogs that begin a conversation. */

/** Shows a dialog until `act` succeeds with what was typed, or the user cancels; answers what `act` does. */
function ask(id, act) {
    const dialog = document.getElementById(id);
    const form = dialog.querySelector("form");
    const problem = dialog.querySelector("[role=alert]");
    form.reset();
    problem.textContent = "";
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.onclose = () => resolve(undefined);
        form.onsubmit = async (event) => {
            if (event.submitter?.value === "cancel") return;
            event.preventDefault();
            try {
                const result = await act(new FormData(form), event.submitter?.value);
                if (result === undefined) return;
                resolve(result);
                dialog.close();
            } catch (error) {
                problem.textContent = error.message;
            }
        };
    });
}

export const askForChat = (client) =>
    ask("chat-dialog", async (data) => {
        const peer = data.get("peer").trim();
        // An unknown user is refused.
        await client.request("profile.get", { userIDs: [peer] });
        return peer;
    });

export const askForGroup = (client) =>
    ask("group-dialog", async (data) => {
        const invitees = namesIn(data.get("invitees"));
        const { groupID } = await client.request(
            "group.create", { name: data.get("name").trim(), invitees, isInviteNeedConfirm: false, style: 1 },
        );
        return groupID;
    });

const namesIn = (text) => [...new Set(text.split(",").map((name) => name.trim()).filter(Boolean))];
