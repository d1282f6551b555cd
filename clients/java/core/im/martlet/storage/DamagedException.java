package im.martlet.storage;

import java.io.IOException;

/** A storage cannot be read, and never will be: {@link Storage#clear} saves from it what it can. */
public class DamagedException extends IOException {
    private static final long serialVersionUID = 1;

    public DamagedException(String message, Throwable cause) {
        super(message, cause);
    }
}
