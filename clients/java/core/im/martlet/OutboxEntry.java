package im.martlet;

import im.martlet.json.Json;
import java.util.Collections;
import java.util.List;

/** A message that was not acknowledged yet. It never changes: what becomes of it is another entry. */
public final class OutboxEntry {
    public final String clientMsgId;
    public final String conversationID;
    /** When it was written, by this device's clock. */
    public final long time;
    /** The parameters of `message.send`; as long as it is uploading, without `media` and perhaps without `type`. */
    public final Json message;
    /** What is uploaded before the message goes out, with the `name` by which the application finds it. */
    public final List<Json> files;
    /** Why the gateway has refused it; null: it waits. */
    public final MartletException error;
    /** It is only in memory: a crash forgets it. */
    public final boolean isUnsaved;

    OutboxEntry(
            String clientMsgId, String conversationID, long time, Json message, List<Json> files,
            MartletException error, boolean isUnsaved) {
        this.clientMsgId = clientMsgId;
        this.conversationID = conversationID;
        this.time = time;
        this.message = message;
        this.files = files;
        this.error = error;
        this.isUnsaved = isUnsaved;
    }

    static OutboxEntry of(Json kept) {
        MartletException error = kept.has("error") ? MartletException.of(kept.at("error")) : null;
        return new OutboxEntry(kept.string("clientMsgId"), kept.string("conversationID"), kept.integer("time"),
            kept.at("message"), kept.list("files"), error, false);
    }

    Json toJson() {
        return Json.object().put("clientMsgId", clientMsgId).put("conversationID", conversationID).put("time", time)
            .put("message", message).put("files", files.isEmpty() ? null : Json.array(files)).put("state", state())
            .put("error", error == null ? null : error.toJson()).build();
    }

    private String state() {
        return isUploading() ? "uploading" : isWaiting() ? "waiting" : "failed";
    }

    /** It goes out when it is its turn. */
    public boolean isWaiting() {
        return error == null && files.isEmpty();
    }

    /** It waits for its files. Messages that were written later go before it. */
    public boolean isUploading() {
        return error == null && !files.isEmpty();
    }

    OutboxEntry failed(MartletException reason) {
        return new OutboxEntry(clientMsgId, conversationID, time, message, files, reason, isUnsaved);
    }

    /** All files have arrived. */
    OutboxEntry uploaded(Json complete) {
        return new OutboxEntry(clientMsgId, conversationID, time, complete, Collections.emptyList(), null, isUnsaved);
    }

    OutboxEntry unsaved() {
        return new OutboxEntry(clientMsgId, conversationID, time, message, files, error, true);
    }

    /** Whether the gateway's history has it. */
    boolean hasHistory() {
        return !message.has("history") || message.isTrue("history");
    }
}
