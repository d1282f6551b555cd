// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `stream.…`. */
public final class StreamCalls {
    private final Caller caller;
    private final RequestOptions options;

    public StreamCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private StreamCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public StreamCalls with(RequestOptions options) {
        return new StreamCalls(caller, options);
    }

    /** Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back. */
    public CompletableFuture<Void> ack() {
        return ack(new AckRequest());
    }

    /** Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back. */
    public CompletableFuture<Void> ack(AckRequest request) {
        return caller.request("stream.ack", request.toJson(), options).thenApply(done -> null);
    }

    /**
     * Reads the user's stream after a position, to fill a gap that `session.open` left.
     *
     * @param after The last seq that the client has.
     */
    public CompletableFuture<EventsResult> events(long after) {
        return events(new EventsRequest(after));
    }

    /** Reads the user's stream after a position, to fill a gap that `session.open` left. */
    public CompletableFuture<EventsResult> events(EventsRequest request) {
        return caller.request("stream.events", request.toJson(), options).thenApply(EventsResult::new);
    }

    /** What is given to `stream.ack`. */
    public static final class AckRequest {
        private Long user;
        private Map<String, Long> conversations;
        private Map<String, Long> groups;
        private Map<String, Long> changes;
        private Map<String, Long> channels;
        private Long broadcasts;

        public AckRequest() {
        }

        /** The last seq of the user's stream. */
        public AckRequest user(Long user) {
            this.user = user;
            return this;
        }

        /** The last seq of each conversation, by its id; up to 100. */
        public AckRequest conversations(Map<String, Long> conversations) {
            this.conversations = conversations;
            return this;
        }

        /** The last seq of each group's stream, by the group's id; up to 1000. */
        public AckRequest groups(Map<String, Long> groups) {
            this.groups = groups;
            return this;
        }

        /** The place of the last change of a message in each conversation, by its id; up to 100. */
        public AckRequest changes(Map<String, Long> changes) {
            this.changes = changes;
            return this;
        }

        /** The last seq of each channel, by its id; up to 1000. */
        public AckRequest channels(Map<String, Long> channels) {
            this.channels = channels;
            return this;
        }

        /** The seq of the last broadcast. */
        public AckRequest broadcasts(Long broadcasts) {
            this.broadcasts = broadcasts;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("user", user)
                .put("conversations", Members.json(conversations, Members.mapJson(Json::of)))
                .put("groups", Members.json(groups, Members.mapJson(Json::of)))
                .put("changes", Members.json(changes, Members.mapJson(Json::of)))
                .put("channels", Members.json(channels, Members.mapJson(Json::of)))
                .put("broadcasts", broadcasts)
                .build();
        }
    }

    /**
     * What is given to `stream.events`.
     *
     * after: The last seq that the client has.
     */
    public static final class EventsRequest {
        private final long after;
        private Long limit;

        public EventsRequest(long after) {
            this.after = after;
        }

        /** At most this many events. */
        public EventsRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("after", after)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `stream.events`. */
    public static final class EventsResult extends Value {
        /** In their order, each as it is now. Events of a conversation that is no longer in the list are left out. */
        public final List<StreamedEvent> events;
        /** Send it as `after` for the next page. */
        public final long seq;
        /** Whether this was the last page. */
        public final boolean isFinished;

        public EventsResult(Json json) {
            events = Members.required(json, "events", Members.list(StreamedEvent::new));
            seq = Members.required(json, "seq", Json::asLong);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(StreamedEvent::toJson)))
                .put("seq", seq)
                .put("isFinished", isFinished)
                .build();
        }
    }
}
