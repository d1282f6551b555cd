// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.concurrent.CompletableFuture;

/** The operations `report.…`. */
public final class ReportCalls {
    private final Caller caller;
    private final RequestOptions options;

    public ReportCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private ReportCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public ReportCalls with(RequestOptions options) {
        return new ReportCalls(caller, options);
    }

    /**
     * Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's
     * report of the same waits, a further one gets its id.
     *
     * @param reason Why.
     */
    public CompletableFuture<CreateResult> create(ReportCreateReason reason) {
        return create(new CreateRequest(reason));
    }

    /**
     * Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's
     * report of the same waits, a further one gets its id.
     */
    public CompletableFuture<CreateResult> create(CreateRequest request) {
        return caller.request("report.create", request.toJson(), options).thenApply(CreateResult::new);
    }

    /**
     * What is given to `report.create`.
     *
     * reason: Why.
     */
    public static final class CreateRequest {
        private final ReportCreateReason reason;
        private String msgId;
        private String userID;
        private String groupID;
        private String roomID;
        private String text;

        public CreateRequest(ReportCreateReason reason) {
            this.reason = reason;
        }

        /** The message. */
        public CreateRequest msgId(String msgId) {
            this.msgId = msgId;
            return this;
        }

        /** The user. */
        public CreateRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** The group. */
        public CreateRequest groupID(String groupID) {
            this.groupID = groupID;
            return this;
        }

        /** The room's id. */
        public CreateRequest roomID(String roomID) {
            this.roomID = roomID;
            return this;
        }

        /** The reporter's own words. */
        public CreateRequest text(String text) {
            this.text = text;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("msgId", msgId)
                .put("userID", userID)
                .put("groupID", groupID)
                .put("roomID", roomID)
                .put("reason", Members.json(reason, ReportCreateReason::toJson))
                .put("text", text)
                .build();
        }
    }

    /** The result of `report.create`. */
    public static final class CreateResult extends Value {
        /** The report's id, in digits. */
        public final String reportID;

        public CreateResult(Json json) {
            reportID = Members.required(json, "reportID", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reportID", reportID)
                .build();
        }
    }
}
