package im.martlet;

import im.martlet.json.Json;
import im.martlet.storage.DamagedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Why a call failed. `system` and `code`, or `name`, tell the kind, as docs/errors.md lists them. The client's own
 * errors have the system `client` and the names `timeout`, `connectionLost`, `stopped`, `discarded`, `maybeSent`,
 * `maybeDone`, `tooLarge`, `notSaved`, `damaged`, `noToken`, `fileGone`, `mediaRefused` and `internal`. A lost
 * connection has the system `close` and its code, an upload that a server has refused `http` and the status.
 */
public final class MartletException extends Exception {
    private static final long serialVersionUID = 1;

    public final String system;
    public final int code;
    public final String name;
    /** What is at fault, such as parameters or users. */
    public final transient List<String> keys;

    public MartletException(String system, int code, String name, String message, List<String> keys) {
        super(message);
        this.system = system;
        this.code = code;
        this.name = name;
        this.keys = Collections.unmodifiableList(new ArrayList<>(keys));
    }

    /** One of the client's own. */
    public MartletException(String name, String message) {
        this("client", 0, name, message, Collections.emptyList());
    }

    /** An error as the gateway writes it. */
    public static MartletException of(Json error) {
        List<String> keys = new ArrayList<>();
        for (Json key : error.list("keys")) keys.add(key.asString());
        String name = error.string("name");
        int code = (int) error.integer("code", 0);
        return new MartletException(error.string("system", "client"), code, name, error.string("message", name), keys);
    }

    static MartletException of(Throwable error) {
        if (error instanceof MartletException) return (MartletException) error;
        boolean isDamage = error instanceof DamagedException;
        String text = isDamage ? error.getMessage() : String.valueOf(error);
        MartletException own = new MartletException(isDamage ? "damaged" : "internal", text);
        own.initCause(error);
        return own;
    }

    /** Whether it is the gateway's error of this system and number. */
    public boolean is(String system, int code) {
        return this.system.equals(system) && this.code == code;
    }

    /**
     * Whether a call has failed because the connection was lost or the client stopped: the next session can ask again.
     */
    boolean isOfConnection() {
        return name.equals("connectionLost") || name.equals("stopped");
    }

    Json toJson() {
        return Json.object().put("system", system).put("code", code).put("name", name).put("message", getMessage())
            .put("keys", Json.strings(keys)).build();
    }
}
