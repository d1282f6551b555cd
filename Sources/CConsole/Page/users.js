/** Accounts: all of them, and one with its whole state. */
import { call, may, newID } from "./api.js";
import { auditLink } from "./audit.js";
import { service } from "./conversations.js";
import { acting, conversationLink, facts, groupLink, make, userLink } from "./dom.js";
import { mediaLink } from "./media.js";
import { count, paged, table, when } from "./tables.js";
import { t } from "./texts.js";
import { summary } from "./words.js";

const yes = (flag) => (flag ? t("yes") : t("no"));

export async function showUsers(view) {
    const read = async (cursor) => {
        const page = await call("admin.account.list", { cursor, limit: 50 });
        const rows = page.accounts.map((account) => [userLink(account.userID), account.nickname, yes(account.online), yes(account.disabled), when(account.createdAt)]);
        return { rows, next: page.cursor };
    };
    view.append(make("h2", { class: "title" }, t("users")), await paged(t("accounts"), [t("user"), t("name"), t("online"), t("disabled"), t("since")], read, 0));
}

export async function showUser(view, [id]) {
    const title = make("h2", { class: "title" }, t("userTitle", id));
    const [state, { accounts }] = await Promise.all([
        call("admin.user.state", { userID: id }),
        may("admin.account.get") ? call("admin.account.get", { userIDs: [id] }) : { accounts: [] },
    ]);
    const account = accounts[0] ?? {};
    const again = () => view.dispatchEvent(new Event("again"));
    view.append(title, facts([
        [t("name"), account.nickname], [t("online"), yes(state.online)], [t("disabled"), yes(state.disabled)],
        [t("since"), account.createdAt && when(account.createdAt)], [t("unread"), count(state.totalUnread)],
        ...state.subscriptions.map((followed) => [t(`follows${followed.type}`), count(followed.count)]),
    ]));
    view.append(acts(id, state, again));
    if (may("admin.audit.list")) view.append(make("p", {}, auditLink({ userID: id }, t("auditOf", id))));
    if (may("admin.media.list")) view.append(make("p", {}, mediaLink(id)));
    view.append(sessions(id, state.sessions, again), devices(state.devices));
    if (state.disabled) view.append(make("p", { class: "faint" }, t("disabledNote")));
    if (may("conversation.list") && !state.disabled) view.append(await conversations(id));
    if (may("group.joined") && !state.disabled) view.append(await groups(id));
    if (may("admin.friend.list")) view.append(await friends(id));
}

function acts(id, { disabled }, again) {
    const [clientMsgId, name] = [newID(), disabled ? "enable" : "disable"];
    const disable = async () => {
        const { results } = await call("admin.account.disable", { userIDs: [id], disabled: !disabled });
        if (results[0].code) throw new Error(`${t("result")}: ${results[0].code}`);
        again();
    };
    const revoke = async () => {
        await call("admin.token.revoke", { userID: id });
        again();
    };
    const write = async (text) => {
        await call("admin.message.send", { conversationID: `c2c_${id}`, clientMsgId, type: 0, body: { text } });
        again();
    };
    return make("div", { class: "bar" },
        acting("admin.message.send", t("write"), t("writeQuestion", id), write, { label: t("text"), isRequired: true }),
        acting("admin.account.disable", t(name), t(`${name}UserQuestion`, id), disable),
        acting("admin.token.revoke", t("revoke"), t("revokeQuestion", id), revoke));
}

function sessions(id, list, again) {
    const kick = (text, selection) => {
        const act = async (reason) => {
            await call("admin.session.kick", { userID: id, ...selection, reason });
            again();
        };
        return acting("admin.session.kick", text, t("kickQuestion", id), act, { label: t("kickReason"), isDangerous: true });
    };
    const rows = list.map(({ session, device, platform, openedAt }) => [device, platform, when(openedAt), session, kick(t("kick"), { session })]);
    const shown = table(t("sessions"), [t("device"), t("platform"), t("since"), t("session"), ""], rows);
    return make("div", {}, shown, list.length > 1 ? kick(t("kickAll"), {}) : "");
}

const devices = (list) =>
    table(t("pushDevices"), [t("device"), t("platform"), t("provider"), t("token"), t("language"), t("shows"), t("since")],
        list.map((one) => [one.device, one.platform, service(one), one.token && `…${one.token}`, one.language ?? "", one.preview ?? "", when(one.since)]));

const conversations = (id) =>
    paged(t("conversations"), [t("conversation"), t("name"), t("unread"), t("lastMessage")], async (nextSeq) => {
        const page = await call("conversation.list", { nextSeq, count: 20 }, id);
        const rows = page.conversations.map((one) => [conversationLink(one.conversationID, id), one.showName, count(one.unreadCount), one.lastMessage ? summary(one.lastMessage) : ""]);
        return { rows, next: page.isFinished ? undefined : page.nextSeq };
    }, 0);

const groups = (id) =>
    paged(t("groups"), [t("group"), t("name")], async (page) => {
        const { groups } = await call("group.joined", { page, pageSize: 50 }, id);
        return { rows: groups.map(({ groupID, name }) => [groupLink(groupID), name]), next: groups.length === 50 ? page + 1 : undefined };
    }, 0);

const friends = (id) =>
    paged(t("friends"), [t("user"), t("name"), t("since")], async (next) => {
        const page = await call("admin.friend.list", { userID: id, count: 50, ...(next && { next }) });
        const rows = page.friends.map(({ userID, remark, addTime }) => [userLink(userID), remark, when(addTime * 1000)]);
        return { rows, next: page.isFinished ? undefined : page.next };
    }, "");
