// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ReportKind extends OpenEnumeration {
    public static final ReportKind MESSAGE = new ReportKind("message");
    public static final ReportKind USER = new ReportKind("user");
    public static final ReportKind GROUP = new ReportKind("group");
    public static final ReportKind ROOM = new ReportKind("room");

    public ReportKind(String text) {
        super(text);
    }

    public ReportKind(Json json) {
        super(json.asString());
    }
}
