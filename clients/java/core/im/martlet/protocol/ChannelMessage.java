// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class ChannelMessage extends Value {
    /** The channel's id. */
    public final String channelID;
    /** The message's id, in digits. */
    public final String msgId;
    /** The publisher's own id for the message. */
    public final String clientMsgId;
    /** The message's number in the channel. */
    public final long seq;
    /** The user who published it; absent if a backend did, in nobody's name. */
    public final String from;
    /** As it was published. */
    public final long type;
    /** As it was published. */
    public final Json body;
    /** When the gateway accepted the message. */
    public final long time;
    /** Only if its publisher was erased: the body is empty. */
    public final Boolean isErased;

    public ChannelMessage(Json json) {
        channelID = Members.required(json, "channelID", Json::asString);
        msgId = Members.required(json, "msgId", Json::asString);
        clientMsgId = Members.required(json, "clientMsgId", Json::asString);
        seq = Members.required(json, "seq", Json::asLong);
        from = Members.optional(json, "from", Json::asString);
        type = Members.required(json, "type", Json::asLong);
        body = Members.required(json, "body", Members.ANY);
        time = Members.required(json, "time", Json::asLong);
        isErased = Members.optional(json, "isErased", Json::asBoolean);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("channelID", channelID)
            .put("msgId", msgId)
            .put("clientMsgId", clientMsgId)
            .put("seq", seq)
            .put("from", from)
            .put("type", type)
            .put("body", Members.json(body, Members.ANY))
            .put("time", time)
            .put("isErased", isErased)
            .build();
    }
}
