// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class Call extends Value {
    public final String callID;
    /** As this user sees it. */
    public final String conversationID;
    /** The inviter. */
    public final String from;
    /** As the inviter has sent it. */
    public final String kind;
    /** When the inviter called. */
    public final long time;
    /** The inviter first. */
    public final List<CallUser> users;
    /** Absent: it goes on. */
    public final Ended ended;

    public Call(Json json) {
        callID = Members.required(json, "callID", Json::asString);
        conversationID = Members.required(json, "conversationID", Json::asString);
        from = Members.required(json, "from", Json::asString);
        kind = Members.required(json, "kind", Json::asString);
        time = Members.required(json, "time", Json::asLong);
        users = Members.required(json, "users", Members.list(CallUser::new));
        ended = Members.optional(json, "ended", Ended::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("callID", callID)
            .put("conversationID", conversationID)
            .put("from", from)
            .put("kind", kind)
            .put("time", time)
            .put("users", Members.json(users, Members.listJson(CallUser::toJson)))
            .put("ended", Members.json(ended, Ended::toJson))
            .build();
    }

    public static final class Ended extends Value {
        public final CallEndedOutcome outcome;
        /** For how long it was spoken. */
        public final long seconds;

        public Ended(Json json) {
            outcome = Members.required(json, "outcome", CallEndedOutcome::new);
            seconds = Members.required(json, "seconds", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("outcome", Members.json(outcome, CallEndedOutcome::toJson))
                .put("seconds", seconds)
                .build();
        }
    }
}
