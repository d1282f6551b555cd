// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.events.…`. */
public final class AdminEventsCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminEventsCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminEventsCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminEventsCalls with(RequestOptions options) {
        return new AdminEventsCalls(caller, options);
    }

    /**
     * Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint or
     * `events.types` names.
     */
    public CompletableFuture<ReadResult> read() {
        return read(new ReadRequest());
    }

    /**
     * Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint or
     * `events.types` names.
     */
    public CompletableFuture<ReadResult> read(ReadRequest request) {
        return caller.request("admin.events.read", request.toJson(), options).thenApply(ReadResult::new);
    }

    /**
     * Lists the events that an endpoint does not take.
     *
     * @param endpoint The endpoint's name.
     */
    public CompletableFuture<ParkedResult> parked(String endpoint) {
        return parked(new ParkedRequest(endpoint));
    }

    /** Lists the events that an endpoint does not take. */
    public CompletableFuture<ParkedResult> parked(ParkedRequest request) {
        return caller.request("admin.events.parked", request.toJson(), options).thenApply(ParkedResult::new);
    }

    /**
     * Delivers everything to an endpoint once more, from an event on, in the same order and with the same ids.
     *
     * @param endpoint The endpoint's name.
     * @param from The first event to deliver again.
     */
    public CompletableFuture<Void> replay(String endpoint, String from) {
        return caller.request("admin.events.replay", Json.object()
            .put("endpoint", endpoint)
            .put("from", from)
            .build(), options).thenApply(done -> null);
    }

    /** What is given to `admin.events.read`. */
    public static final class ReadRequest {
        private String after;
        private Long limit;
        private List<String> types;

        public ReadRequest() {
        }

        /** The last event that the caller has; left out: from the oldest that is kept. */
        public ReadRequest after(String after) {
            this.after = after;
            return this;
        }

        /** The most events of the page. */
        public ReadRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        /** Only these, such as `message.created` or `group.*`. */
        public ReadRequest types(List<String> types) {
            this.types = types;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("after", after)
                .put("limit", limit)
                .put("types", Members.json(types, Members.listJson(Json::of)))
                .build();
        }
    }

    /** The result of `admin.events.read`. */
    public static final class ReadResult extends Value {
        /** As an endpoint gets them; see [events.md](events.md). */
        public final List<Json> events;
        /** What to give as `after` for the next page. */
        public final String next;
        /** There is no more at present. */
        public final boolean isFinished;

        public ReadResult(Json json) {
            events = Members.required(json, "events", Members.list(Members.ANY));
            next = Members.required(json, "next", Json::asString);
            isFinished = Members.required(json, "isFinished", Json::asBoolean);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(Members.ANY)))
                .put("next", next)
                .put("isFinished", isFinished)
                .build();
        }
    }

    /**
     * What is given to `admin.events.parked`.
     *
     * endpoint: The endpoint's name.
     */
    public static final class ParkedRequest {
        private final String endpoint;
        private String after;
        private Long limit;

        public ParkedRequest(String endpoint) {
            this.endpoint = endpoint;
        }

        /** The last event of the page before. */
        public ParkedRequest after(String after) {
            this.after = after;
            return this;
        }

        /** The most events of the page. */
        public ParkedRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("endpoint", endpoint)
                .put("after", after)
                .put("limit", limit)
                .build();
        }
    }

    public static final class ParkedResultEvent extends Value {
        public final String id;
        /** parked: it is tried again, and its subject waits; setAside: it was given up. */
        public final ParkedState state;
        public final long since;
        public final long attempts;
        public final long status;
        public final String answer;

        public ParkedResultEvent(Json json) {
            id = Members.required(json, "id", Json::asString);
            state = Members.required(json, "state", ParkedState::new);
            since = Members.required(json, "since", Json::asLong);
            attempts = Members.required(json, "attempts", Json::asLong);
            status = Members.required(json, "status", Json::asLong);
            answer = Members.required(json, "answer", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("id", id)
                .put("state", Members.json(state, ParkedState::toJson))
                .put("since", since)
                .put("attempts", attempts)
                .put("status", status)
                .put("answer", answer)
                .build();
        }
    }

    /** The result of `admin.events.parked`. */
    public static final class ParkedResult extends Value {
        /** Oldest first. `status` and `answer` are the endpoint's; 0: it gave none. */
        public final List<ParkedResultEvent> events;

        public ParkedResult(Json json) {
            events = Members.required(json, "events", Members.list(ParkedResultEvent::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("events", Members.json(events, Members.listJson(ParkedResultEvent::toJson)))
                .build();
        }
    }
}
