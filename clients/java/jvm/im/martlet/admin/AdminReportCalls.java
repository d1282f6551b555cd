// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Report;
import im.martlet.protocol.ReportState;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.report.…`. */
public final class AdminReportCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminReportCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminReportCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminReportCalls with(RequestOptions options) {
        return new AdminReportCalls(caller, options);
    }

    /** Lists the reports, the newest first, a page at a time. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the reports, the newest first, a page at a time. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.report.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Returns a report.
     *
     * @param reportID The report.
     */
    public CompletableFuture<GetResult> get(String reportID) {
        return caller.request("admin.report.get", Json.object()
            .put("reportID", reportID)
            .build(), options).thenApply(GetResult::new);
    }

    /**
     * Says how far a report is: an operator sees to it, something was done, or nothing had to be. It does nothing
     * else.
     *
     * @param reportID The report.
     * @param state How far it is now.
     */
    public CompletableFuture<Void> resolve(String reportID, ReportState state) {
        return resolve(new ResolveRequest(reportID, state));
    }

    /**
     * Says how far a report is: an operator sees to it, something was done, or nothing had to be. It does nothing
     * else.
     */
    public CompletableFuture<Void> resolve(ResolveRequest request) {
        return caller.request("admin.report.resolve", request.toJson(), options).thenApply(done -> null);
    }

    /** What is given to `admin.report.list`. */
    public static final class ListRequest {
        private ReportState state;
        private String userID;
        private String cursor;
        private Long limit;

        public ListRequest() {
        }

        /** Only reports in this state. */
        public ListRequest state(ReportState state) {
            this.state = state;
            return this;
        }

        /** Only reports about this user, or about messages of it. */
        public ListRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** The value from the last page. Left out: the newest reports. */
        public ListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many reports. With `state` a page may have fewer and not be the last. */
        public ListRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("state", Members.json(state, ReportState::toJson))
                .put("userID", userID)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `admin.report.list`. */
    public static final class ListResult extends Value {
        /** The reports. */
        public final List<Report> reports;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ListResult(Json json) {
            reports = Members.required(json, "reports", Members.list(Report::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("reports", Members.json(reports, Members.listJson(Report::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** The result of `admin.report.get`. */
    public static final class GetResult extends Value {
        public final Report report;

        public GetResult(Json json) {
            report = Members.required(json, "report", Report::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("report", Members.json(report, Report::toJson))
                .build();
        }
    }

    /**
     * What is given to `admin.report.resolve`.
     *
     * reportID: The report.
     * state: How far it is now.
     */
    public static final class ResolveRequest {
        private final String reportID;
        private final ReportState state;
        private String note;

        public ResolveRequest(String reportID, ReportState state) {
            this.reportID = reportID;
            this.state = state;
        }

        /** A note for operators. Left out: as it was. */
        public ResolveRequest note(String note) {
            this.note = note;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("reportID", reportID)
                .put("state", Members.json(state, ReportState::toJson))
                .put("note", note)
                .build();
        }
    }
}
