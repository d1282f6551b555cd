package im.martlet;

import im.martlet.json.Json;

/** A message that was not acknowledged yet. It never changes: what becomes of it is another entry. */
public final class OutboxEntry {
    public final String clientMsgId;
    public final String conversationID;
    /** When it was written, by this device's clock. */
    public final long time;
    /** The parameters of `message.send`. */
    public final Json message;
    /** Why the gateway has refused it; null: it waits. */
    public final MartletException error;
    /** It is only in memory: a crash forgets it. */
    public final boolean isUnsaved;

    OutboxEntry(
            String clientMsgId, String conversationID, long time, Json message, MartletException error,
            boolean isUnsaved) {
        this.clientMsgId = clientMsgId;
        this.conversationID = conversationID;
        this.time = time;
        this.message = message;
        this.error = error;
        this.isUnsaved = isUnsaved;
    }

    static OutboxEntry of(Json kept) {
        MartletException error = kept.has("error") ? MartletException.of(kept.at("error")) : null;
        return new OutboxEntry(kept.string("clientMsgId"), kept.string("conversationID"), kept.integer("time"),
            kept.at("message"), error, false);
    }

    Json toJson() {
        return Json.object().put("clientMsgId", clientMsgId).put("conversationID", conversationID).put("time", time)
            .put("message", message).put("state", isWaiting() ? "waiting" : "failed")
            .put("error", error == null ? null : error.toJson()).build();
    }

    public boolean isWaiting() {
        return error == null;
    }

    OutboxEntry failed(MartletException reason) {
        return new OutboxEntry(clientMsgId, conversationID, time, message, reason, isUnsaved);
    }

    OutboxEntry unsaved() {
        return new OutboxEntry(clientMsgId, conversationID, time, message, error, true);
    }

    /** Whether the gateway's history has it. */
    boolean hasHistory() {
        return !message.has("history") || message.isTrue("history");
    }
}
