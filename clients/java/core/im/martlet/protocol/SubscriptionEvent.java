// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;

public final class SubscriptionEvent extends Value {
    /** The followed user. */
    public final String userId;
    /** As in `subscription.query`. */
    public final long subscribeType;
    /** Since when the caller follows the user. */
    public final long subscribeTime;
    /** For how many seconds. */
    public final long expiry;
    /** With types 1 and 3: for each platform whether the user is online there, and since when. */
    public final List<Detail> details;
    /** With types 1 and 3: as the user has set it. */
    public final Status status;
    public final HostedProfile userProfile;

    public SubscriptionEvent(Json json) {
        userId = Members.required(json, "userId", Json::asString);
        subscribeType = Members.required(json, "subscribeType", Json::asLong);
        subscribeTime = Members.required(json, "subscribeTime", Json::asLong);
        expiry = Members.required(json, "expiry", Json::asLong);
        details = Members.optional(json, "details", Members.list(Detail::new));
        status = Members.optional(json, "status", Status::new);
        userProfile = Members.optional(json, "userProfile", HostedProfile::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("userId", userId)
            .put("subscribeType", subscribeType)
            .put("subscribeTime", subscribeTime)
            .put("expiry", expiry)
            .put("details", Members.json(details, Members.listJson(Detail::toJson)))
            .put("status", Members.json(status, Status::toJson))
            .put("userProfile", Members.json(userProfile, HostedProfile::toJson))
            .build();
    }

    public static final class Detail extends Value {
        public final long eventValue;
        public final long changeTime;
        public final long platform;

        public Detail(Json json) {
            eventValue = Members.required(json, "eventValue", Json::asLong);
            changeTime = Members.required(json, "changeTime", Json::asLong);
            platform = Members.required(json, "platform", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("eventValue", eventValue)
                .put("changeTime", changeTime)
                .put("platform", platform)
                .build();
        }
    }

    public static final class Status extends Value {
        /** The line. */
        public final String text;
        /** Until when it is shown. Absent: until it is changed. */
        public final Long until;

        public Status(Json json) {
            text = Members.required(json, "text", Json::asString);
            until = Members.optional(json, "until", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("text", text)
                .put("until", until)
                .build();
        }
    }
}
