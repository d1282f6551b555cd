// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `call.…`. */
public final class CallCalls {
    private final Caller caller;
    private final RequestOptions options;

    public CallCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private CallCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public CallCalls with(RequestOptions options) {
        return new CallCalls(caller, options);
    }

    /**
     * Calls the other user of a conversation, or members of a group. It rings on all of their devices until one
     * answers, or the time is over.
     *
     * @param conversationID `c2c_` and a user's id, or `group_` and a group's.
     * @param kind What the app calls it, such as `audio` or `video`.
     */
    public CompletableFuture<InviteResult> invite(String conversationID, String kind) {
        return invite(new InviteRequest(conversationID, kind));
    }

    /**
     * Calls the other user of a conversation, or members of a group. It rings on all of their devices until one
     * answers, or the time is over.
     */
    public CompletableFuture<InviteResult> invite(InviteRequest request) {
        return caller.request("call.invite", request.toJson(), options).thenApply(InviteResult::new);
    }

    /**
     * Takes a call that rings. The first device of the user decides; the others are told which one.
     *
     * @param callID The call.
     */
    public CompletableFuture<AcceptResult> accept(String callID) {
        return caller.request("call.accept", Json.object()
            .put("callID", callID)
            .build(), options).thenApply(AcceptResult::new);
    }

    /**
     * Declines a call that rings, for all of the user's devices.
     *
     * @param callID The call.
     */
    public CompletableFuture<RejectResult> reject(String callID) {
        return caller.request("call.reject", Json.object()
            .put("callID", callID)
            .build(), options).thenApply(RejectResult::new);
    }

    /**
     * Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends.
     *
     * @param callID The call.
     */
    public CompletableFuture<CancelResult> cancel(String callID) {
        return caller.request("call.cancel", Json.object()
            .put("callID", callID)
            .build(), options).thenApply(CancelResult::new);
    }

    /**
     * Leaves a call that the user has accepted or begun. It ends when one user is left.
     *
     * @param callID The call.
     */
    public CompletableFuture<LeaveResult> leave(String callID) {
        return caller.request("call.leave", Json.object()
            .put("callID", callID)
            .build(), options).thenApply(LeaveResult::new);
    }

    /**
     * What is given to `call.invite`.
     *
     * conversationID: `c2c_` and a user's id, or `group_` and a group's.
     * kind: What the app calls it, such as `audio` or `video`.
     */
    public static final class InviteRequest {
        private final String conversationID;
        private final String kind;
        private List<String> userIDs;
        private Json data;
        private Long seconds;

        public InviteRequest(String conversationID, String kind) {
            this.conversationID = conversationID;
            this.kind = kind;
        }

        /** In a group: the members who are called. Between two it can be left out. */
        public InviteRequest userIDs(List<String> userIDs) {
            this.userIDs = userIDs;
            return this;
        }

        /** For those who are called: a JSON object of up to 2048 bytes. */
        public InviteRequest data(Json data) {
            this.data = data;
            return this;
        }

        /** For so long it rings. */
        public InviteRequest seconds(Long seconds) {
            this.seconds = seconds;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("conversationID", conversationID)
                .put("userIDs", Members.json(userIDs, Members.listJson(Json::of)))
                .put("kind", kind)
                .put("data", Members.json(data, Members.ANY))
                .put("seconds", seconds)
                .build();
        }
    }

    /** The result of `call.invite`. */
    public static final class InviteResult extends Value {
        public final Call call;

        public InviteResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }

    /** The result of `call.accept`. */
    public static final class AcceptResult extends Value {
        public final Call call;

        public AcceptResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }

    /** The result of `call.reject`. */
    public static final class RejectResult extends Value {
        public final Call call;

        public RejectResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }

    /** The result of `call.cancel`. */
    public static final class CancelResult extends Value {
        public final Call call;

        public CancelResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }

    /** The result of `call.leave`. */
    public static final class LeaveResult extends Value {
        public final Call call;

        public LeaveResult(Json json) {
            call = Members.required(json, "call", Call::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("call", Members.json(call, Call::toJson))
                .build();
        }
    }
}
