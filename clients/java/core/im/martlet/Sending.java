package im.martlet;

import im.martlet.json.Json;

/** A message on its way. */
public final class Sending {
    /** The message's name, by which the outbox and the stored message have it. */
    public final String clientMsgId;
    /** The message as the gateway has stored it, however long that takes. */
    public final Reply<Json> stored;

    Sending(String clientMsgId, Reply<Json> stored) {
        this.clientMsgId = clientMsgId;
        this.stored = stored;
    }
}
