// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class StatisticPeriod extends Value {
    /** When the hour or the day began, UTC. */
    public final long time;
    /** Users who have opened a session or sent a message. */
    public final long activeUsers;
    /** Accounts that were made. */
    public final long newUsers;
    /** Groups that were made. */
    public final long groups;
    /** Live rooms that were made. */
    public final long rooms;
    /** Reports that were made. */
    public final long reports;
    /** The most sessions at a time, looked at once a second. */
    public final long peakSessions;
    /** Messages in conversations, the gateway's notifications included. */
    public final long messageCount;
    /** The same by kind; absent: none. */
    public final Messages messages;
    /** Pushes by what has become of them; absent: none. */
    public final Pushes pushes;

    public StatisticPeriod(Json json) {
        time = Members.required(json, "time", Json::asLong);
        activeUsers = Members.required(json, "activeUsers", Json::asLong);
        newUsers = Members.required(json, "newUsers", Json::asLong);
        groups = Members.required(json, "groups", Json::asLong);
        rooms = Members.required(json, "rooms", Json::asLong);
        reports = Members.required(json, "reports", Json::asLong);
        peakSessions = Members.required(json, "peakSessions", Json::asLong);
        messageCount = Members.required(json, "messageCount", Json::asLong);
        messages = Members.required(json, "messages", Messages::new);
        pushes = Members.required(json, "pushes", Pushes::new);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("time", time)
            .put("activeUsers", activeUsers)
            .put("newUsers", newUsers)
            .put("groups", groups)
            .put("rooms", rooms)
            .put("reports", reports)
            .put("peakSessions", peakSessions)
            .put("messageCount", messageCount)
            .put("messages", Members.json(messages, Messages::toJson))
            .put("pushes", Members.json(pushes, Pushes::toJson))
            .build();
    }

    public static final class Messages extends Value {
        public final Long text;
        public final Long image;
        public final Long audio;
        public final Long video;
        public final Long location;
        public final Long notification;
        public final Long file;
        public final Long tip;
        public final Long call;
        public final Long elements;
        public final Long merged;
        public final Long custom;

        public Messages(Json json) {
            text = Members.optional(json, "text", Json::asLong);
            image = Members.optional(json, "image", Json::asLong);
            audio = Members.optional(json, "audio", Json::asLong);
            video = Members.optional(json, "video", Json::asLong);
            location = Members.optional(json, "location", Json::asLong);
            notification = Members.optional(json, "notification", Json::asLong);
            file = Members.optional(json, "file", Json::asLong);
            tip = Members.optional(json, "tip", Json::asLong);
            call = Members.optional(json, "call", Json::asLong);
            elements = Members.optional(json, "elements", Json::asLong);
            merged = Members.optional(json, "merged", Json::asLong);
            custom = Members.optional(json, "custom", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("text", text)
                .put("image", image)
                .put("audio", audio)
                .put("video", video)
                .put("location", location)
                .put("notification", notification)
                .put("file", file)
                .put("tip", tip)
                .put("call", call)
                .put("elements", elements)
                .put("merged", merged)
                .put("custom", custom)
                .build();
        }
    }

    public static final class Pushes extends Value {
        public final Long accepted;
        public final Long refused;
        public final Long unregistered;
        public final Long expired;

        public Pushes(Json json) {
            accepted = Members.optional(json, "accepted", Json::asLong);
            refused = Members.optional(json, "refused", Json::asLong);
            unregistered = Members.optional(json, "unregistered", Json::asLong);
            expired = Members.optional(json, "expired", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("accepted", accepted)
                .put("refused", refused)
                .put("unregistered", unregistered)
                .put("expired", expired)
                .build();
        }
    }
}
