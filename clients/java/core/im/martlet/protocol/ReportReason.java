// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ReportReason extends OpenEnumeration {
    public static final ReportReason SPAM = new ReportReason("spam");
    public static final ReportReason ABUSE = new ReportReason("abuse");
    public static final ReportReason SEXUAL = new ReportReason("sexual");
    public static final ReportReason VIOLENCE = new ReportReason("violence");
    public static final ReportReason FRAUD = new ReportReason("fraud");
    public static final ReportReason ILLEGAL = new ReportReason("illegal");
    public static final ReportReason OTHER = new ReportReason("other");
    public static final ReportReason WORDS = new ReportReason("words");

    public ReportReason(String text) {
        super(text);
    }

    public ReportReason(Json json) {
        super(json.asString());
    }
}
