/** What the gateway says in numbers, in people's words: roles, kinds of messages, and what happened to a group. */
import { has, language, t } from "./texts.js";

export const role = (value) => t({ 0: "role.member", 1: "role.admin", 2: "role.owner" }[value] ?? "unknown");
export const groupKind = (value) => t({ team: "team", superTeam: "superTeam" }[value] ?? "unknown");

/** What the gateway may say with a word that the console does not know yet. */
export const worded = (name, word) => (has(`${name}.${word}`) ? t(`${name}.${word}`) : word);

/** docs/group-messages.md#notifications; super teams have numbers of their own from 401 on. */
const changes = ["invited", "removed", "left", "changedGroup", "endedGroup", "joined", "newOwner", "addedAdmin", "removedAdmin", "accepted", "muted"];
const ofSuperTeams = { 401: 0, 402: 1, 403: 2, 404: 3, 405: 4, 406: 6, 407: 7, 408: 8, 409: 10, 410: 5, 411: 9 };
/** By the tag of a value that was changed. */
const changed = { 3: "said.name", 14: "description", 15: "announcement", 20: "avatar", 100: "allMuted", 101: "allMuted" };

const listed = (texts) => new Intl.ListFormat(language, { type: "conjunction" }).format(texts);

function notification(from, { operationType, sourceID = from, targetIDs = [], attachment = {} }) {
    const change = changes[ofSuperTeams[operationType] ?? operationType] ?? "changedGroup";
    const whom = targetIDs.length > 5 ? [...targetIDs.slice(0, 5), t("others", targetIDs.length - 5)] : targetIDs;
    const told = t(change === "muted" && attachment.flag === false ? "said.unmuted" : `said.${change}`, sourceID, listed(whom));
    const values = Object.entries(attachment.values ?? {}).map(([tag, value]) => (tag in changed ? t("said.value", t(changed[tag]), Number(tag) < 100 ? value : t(value === "0" ? "no" : "yes")) : "")).filter(Boolean);
    return change === "changedGroup" && values.length ? t("said.with", told, listed(values)) : told;
}

const kinds = { 1: "image", 2: "audio", 3: "video", 4: "location", 6: "file", 10: "tip", 12: "call", 100: "custom" };

/** A message in a line. */
export function summary({ type, from, body = {}, recalled, isExpired }) {
    if (recalled) return t("recalled");
    if (isExpired) return t("expired");
    if (type === 0) return body.text ?? "";
    if (type === 5) return notification(from, body);
    if (type === 20) return (body.elements ?? []).map(summary).join(" ");
    const said = [body.text, body.name, body.title].find((text) => typeof text === "string" && text) ?? "";
    return `[${t(`kind.${kinds[type] ?? "custom"}`)}] ${said}`.trim();
}
