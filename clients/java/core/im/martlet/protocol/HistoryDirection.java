// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class HistoryDirection extends OpenEnumeration {
    public static final HistoryDirection OLDER = new HistoryDirection("older");
    public static final HistoryDirection NEWER = new HistoryDirection("newer");

    public HistoryDirection(String text) {
        super(text);
    }

    public HistoryDirection(Json json) {
        super(json.asString());
    }
}
