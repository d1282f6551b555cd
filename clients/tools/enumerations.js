/**
 * Gives sets of texts a name, for languages that need one. A set has the name of the place where it is first, unless a
 * better one stands here. Sets of numbers have no names in the document, and stay numbers.
 */

const better = new Map(
    Object.entries({
        APIErrorName: "ErrorName",
        APIErrorSystem: "ErrorSystem",
        AdminAuditListKind: "AuditKind",
        AdminBroadcastStatusResultState: "BroadcastState",
        AdminBroadcastTo: "BroadcastAudience",
        AdminClusterStatusResultNodeRole: "NodeRole",
        AdminEventsParkedResultEventState: "ParkedState",
        AdminGatewayLogLevelResultLevel: "LogLevel",
        AdminNotificationSendApnsPayloadClass: "PushClass",
        AdminNotificationSendApnsPayloadLevel: "PushLevel",
        AdminPushReceiptsReceiptEvent: "PushOutcome",
        AdminPushTestResultOutcome: "PushTestOutcome",
        ChannelInfoResultAccess: "ChannelAccess",
        ConversationGroupType: "GroupKind",
        MessageHistoryDirection: "HistoryDirection",
        MessageSearchResultHitMatchMember: "MatchedMember",
        PushExplainResultDeviceState: "PushState",
        PushReceiptEvent: "PushReceiptKind",
        PushRegisterPreview: "PushPreview",
        PushRegisterProvider: "PushProvider",
        SessionKickedEventReason: "KickReason",
        SessionOpenPlatform: "Platform",
        SessionOpenResultResumeUserVerdict: "Verdict",
        SessionOpenResultResumeUserWhy: "ResetReason",
        SessionOpenResultRole: "Role",
    }),
);

/**
 * The sets by their values, and how each is called.
 * @param {import("./document.js").Model} model
 * @returns {Map<string, {name: string, values: string[]}>}
 */
export function enumerations({ schemas, operations, events }) {
    const found = new Map();
    const walk = (type, place) => {
        if (type.kind === "enum" && type.base === "string") {
            const key = keyOf(type);
            if (!found.has(key)) found.set(key, { name: better.get(place) ?? place, values: type.values });
        }
        for (const member of type.members ?? []) {
            walk(member.type, type.name + member.name[0].toUpperCase() + member.name.slice(1));
        }
        for (const part of [type.of ?? []].flat()) walk(part, place);
    };
    for (const { type } of schemas) walk(type, "");
    for (const { data, result } of operations) [data, result].forEach((type) => walk(type, ""));
    for (const { data } of events) walk(data, "");
    const names = [...found.values()].map(({ name }) => name);
    const lost = [...better.values()].filter((name) => !names.includes(name));
    if (lost.length > 0) throw new Error(`no place has the names ${lost.join(", ")}: see enumerations.js`);
    if (new Set(names).size < names.length) throw new Error("two sets of values have one name: see enumerations.js");
    return found;
}

export const keyOf = ({ values }) => values.join(" ");
