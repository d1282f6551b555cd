// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ReportCreateReason extends OpenEnumeration {
    public static final ReportCreateReason SPAM = new ReportCreateReason("spam");
    public static final ReportCreateReason ABUSE = new ReportCreateReason("abuse");
    public static final ReportCreateReason SEXUAL = new ReportCreateReason("sexual");
    public static final ReportCreateReason VIOLENCE = new ReportCreateReason("violence");
    public static final ReportCreateReason FRAUD = new ReportCreateReason("fraud");
    public static final ReportCreateReason ILLEGAL = new ReportCreateReason("illegal");
    public static final ReportCreateReason OTHER = new ReportCreateReason("other");

    public ReportCreateReason(String text) {
        super(text);
    }

    public ReportCreateReason(Json json) {
        super(json.asString());
    }
}
