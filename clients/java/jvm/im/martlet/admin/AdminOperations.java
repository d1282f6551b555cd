// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.StatisticPeriod;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Operations by their names: one function for each family. */
public interface AdminOperations extends Caller {
    default AdminSessionCalls session() {
        return new AdminSessionCalls(this);
    }

    default AdminUserCalls user() {
        return new AdminUserCalls(this);
    }

    default AdminMessageCalls message() {
        return new AdminMessageCalls(this);
    }

    default AdminNotificationCalls notification() {
        return new AdminNotificationCalls(this);
    }

    default AdminProfileCalls profile() {
        return new AdminProfileCalls(this);
    }

    default AdminMediaCalls media() {
        return new AdminMediaCalls(this);
    }

    default AdminFriendCalls friend() {
        return new AdminFriendCalls(this);
    }

    default AdminBlacklistCalls blacklist() {
        return new AdminBlacklistCalls(this);
    }

    default AdminGroupCalls group() {
        return new AdminGroupCalls(this);
    }

    default AdminChannelCalls channel() {
        return new AdminChannelCalls(this);
    }

    default AdminBroadcastCalls broadcast() {
        return new AdminBroadcastCalls(this);
    }

    default AdminRoomCalls room() {
        return new AdminRoomCalls(this);
    }

    default AdminCallCalls call() {
        return new AdminCallCalls(this);
    }

    default AdminReportCalls report() {
        return new AdminReportCalls(this);
    }

    default AdminUserProfileCalls userProfile() {
        return new AdminUserProfileCalls(this);
    }

    default AdminPresenceCalls presence() {
        return new AdminPresenceCalls(this);
    }

    default AdminPushCalls push() {
        return new AdminPushCalls(this);
    }

    default AdminAccountCalls account() {
        return new AdminAccountCalls(this);
    }

    default AdminTokenCalls token() {
        return new AdminTokenCalls(this);
    }

    default AdminEventsCalls events() {
        return new AdminEventsCalls(this);
    }

    default AdminSettingCalls setting() {
        return new AdminSettingCalls(this);
    }

    default AdminKeyCalls key() {
        return new AdminKeyCalls(this);
    }

    default AdminAuditCalls audit() {
        return new AdminAuditCalls(this);
    }

    default AdminGatewayCalls gateway() {
        return new AdminGatewayCalls(this);
    }

    default AdminClusterCalls cluster() {
        return new AdminClusterCalls(this);
    }

    /**
     * Tells all users something, or all who are online: `broadcast.new`. When the reply comes, it is on the disk,
     * and sessions are being told; a repeated request gets the same reply.
     *
     * @param clientMsgId The backend's own id for it, such as a UUID. No other broadcast has it.
     * @param type text, image, audio, video, location, file, tip, custom.
     * @param body The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
     *     `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    default CompletableFuture<BroadcastResult> broadcast(String clientMsgId, long type, Json body) {
        return broadcast(new BroadcastRequest(clientMsgId, type, body));
    }

    /**
     * Tells all users something, or all who are online: `broadcast.new`. When the reply comes, it is on the disk,
     * and sessions are being told; a repeated request gets the same reply.
     */
    default CompletableFuture<BroadcastResult> broadcast(BroadcastRequest request) {
        return request("admin.broadcast", request.toJson(), RequestOptions.USUAL).thenApply(BroadcastResult::new);
    }

    /** Replies, which shows that the key is valid. */
    default CompletableFuture<PingResult> ping() {
        return request("admin.ping", Json.object().build(), RequestOptions.USUAL).thenApply(PingResult::new);
    }

    /**
     * Returns what was counted in each hour or day, the oldest first: up to 1,000 hours or days. Where nothing
     * was counted there is no period.
     */
    default CompletableFuture<StatisticsResult> statistics() {
        return statistics(new StatisticsRequest());
    }

    /**
     * Returns what was counted in each hour or day, the oldest first: up to 1,000 hours or days. Where nothing
     * was counted there is no period.
     */
    default CompletableFuture<StatisticsResult> statistics(StatisticsRequest request) {
        return request("admin.statistics", request.toJson(), RequestOptions.USUAL)
            .thenApply(StatisticsResult::new);
    }

    /**
     * What is given to `admin.broadcast`.
     *
     * clientMsgId: The backend's own id for it, such as a UUID. No other broadcast has it.
     * type: text, image, audio, video, location, file, tip, custom.
     * body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`;
     * type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
     */
    public static final class BroadcastRequest {
        private final String clientMsgId;
        private final long type;
        private final Json body;
        private BroadcastAudience to;
        private Long expireSeconds;

        public BroadcastRequest(String clientMsgId, long type, Json body) {
            this.clientMsgId = clientMsgId;
            this.type = type;
            this.body = body;
        }

        /**
         * `all` (default): devices that are away get it when they come; `online`: only the sessions that are open
         * now.
         */
        public BroadcastRequest to(BroadcastAudience to) {
            this.to = to;
            return this;
        }

        /** After so many seconds nobody is told any more. */
        public BroadcastRequest expireSeconds(Long expireSeconds) {
            this.expireSeconds = expireSeconds;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("clientMsgId", clientMsgId)
                .put("type", type)
                .put("body", Members.json(body, Members.ANY))
                .put("to", Members.json(to, BroadcastAudience::toJson))
                .put("expireSeconds", expireSeconds)
                .build();
        }
    }

    /** The result of `admin.broadcast`. */
    public static final class BroadcastResult extends Value {
        /** The broadcast's number. */
        public final long seq;
        /** When the gateway accepted it. */
        public final long time;

        public BroadcastResult(Json json) {
            seq = Members.required(json, "seq", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("seq", seq)
                .put("time", time)
                .build();
        }
    }

    /** The result of `admin.ping`. */
    public static final class PingResult extends Value {
        /** The name of the key that opened the session. */
        public final String key;
        /** The user in whose name the session acts. Absent if none was given. */
        public final String operatorId;
        /** The gateway's version. */
        public final String version;
        /** The gateway's clock. */
        public final long serverTime;

        public PingResult(Json json) {
            key = Members.required(json, "key", Json::asString);
            operatorId = Members.optional(json, "operatorId", Json::asString);
            version = Members.required(json, "version", Json::asString);
            serverTime = Members.required(json, "serverTime", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("key", key)
                .put("operatorId", operatorId)
                .put("version", version)
                .put("serverTime", serverTime)
                .build();
        }
    }

    /** What is given to `admin.statistics`. */
    public static final class StatisticsRequest {
        private Long since;
        private Long until;
        private Boolean byDay;
        private Boolean csv;

        public StatisticsRequest() {
        }

        /** Only periods from this one on, in milliseconds since 1970. Left out: the last 30 days. */
        public StatisticsRequest since(Long since) {
            this.since = since;
            return this;
        }

        /** Only periods that began before then. */
        public StatisticsRequest until(Long until) {
            this.until = until;
            return this;
        }

        /** Days (UTC) instead of hours. */
        public StatisticsRequest byDay(Boolean byDay) {
            this.byDay = byDay;
            return this;
        }

        /** `csv` instead of `periods`. */
        public StatisticsRequest csv(Boolean csv) {
            this.csv = csv;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("since", since)
                .put("until", until)
                .put("byDay", byDay)
                .put("csv", csv)
                .build();
        }
    }

    /** The result of `admin.statistics`. */
    public static final class StatisticsResult extends Value {
        /** The periods. */
        public final List<StatisticPeriod> periods;
        /** The same as comma-separated values, with a line for each period. */
        public final String csv;

        public StatisticsResult(Json json) {
            periods = Members.optional(json, "periods", Members.list(StatisticPeriod::new));
            csv = Members.optional(json, "csv", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("periods", Members.json(periods, Members.listJson(StatisticPeriod::toJson)))
                .put("csv", csv)
                .build();
        }
    }
}
