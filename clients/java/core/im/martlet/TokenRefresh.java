package im.martlet;

import java.util.function.Supplier;

/** Gives a session new tokens before the last one ends. */
final class TokenRefresh {
    private final Loop loop;
    /** Gets a token and sends it. */
    private final Supplier<Promise<?>> refresh;
    private long since;
    private Object timer;
    private boolean isStopped;

    TokenRefresh(Loop loop, Supplier<Promise<?>> refresh) {
        this.loop = loop;
        this.refresh = refresh;
        since = loop.now();
    }

    /**
     * The token ends at this time of this device's clock. A token that is shorter than the gateway's notice comes with
     * it at once, and is replaced at half of its time.
     */
    void due(long end) {
        boolean isYoung = loop.now() - since < 5000;
        after(isYoung ? Math.max(0, (end - loop.now()) / 2) : 0, end);
    }

    void stop() {
        isStopped = true;
        loop.cancel(timer);
    }

    private void after(long wait, long end) {
        loop.cancel(timer);
        timer = loop.after(wait, () -> refresh.get().then((ok, error) -> {
            if (isStopped) return;
            if (error == null) since = loop.now();
            // The application has none now: again and again until the session is over.
            else if (loop.now() < end) after(Math.max(1000, (end - loop.now()) / 4), end);
        }));
    }
}
