// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ReportState extends OpenEnumeration {
    public static final ReportState OPEN = new ReportState("open");
    public static final ReportState TAKEN = new ReportState("taken");
    public static final ReportState RESOLVED = new ReportState("resolved");
    public static final ReportState DISMISSED = new ReportState("dismissed");

    public ReportState(String text) {
        super(text);
    }

    public ReportState(Json json) {
        super(json.asString());
    }
}
