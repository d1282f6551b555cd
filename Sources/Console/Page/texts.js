/** The console's texts, in the language that was chosen, or else in the browser's. */
import { chinese } from "./textsChinese.js";

const english = {
    accounts: "Accounts", actor: "Actor", address: "Address", addresses: "Addresses", adminKeys: "Admin keys",
    admins: "Admins", algorithm: "Algorithm",
    allMuted: "all muted", answer: "Answer", attempts: "Attempts", "audit.act": "act",
    "audit.failedLogin": "failed login", "audit.login": "login", "audit.read": "read", auditLog: "Audit log",
    auditOf: "Audit log of {0}", badge: "Badge", cancel: "Cancel",
    certificates: "Certificates", chart: "{0}, last five minutes. Now: {1}. Highest: {2}.", "chart.commits": "Commits",
    "chart.messages": "Messages", "chart.outboxes": "Outboxes", "chart.process": "Process", "chart.pushes": "Pushes",
    "chart.replies": "Replies", "chart.requests": "Requests", "chart.sessions": "Sessions",
    "chart.store": "Waiting for the store",
    "chart.webhooks": "Webhooks", conversation: "Conversation", conversations: "Conversations",
    conversationTitle: "Conversation {0}", daysLeft: "{0} days left", default: "Default", delivered: "delivered", description: "Description",
    details: "Details", device: "Device", disabled: "Disabled", edited: "edited", ended: "ended", endpoint: "Endpoint",
    ends: "Ends", epoch: "Epoch",
    event: "Event", events: "Events", everything: "everything", everywhere: "everywhere", expired: "(expired)",
    expires: "expires", explain: "Explain", file: "File", filter: "Filter", find: "Find", follows1: "Follows presence of",
    follows2: "Follows profiles of", forced: "Forced", friends: "Friends", from: "From", group: "Group", groups: "Groups",
    groupTitle: "Group {0}", hosts: "Hosts", id: "Id", issuer: "Issuer", keys: "Keys and certificates", kick: "Kick",
    kickAll: "Kick all sessions", kickQuestion: "End sessions of {0}? The devices may come back.",
    kickReason: "Reason, which the device is told", kind: "Kind", lag: "Lag", lagOf: "{0} records, {1} ms",
    language: "Language", lastMessage: "Last message", leader: "Leader",
    "line.connections": "connections", "line.delay": "oldest waits, s", "line.deliveries": "deliveries",
    "line.done": "done",
    "line.failed": "failed", "line.half": "50 %", "line.memory": "memory, MiB", "line.most": "99 %",
    "line.parked": "parked",
    "line.perSecond": "per second", "line.processor": "processor, %", "line.reads": "reads", "line.refused": "refused",
    "line.sent": "sent", "line.sessions": "sessions", "line.waiting": "waiting", "line.writes": "writes",
    meaning: "Meaning",
    members: "Members", message: "Message", messageID: "Message id", messages: "Messages", messageTitle: "Message {0}",
    more: "More", mustBe: "Must be {0}.", muted: "Muted", name: "Name", newestFirst: "Newest first", no: "no",
    "node.candidate": "taking over", "node.follower": "follower", "node.gone": "gone", "node.halted": "stopped",
    "node.joining": "joining", "node.leader": "leader", nobody: "nobody", nodes: "Nodes",
    noAnswer: "The gateway does not answer.",
    noKeyMake: "Make a file with a key. Its name and its secret are in the file.",
    noKeyName: "Name the file in the section “auth” of the configuration.",
    noKeyNote: "Nobody can sign in before it has one. On the gateway's machine:",
    noKeyRestart: "Restart the gateway, and load this page again.", noKeyTitle: "This gateway has no admin key",
    noMessage: "There is no such message, or it is no longer kept.",
    notAllowed: "The key's scopes do not have what this page needs: {0}", notDecided: "Not decided yet", nothing: "Nothing",
    notPushed: "Not pushed", notReady: "Not ready", notShown: "not shown", online: "Online",
    onlyChanged: "only those that differ from the default",
    opened: "opened", operation: "Operation", otherUser: "The other user", overview: "Overview", owner: "Owner", parked: "parked",
    parkedTitle: "What {0} does not take",
    pause: "Pause", pinned: "pinned", platform: "Platform", position: "Position", provider: "Provider",
    pushDevices: "Devices for pushes",
    pushed: "Pushed", rate: "Rate", ready: "Ready", readyWithWarnings: "Ready, with warnings", reason: "Reason",
    recalled: "(recalled)", receipt: "Receipt", replay: "Deliver again from here",
    replayQuestion: "Deliver everything to {0} once more, from {1} on?", result: "Result", role: "Role", rule: "Rule",
    runningSince: "Running since",
    runsAlone: "This gateway runs alone.",
    scopes: "Scopes", secret: "Secret", session: "Session", sessionLost: "A session was lost", sessions: "Sessions",
    setAside: "set aside", setting: "Setting", settings: "Settings", show: "Show", shown: "Shown", shows: "Shows", signIn: "Sign in",
    signInNote: "With the name and the secret of an admin key.", signInTitle: "Martlet console", signOut: "Sign out",
    signedInAs: "Key {0}", since: "Since", state: "State", text: "Text", time: "Time", token: "Token",
    tokenKeys: "Keys of users' tokens",
    tooLong: "longer than is measured", tooMany: "More events come than can be shown: these are some of them.",
    types: "Types", unread: "Unread", upToDate: "Up to date.", user: "User", users: "Users", userTitle: "User {0}",
    value: "Value", version: "Version", views: "Views", waitingForEvents: "Waiting for events.", webhooks: "Webhooks",
    whiteList: "White list", whyNoPush: "Why was it not pushed?", yes: "yes",
};

export const languages = { en: "English", "zh-Hans": "简体中文" };
export const dictionaries = { en: english, "zh-Hans": chinese };

const browsers = navigator.languages.find((name) => /^(en|zh)\b/.test(name))?.startsWith("zh") ? "zh-Hans" : "en";
const chosen = localStorage.getItem("martlet.language");
export const language = chosen in languages ? chosen : browsers;

export function choose(name) {
    localStorage.setItem("martlet.language", name);
    location.reload();
}

/** The text of a name; `{0}` and so on are replaced. */
export function t(name, ...values) {
    const text = dictionaries[language][name];
    if (text === undefined) throw new Error(`there is no text ${name}`);
    return text.replace(/\{(\d)\}/g, (_, place) => values[place]);
}

const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
export const time = (milliseconds) => times.format(milliseconds);

/** With at most three digits that tell something. */
export const number = (value, unit) =>
    new Intl.NumberFormat(language, value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }).format(value) + unit;
