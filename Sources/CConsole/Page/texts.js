/** The console's texts, in the language that was chosen, or else in the browser's. */
import { chinese } from "./textsChinese.js";

const english = {
    about: "About", access: "Who may follow", "access.claim": "users with a claim",
    "access.guests": "everybody, guests too", "access.open": "all users", accounts: "Accounts", actor: "Actor",
    address: "Address", addresses: "Addresses", adminKeys: "Admin keys", admins: "Admins", algorithm: "Algorithm",
    allEndpoints: "All endpoints", allMuted: "all muted", announcement: "announcement", answer: "Answer",
    asJSON: "As JSON", attempts: "Attempts", audience: "To", "audience.act.all": "Tell all users",
    "audience.act.online": "Tell who is online", "audience.all": "all users",
    "audience.online": "only who is online now", "audit.act": "act", "audit.failedLogin": "failed login",
    "audit.login": "login", "audit.read": "read", auditLog: "Audit log", auditOf: "Audit log of {0}",
    avatar: "avatar", badge: "Badge", beginning: "The conversation begins here.", broadcast: "Broadcast",
    broadcastQuestion: "Tell this: “{0}”?", broadcasts: "Broadcasts", "broadcastState.expired": "expired",
    "broadcastState.past": "before the last start", "broadcastState.stopped": "stopped",
    "broadcastState.telling": "being told", "broadcastState.told": "told", bytes: "Bytes", cancel: "Cancel",
    certificates: "Certificates", channel: "Channel", channels: "Channels", channelTitle: "Channel {0}",
    chart: "{0}, last five minutes. Now: {1}. Highest: {2}.", "chart.commits": "Commits",
    "chart.messages": "Messages", "chart.outboxes": "Outboxes", "chart.process": "Process", "chart.pushes": "Pushes",
    "chart.replies": "Replies", "chart.requests": "Requests", "chart.sessions": "Sessions",
    "chart.store": "Waiting for the store", "chart.webhooks": "Webhooks",
    chartOf: "{0}, from {3} to {4}. Last: {1}. Highest: {2}.", conversation: "Conversation",
    conversations: "Conversations", conversationTitle: "Conversation {0}", createGroup: "Create a group",
    daysLeft: "{0} days left", default: "Default", delivered: "delivered", description: "Description",
    details: "Details", device: "Device", disable: "Disable", disabled: "Disabled",
    disabledNote: "What is read in the user’s name, conversations and groups, is not shown while the account is disabled.",
    disableGroupQuestion: "Disable {0}? Nobody can send to it or change it.",
    disableUserQuestion: "Disable {0}? Its sessions end, and it opens no new ones.", dueAt: "Due",
    earlier: "Earlier messages", edited: "edited", enable: "Enable again",
    enableGroupQuestion: "Let {0} be used again?", enableUserQuestion: "Let {0} open sessions again?", ended: "ended",
    endpoint: "Endpoint", endpoints: "Endpoints", endpointTitle: "Endpoint {0}", ends: "Ends", epoch: "Epoch",
    event: "Event", events: "Events", everything: "everything", everywhere: "everywhere", expired: "(expired)",
    expires: "expires", explain: "Explain", file: "File", files: "Files", filter: "Filter", find: "Find",
    findHint: "Id of a user, group, channel or message", findKey: "Press / to come here",
    findNote: "Ids are compared letter by letter. Messages are found for as long as they are kept.",
    findTitle: "What has the id {0}", followers: "Followers", follows1: "Follows presence of",
    follows2: "Follows profiles of", forced: "Forced", found: "Found", friends: "Friends", from: "From",
    group: "Group", groups: "Groups", groupTitle: "Group {0}", handledAt: "Handled at", handledBy: "Handled by",
    hosts: "Hosts", id: "Id", issuer: "Issuer", keys: "Keys and certificates", kick: "Kick",
    kickAll: "Kick all sessions", kickQuestion: "End sessions of {0}? The devices may come back.",
    kickReason: "Reason, which the device is told", kind: "Kind", "kind.audio": "audio",
    "kind.call": "call", "kind.custom": "message of the application", "kind.file": "file", "kind.image": "image",
    "kind.location": "location", "kind.notification": "notification", "kind.text": "text", "kind.tip": "tip",
    "kind.video": "video", lag: "Lag", lagOf: "{0} records, {1} ms", language: "Language",
    lastMessage: "Last message", laterToOne: "Only a message to one user or group can be sent later.",
    leader: "Leader", "line.connections": "connections", "line.delay": "oldest waits, s",
    "line.deliveries": "deliveries", "line.done": "done", "line.failed": "failed", "line.half": "50 %",
    "line.memory": "memory, MiB", "line.most": "99 %", "line.parked": "parked", "line.perSecond": "per second",
    "line.processor": "processor, %", "line.reads": "reads", "line.refused": "refused", "line.sent": "sent",
    "line.sessions": "sessions", "line.waiting": "waiting", "line.writes": "writes", meaning: "Meaning",
    media: "Pictures and files", "media.accept": "Accept",
    "media.acceptQuestion": "Let everybody read this file who has it in a message?", "media.delete": "Delete",
    "media.deleted": "deleted", "media.deleteQuestion": "Delete this file? Messages stay, and show that it is gone.",
    "media.open": "Open the file", "media.pending": "waits for a review", "media.pixels": "Pixels",
    "media.ready": "ready", "media.refuse": "Refuse", "media.refused": "refused",
    "media.refuseQuestion": "Refuse this file? Its bytes are removed for good.", "media.type": "Type",
    "media.uploading": "not complete", "media.verified": "Checked", "media.verified.digest": "by its digest",
    "media.verified.size": "by its size", mediaOf: "Files of {0}", memberIDs: "Members, by their ids",
    members: "Members", message: "Message", messageID: "Message id", messages: "Messages",
    messagesByKind: "Messages by kind", messageTitle: "Message {0}", minutesAgo: "{0} min ago",
    mustBe: "Must be {0}.", muteAll: "Mute all", muteAllQuestion: "Mute ordinary members of {0}?", muted: "Muted",
    name: "Name", "navigation.deliveries": "Sending", "navigation.gateway": "Gateway", "navigation.now": "Now",
    "navigation.people": "People", newestFirst: "Newest first", next: "Next", no: "no",
    noAnswer: "The gateway does not answer.", noAnswerOf: "no answer", nobody: "nobody",
    "node.candidate": "taking over", "node.follower": "follower", "node.gone": "gone", "node.halted": "stopped",
    "node.joining": "joining", "node.leader": "leader", nodes: "Nodes",
    noEndpoints: "The setting events.endpoints names none.",
    noKeyMake: "Make a file with a key. The command shows its name and its secret.",
    noKeyName: "Name the file in the section “auth” of the configuration.",
    noKeyNote: "Nobody can sign in before it has one. On the gateway's machine:",
    noKeyRestart: "Restart the gateway, and load this page again.", noKeyTitle: "This gateway has no admin key",
    noMessage: "There is no such message, or it is no longer kept.", noSuchUser: "no such user",
    notAllowed: "The key's scopes do not have what this page needs: {0}", notDecided: "Not decided yet", note: "Note",
    nothing: "Nothing", nothingFound: "Nothing has the id “{0}”.", notPushed: "Not pushed", notReady: "Not ready",
    notSent: "Not sent", notShown: "not shown", now: "now", number: "Number", online: "Online",
    onlyChanged: "only those that differ from the default", opened: "opened", operation: "Operation",
    others: "{0} others", otherUser: "The other user", overview: "Overview", owner: "Owner", parked: "parked",
    parkedTitle: "What {0} does not take", pause: "Pause", pinned: "pinned", platform: "Platform",
    position: "Position", previous: "Previous", "problem.certificates": "Certificates", "problem.cluster": "Cluster",
    "problem.draining": "Shutting down", "problem.events": "Webhooks", "problem.hooks": "Hooks",
    "problem.issuers": "Issuers of tokens", "problem.lag": "Behind the log", "problem.leader": "No leader",
    "problem.pushes": "Pushes", "problem.settings": "Other settings than the leader", "problem.store": "Store",
    provider: "Provider", publishers: "Publishers", pushDevices: "Devices for pushes", pushed: "Pushed",
    "pushState.accepted": "accepted", "pushState.expired": "expired", "pushState.refused": "refused",
    "pushState.unregistered": "unregistered", "pushState.waiting": "waiting", rate: "Rate", readMessages: "Read them",
    ready: "Ready", readyWithWarnings: "Ready, with warnings", reason: "Reason",
    "reason.expired": "the message has expired", "reason.groupBlocked": "the user has blocked the group",
    "reason.mentionsOnly": "the user wants pushes only when mentioned",
    "reason.noDevice": "the user has no device to push to", "reason.noProvider": "the gateway has no push service",
    "reason.notification": "notifications of groups are not pushed",
    "reason.notifyManagersOnly": "the user wants only pushes of the group’s admins",
    "reason.notifyNone": "the user wants no pushes of the group", "reason.notMember": "the user is not in the group",
    "reason.notMentioned": "the user takes only messages that mention it", "reason.online": "the user had a session",
    "reason.ownMessage": "it is the user’s own message", "reason.quietHours": "it was in the user’s quiet hours",
    "reason.recalled": "the message was recalled", "reason.refused": "the user takes no messages of the conversation",
    "reason.switchedOff": "pushes are switched off for the message",
    "reason.withoutPush": "the user wants the conversation without pushes", recall: "Recall", recalled: "(recalled)",
    recallQuestion: "Take this message back from everybody?", recallReason: "Reason, for all to read",
    receipt: "Receipt", receivers: "Ids of users, or group_ and the id of one group",
    replay: "Deliver again from here", replayQuestion: "Deliver everything to {0} once more, from {1} on?",
    "reportAct.dismissed": "Dismiss", "reportAct.open": "Open again", "reportAct.resolved": "Resolve",
    "reportAct.taken": "Take", reporter: "Reporter", "reportReason.abuse": "abuse", "reportReason.fraud": "fraud",
    "reportReason.illegal": "illegal", "reportReason.other": "other", "reportReason.sexual": "sexual content",
    "reportReason.spam": "spam", "reportReason.violence": "violence", "reportReason.words": "word list",
    reports: "Reports", "reportState.dismissed": "dismissed", "reportState.open": "open",
    "reportState.resolved": "resolved", "reportState.taken": "taken", reportTitle: "Report {0}", result: "Result",
    revoke: "Revoke tokens",
    revokeQuestion: "Revoke all tokens of {0}? Its sessions end, and its devices need new ones.", role: "Role",
    "role.admin": "admin", "role.member": "member", "role.owner": "owner", room: "Live room",
    rowsOf: "{0}–{1} of {2}", rowsOfMore: "{0}–{1} of {2} and more", rule: "Rule", runningSince: "Running since",
    runsAlone: "This gateway runs alone.", "said.accepted": "{0} accepted an invitation",
    "said.addedAdmin": "{0} made {1} an admin", "said.changedGroup": "{0} changed the group",
    "said.endedGroup": "{0} ended the group", "said.invited": "{0} invited {1}", "said.joined": "{1} joined",
    "said.left": "{0} left", "said.muted": "{0} muted {1}", "said.name": "name",
    "said.newOwner": "{0} made {1} the owner", "said.removed": "{0} removed {1}",
    "said.removedAdmin": "{0} took the admin’s role from {1}", "said.unmuted": "{0} unmuted {1}",
    "said.value": "{0}: {1}", "said.with": "{0} ({1})", saveCSV: "Save as CSV", scheduled: "Scheduled messages",
    scopes: "Scopes", secondsAgo: "{0} s ago", secret: "Secret", send: "Send", sendAt: "When, if not now",
    sentLater: "It waits among the scheduled messages.", sentTo: "Sent to {0}.", session: "Session",
    sessionLost: "A session was lost", sessions: "Sessions", setAside: "set aside", setting: "Setting",
    settings: "Settings", show: "Show", shown: "Shown", shows: "Shows", signedInAs: "Key {0}", signIn: "Sign in",
    signInNote: "With the name and the secret of an admin key.", signInTitle: "Martlet console", signOut: "Sign out",
    since: "Since", soonestFirst: "Soonest first", sortBy: "Sort by {0}", span: "Time span", "span.days": "30 days",
    "span.hours": "24 hours", state: "State", statistics: "Statistics", "statistics.line.accepted": "accepted",
    "statistics.line.activeUsers": "active users", "statistics.line.failed": "not accepted",
    "statistics.line.groups": "groups", "statistics.line.messages": "all", "statistics.line.newUsers": "new users",
    "statistics.line.peak": "most at a time", "statistics.line.reports": "reports",
    "statistics.line.rooms": "live rooms", "statistics.line.texts": "texts", "statistics.made": "Newly made",
    "statistics.messages": "Messages", "statistics.pushes": "Pushes", "statistics.sessions": "Sessions",
    "statistics.users": "Users", stop: "Stop", stopQuestion: "Stop broadcast {0}? Those who have it keep it.",
    superTeam: "super team", systemMessage: "System message",
    systemMessageNote: "From the system sender, which the setting accounts.systemSender names.",
    systemMessageQuestion: "Send “{0}” to {1}?", takeBack: "Take back",
    takeBackQuestion: "Take back “{0}” before it is sent?", takesAll: "takes everything",
    takesNot: "does not take {0}", team: "team", text: "Text", time: "Time", token: "Token",
    tokenKeys: "Keys of users' tokens", told: "Told", toldOf: "{0} of {1} sessions",
    tooLong: "longer than is measured", tooMany: "More events come than can be shown: these are some of them.",
    types: "Types", unknown: "other", unmuteAll: "Unmute all",
    unmuteAllQuestion: "Let all members of {0} speak again?", unread: "Unread", uploadTitle: "File {0}",
    upToDate: "Up to date.", user: "User", users: "Users", userTitle: "User {0}", value: "Value", version: "Version",
    views: "Views", waitingForEvents: "Waiting for events.", webhooks: "Webhooks", whiteList: "White list",
    whyNoPush: "Why not pushed?", wordList: "word list", write: "Write",
    writeGroupQuestion: "Write “{0}” to the group as the system sender?",
    writeQuestion: "Write to {0} as the system sender", yes: "yes",
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

/** Whether there is a text of that name: the gateway may say what the console does not know yet. */
export const has = (name) => name in english;

const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
export const time = (milliseconds) => times.format(milliseconds);
const clocks = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
export const clock = (milliseconds) => clocks.format(milliseconds);
const days = new Intl.DateTimeFormat(language, { dateStyle: "full" });
export const day = (milliseconds) => days.format(milliseconds);
const hours = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
export const hourOf = (milliseconds) => hours.format(milliseconds);
/** Statistics count days in UTC. */
const utcDays = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
export const utcDay = (milliseconds) => utcDays.format(milliseconds);

/** With at most three digits that tell something. */
export const number = (value, unit) =>
    new Intl.NumberFormat(language, value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }).format(value) + unit;
