// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `subscription.…`. */
public final class SubscriptionCalls {
    private final Caller caller;
    private final RequestOptions options;

    public SubscriptionCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private SubscriptionCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public SubscriptionCalls with(RequestOptions options) {
        return new SubscriptionCalls(caller, options);
    }

    /**
     * Follows users for a time, which begins anew for users that are followed already.
     *
     * @param userIds The users; each counts once.
     * @param subscribeType 1: presence; 2: the hosted profile.
     * @param expiry The duration in seconds.
     */
    public CompletableFuture<SubscribeResult> subscribe(List<String> userIds, long subscribeType, long expiry) {
        return caller.request("subscription.subscribe", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .put("subscribeType", subscribeType)
            .put("expiry", expiry)
            .build(), options).thenApply(SubscribeResult::new);
    }

    /**
     * Stops following users.
     *
     * @param userIds The users; each counts once.
     * @param subscribeType 1: presence; 2: the hosted profile.
     */
    public CompletableFuture<UnsubscribeResult> unsubscribe(List<String> userIds, long subscribeType) {
        return caller.request("subscription.unsubscribe", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .put("subscribeType", subscribeType)
            .build(), options).thenApply(UnsubscribeResult::new);
    }

    /**
     * Reads the presence or the profiles of users, as far as the caller follows them.
     *
     * @param userIds The users; each counts once.
     * @param subscribeType 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without
     *     subscribing.
     */
    public CompletableFuture<QueryResult> query(List<String> userIds, long subscribeType) {
        return caller.request("subscription.query", Json.object()
            .put("userIds", Members.json(userIds, Members.listJson(Json::of)))
            .put("subscribeType", subscribeType)
            .build(), options).thenApply(QueryResult::new);
    }

    /**
     * Says a line beside the caller's presence, to those who are told the presence.
     *
     * @param text The line; empty: none any more.
     */
    public CompletableFuture<Void> setStatus(String text) {
        return setStatus(new SetStatusRequest(text));
    }

    /** Says a line beside the caller's presence, to those who are told the presence. */
    public CompletableFuture<Void> setStatus(SetStatusRequest request) {
        return caller.request("subscription.setStatus", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Lists the users that the caller follows, in the order of following.
     *
     * @param subscribeType 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without
     *     subscribing.
     * @param pageSize At most this many entries.
     * @param startIndex How many entries were read before.
     */
    public CompletableFuture<ListResult> list(long subscribeType, long pageSize, long startIndex) {
        return caller.request("subscription.list", Json.object()
            .put("subscribeType", subscribeType)
            .put("pageSize", pageSize)
            .put("startIndex", startIndex)
            .build(), options).thenApply(ListResult::new);
    }

    /** The result of `subscription.subscribe`. */
    public static final class SubscribeResult extends Value {
        /** 0, or the code of the first user that failed: 26021 or 34308. */
        public final long status;
        /** All users that failed; for the others it is done. */
        public final List<String> failedUserIds;

        public SubscribeResult(Json json) {
            status = Members.required(json, "status", Json::asLong);
            failedUserIds = Members.required(json, "failedUserIds", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("status", status)
                .put("failedUserIds", Members.json(failedUserIds, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The result of `subscription.unsubscribe`. */
    public static final class UnsubscribeResult extends Value {
        /** 0, or the code of the first user that failed: 26021 or 34308. */
        public final long status;
        /** All users that failed; for the others it is done. */
        public final List<String> failedUserIds;

        public UnsubscribeResult(Json json) {
            status = Members.required(json, "status", Json::asLong);
            failedUserIds = Members.required(json, "failedUserIds", Members.list(Json::asString));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("status", status)
                .put("failedUserIds", Members.json(failedUserIds, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The result of `subscription.query`. */
    public static final class QueryResult extends Value {
        /** See [subscriptions.md](subscriptions.md). */
        public final List<SubscriptionEvent> events;

        public QueryResult(Json json) {
            events = Members.required(json, "events", Members.list(SubscriptionEvent::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(SubscriptionEvent::toJson)))
                .build();
        }
    }

    /**
     * What is given to `subscription.setStatus`.
     *
     * text: The line; empty: none any more.
     */
    public static final class SetStatusRequest {
        private final String text;
        private Long until;

        public SetStatusRequest(String text) {
            this.text = text;
        }

        /** Until when it is shown, in milliseconds since 1970; 0: until it is changed. */
        public SetStatusRequest until(Long until) {
            this.until = until;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("text", text)
                .put("until", until)
                .build();
        }
    }

    /** The result of `subscription.list`. */
    public static final class ListResult extends Value {
        /** See [subscriptions.md](subscriptions.md). */
        public final List<SubscriptionEvent> events;

        public ListResult(Json json) {
            events = Members.required(json, "events", Members.list(SubscriptionEvent::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(SubscriptionEvent::toJson)))
                .build();
        }
    }
}
