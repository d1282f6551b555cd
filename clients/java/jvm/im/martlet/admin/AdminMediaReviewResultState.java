// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class AdminMediaReviewResultState extends OpenEnumeration {
    public static final AdminMediaReviewResultState READY = new AdminMediaReviewResultState("ready");
    public static final AdminMediaReviewResultState REFUSED = new AdminMediaReviewResultState("refused");

    public AdminMediaReviewResultState(String text) {
        super(text);
    }

    public AdminMediaReviewResultState(Json json) {
        super(json.asString());
    }
}
