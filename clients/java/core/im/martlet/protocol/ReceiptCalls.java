// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import java.util.concurrent.CompletableFuture;

/** The operations `receipt.…`. */
public final class ReceiptCalls {
    private final Caller caller;
    private final RequestOptions options;

    public ReceiptCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private ReceiptCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public ReceiptCalls with(RequestOptions options) {
        return new ReceiptCalls(caller, options);
    }

    /**
     * Tells the other user that the caller has read everything up to a time. An older time does nothing.
     *
     * @param conversationID `c2c_` and the other user's id.
     * @param timestamp The `time` of the newest message read, in milliseconds. A time in the future counts as
     *     now.
     */
    public CompletableFuture<Void> send(String conversationID, long timestamp) {
        return caller.request("receipt.send", Json.object()
            .put("conversationID", conversationID)
            .put("timestamp", timestamp)
            .build(), options).thenApply(done -> null);
    }
}
