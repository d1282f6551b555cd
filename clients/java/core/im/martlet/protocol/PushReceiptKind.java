// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class PushReceiptKind extends OpenEnumeration {
    public static final PushReceiptKind DELIVERED = new PushReceiptKind("delivered");
    public static final PushReceiptKind OPENED = new PushReceiptKind("opened");

    public PushReceiptKind(String text) {
        super(text);
    }

    public PushReceiptKind(Json json) {
        super(json.asString());
    }
}
