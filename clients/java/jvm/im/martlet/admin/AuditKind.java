// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.json.Json;
import im.martlet.protocol.OpenEnumeration;

/** A text, of which a newer gateway may know more. */
public final class AuditKind extends OpenEnumeration {
    public static final AuditKind ACT = new AuditKind("act");
    public static final AuditKind READ = new AuditKind("read");
    public static final AuditKind LOGIN = new AuditKind("login");
    public static final AuditKind FAILED_LOGIN = new AuditKind("failedLogin");

    public AuditKind(String text) {
        super(text);
    }

    public AuditKind(Json json) {
        super(json.asString());
    }
}
