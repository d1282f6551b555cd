// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class PushProvider extends OpenEnumeration {
    public static final PushProvider APNS = new PushProvider("apns");
    public static final PushProvider APNS_VOIP = new PushProvider("apnsVoip");
    public static final PushProvider FCM = new PushProvider("fcm");
    public static final PushProvider HUAWEI = new PushProvider("huawei");
    public static final PushProvider HARMONY = new PushProvider("harmony");
    public static final PushProvider HONOR = new PushProvider("honor");
    public static final PushProvider XIAOMI = new PushProvider("xiaomi");
    public static final PushProvider OPPO = new PushProvider("oppo");
    public static final PushProvider VIVO = new PushProvider("vivo");
    public static final PushProvider MEIZU = new PushProvider("meizu");
    public static final PushProvider WEB_PUSH = new PushProvider("webPush");
    public static final PushProvider WEBHOOK = new PushProvider("webhook");

    public PushProvider(String text) {
        super(text);
    }

    public PushProvider(Json json) {
        super(json.asString());
    }
}
