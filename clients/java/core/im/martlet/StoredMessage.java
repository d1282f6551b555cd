package im.martlet;

import im.martlet.json.Json;

/** An own message as it was stored: what was sent, unless the gateway says otherwise, with its place. */
final class StoredMessage {
    /** The settings of `message.send` that a message has only if they are not true. */
    private static final String[] USUAL = {
        "history", "roaming", "sync", "persist", "shouldBeCounted", "apnsEnabled", "apnsWithPrefix", "route"
    };

    private StoredMessage() {}

    /** @param reply to `message.send` */
    static Json of(OutboxEntry entry, String user, Json reply) {
        if (reply.has("message")) return reply.at("message");
        Json sent = entry.message;
        Json.Builder message = Json.object().put("clientMsgId", entry.clientMsgId)
            .put("sessionType", entry.conversationID.startsWith("group_") ? 1 : 0).put("from", user)
            .put("type", sent.get("type")).put("body", sent.get("body")).put("atUserList", sent.get("atUserList"))
            .put("apnsContent", sent.get("apnsContent"));
        if (sent.integer("expireSeconds", 0) > 0) {
            message.put("expireAt", reply.integer("time") + 1000 * sent.integer("expireSeconds"));
        }
        for (String name : USUAL) if (sent.has(name) && !sent.isTrue(name)) message.put(name, false);
        if (sent.isTrue("teamReceipt")) message.put("teamReceipt", true);
        return message.putAll(reply).build();
    }
}
