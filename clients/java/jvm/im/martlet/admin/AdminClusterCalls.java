// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.cluster.…`. */
public final class AdminClusterCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminClusterCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminClusterCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminClusterCalls with(RequestOptions options) {
        return new AdminClusterCalls(caller, options);
    }

    /** Tells who leads the cluster, and how far each node is, as this node knows it. */
    public CompletableFuture<StatusResult> status() {
        return caller.request("admin.cluster.status", Json.object().build(), options).thenApply(StatusResult::new);
    }

    /**
     * Has another node of the cluster lead, whichever node is asked. The reply comes when it leads. At the
     * operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<HandOverResult> handOver() {
        return handOver(new HandOverRequest());
    }

    /**
     * Has another node of the cluster lead, whichever node is asked. The reply comes when it leads. At the
     * operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<HandOverResult> handOver(HandOverRequest request) {
        return caller.request("admin.cluster.handOver", request.toJson(), options).thenApply(HandOverResult::new);
    }

    public static final class StatusResultNode extends Value {
        public final String node;
        public final NodeRole role;
        public final long position;
        public final long lagRecords;
        public final long lagMilliseconds;
        public final long since;
        public final long seen;
        public final String version;

        public StatusResultNode(Json json) {
            node = Members.required(json, "node", Json::asString);
            role = Members.required(json, "role", NodeRole::new);
            position = Members.required(json, "position", Json::asLong);
            lagRecords = Members.required(json, "lagRecords", Json::asLong);
            lagMilliseconds = Members.required(json, "lagMilliseconds", Json::asLong);
            since = Members.required(json, "since", Json::asLong);
            seen = Members.required(json, "seen", Json::asLong);
            version = Members.required(json, "version", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("node", node)
                .put("role", Members.json(role, NodeRole::toJson))
                .put("position", position)
                .put("lagRecords", lagRecords)
                .put("lagMilliseconds", lagMilliseconds)
                .put("since", since)
                .put("seen", seen)
                .put("version", version)
                .build();
        }
    }

    /** The result of `admin.cluster.status`. */
    public static final class StatusResult extends Value {
        /** False: the gateway runs alone, and `nodes` is empty. */
        public final boolean clustered;
        /** The cluster's name. */
        public final String cluster;
        /** The node that answers. */
        public final String node;
        /** The node that leads; absent if this one knows of none. */
        public final String leader;
        /** Until when nobody else can lead, if the lease is not renewed. */
        public final Long leaseUntil;
        /** The number of the leader's turn. */
        public final Long epoch;
        /** The newest record of the log. */
        public final Long position;
        /** Requests of this node's clients that are not carried out yet. */
        public final Long waiting;
        /** By name. What is said of others is as of their last renewals. */
        public final List<StatusResultNode> nodes;

        public StatusResult(Json json) {
            clustered = Members.required(json, "clustered", Json::asBoolean);
            cluster = Members.optional(json, "cluster", Json::asString);
            node = Members.optional(json, "node", Json::asString);
            leader = Members.optional(json, "leader", Json::asString);
            leaseUntil = Members.optional(json, "leaseUntil", Json::asLong);
            epoch = Members.optional(json, "epoch", Json::asLong);
            position = Members.optional(json, "position", Json::asLong);
            waiting = Members.optional(json, "waiting", Json::asLong);
            nodes = Members.required(json, "nodes", Members.list(StatusResultNode::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("clustered", clustered)
                .put("cluster", cluster)
                .put("node", node)
                .put("leader", leader)
                .put("leaseUntil", leaseUntil)
                .put("epoch", epoch)
                .put("position", position)
                .put("waiting", waiting)
                .put("nodes", Members.json(nodes, Members.listJson(StatusResultNode::toJson)))
                .build();
        }
    }

    /** What is given to `admin.cluster.handOver`. */
    public static final class HandOverRequest {
        private String to;

        public HandOverRequest() {
        }

        /** The node that shall lead. Left out: the one that is least behind. */
        public HandOverRequest to(String to) {
            this.to = to;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("to", to)
                .build();
        }
    }

    /** The result of `admin.cluster.handOver`. */
    public static final class HandOverResult extends Value {
        /** The node that leads now. */
        public final String leader;
        /** The number of its turn. */
        public final long epoch;
        /** How long it took. */
        public final long milliseconds;

        public HandOverResult(Json json) {
            leader = Members.required(json, "leader", Json::asString);
            epoch = Members.required(json, "epoch", Json::asLong);
            milliseconds = Members.required(json, "milliseconds", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("leader", leader)
                .put("epoch", epoch)
                .put("milliseconds", milliseconds)
                .build();
        }
    }
}
