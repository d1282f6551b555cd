package im.martlet;

import im.martlet.json.Json;

/** A file on its way, without a message. */
public final class Uploading {
    /** What `media.complete` says, with the `mediaID`. */
    public final Reply<Json> done;
    private final Runnable cancel;

    Uploading(Reply<Json> done, Runnable cancel) {
        this.done = done;
        this.cancel = cancel;
    }

    /** Stops it: `done` fails with `stopped`. A later upload with the same key goes on. */
    public void cancel() {
        cancel.run();
    }
}
