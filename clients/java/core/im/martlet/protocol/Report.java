// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class Report extends Value {
    /** The report's id, in digits. */
    public final String reportID;
    /** When it was made. */
    public final long time;
    /** How far it is. */
    public final ReportState state;
    /** What it is about. */
    public final ReportKind kind;
    /** The user who made it; absent: a word of `moderation.queuedWords`. */
    public final String reporter;
    /** The user whom it is about, or who wrote the message. */
    public final String userID;
    /** The message. */
    public final String msgId;
    /** The group. */
    public final String groupID;
    /** The room. */
    public final String roomID;
    /** Why. */
    public final ReportReason reason;
    /** The reporter's own words. */
    public final String text;
    /** The message, or the facts about the user, group or room, as they were then. */
    public final Json copy;
    /** The operators' note. */
    public final String note;
    /** The admin key that has changed the report last. */
    public final String handledBy;
    /** When that was. */
    public final Long handledAt;

    public Report(Json json) {
        reportID = Members.required(json, "reportID", Json::asString);
        time = Members.required(json, "time", Json::asLong);
        state = Members.required(json, "state", ReportState::new);
        kind = Members.required(json, "kind", ReportKind::new);
        reporter = Members.optional(json, "reporter", Json::asString);
        userID = Members.optional(json, "userID", Json::asString);
        msgId = Members.optional(json, "msgId", Json::asString);
        groupID = Members.optional(json, "groupID", Json::asString);
        roomID = Members.optional(json, "roomID", Json::asString);
        reason = Members.required(json, "reason", ReportReason::new);
        text = Members.required(json, "text", Json::asString);
        copy = Members.required(json, "copy", Members.ANY);
        note = Members.required(json, "note", Json::asString);
        handledBy = Members.optional(json, "handledBy", Json::asString);
        handledAt = Members.optional(json, "handledAt", Json::asLong);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("reportID", reportID)
            .put("time", time)
            .put("state", Members.json(state, ReportState::toJson))
            .put("kind", Members.json(kind, ReportKind::toJson))
            .put("reporter", reporter)
            .put("userID", userID)
            .put("msgId", msgId)
            .put("groupID", groupID)
            .put("roomID", roomID)
            .put("reason", Members.json(reason, ReportReason::toJson))
            .put("text", text)
            .put("copy", Members.json(copy, Members.ANY))
            .put("note", note)
            .put("handledBy", handledBy)
            .put("handledAt", handledAt)
            .build();
    }
}
