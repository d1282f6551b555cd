package im.martlet;

/**
 * Finds out whether an open connection still works. A device may sleep, and its timers with it, so what counts is the
 * time since the last message: after a silence, and when the device wakes, it asks (`probe`), and without an answer the
 * connection is dead. While a request waits for its reply, a short silence is enough.
 */
final class Liveness {
    /** How long a probe may stay without an answer, or a request without any sign of life. */
    private static final long PATIENCE = 5000;
    /** After so long without an answer to a request, and without anything else, it probes. */
    private static final long SOON = 1000;
    /** So much of what goes out, in characters for each millisecond, may a slow network take. */
    private static final double SLOWEST = 4;
    /** A timer that fires so late was held back by the system, or the device slept. */
    private static final long LATE = 2000;

    private final Loop loop;
    private final long interval;
    private final Requests requests;
    private final Runnable ask;
    private final Runnable dead;
    private long heard;
    /** When the first of the requests went out that have waited since. */
    private long asked;
    /**
     * The silence after which it probes while a request waits: longer after each answer, as a reply may take its time.
     */
    private long soon = SOON;
    private boolean isProbing;
    private boolean isExcused;
    private Object timer;
    private long due;

    /** @param interval the silence after which it probes */
    Liveness(Loop loop, long interval, Requests requests, Runnable ask, Runnable dead) {
        this.loop = loop;
        this.interval = interval;
        this.requests = requests;
        this.ask = ask;
        this.dead = dead;
        heard = loop.now();
        schedule(interval);
    }

    /** A message came. */
    void heard() {
        heard = loop.now();
        if (!isProbing) return;
        isProbing = false;
        soon *= 2;
        schedule(tolerance());
    }

    /** A request went out. */
    void asked() {
        long now = loop.now();
        if (!isProbing && requests.underWay() == 1) {
            asked = now;
            soon = SOON;
        }
        long tolerance = tolerance();
        if (!isProbing && due - now > tolerance) schedule(tolerance);
    }

    /** The device wakes, or the network is back: the socket may be open and dead. */
    void wake() {
        if (!isProbing && loop.now() - heard >= 1000) probe(PATIENCE);
    }

    void stop() {
        loop.cancel(timer);
    }

    private void schedule(long milliseconds) {
        loop.cancel(timer);
        due = loop.now() + milliseconds;
        timer = loop.after(milliseconds, this::check);
    }

    /** How long a silence is not looked into. */
    private long tolerance() {
        if (requests.underWay() == 0) return interval;
        return Math.min(interval, soon + (long) Math.ceil(requests.unreadLength() / SLOWEST));
    }

    private void check() {
        long now = loop.now();
        // A clock that was set back would otherwise keep the timer waiting for as long.
        heard = Math.min(heard, now);
        asked = Math.min(asked, now);
        if (!isProbing) {
            boolean isWaiting = requests.underWay() > 0;
            long silence = now - (isWaiting ? Math.max(heard, asked) : heard);
            long tolerance = tolerance();
            if (silence < tolerance) schedule(tolerance - silence);
            else probe(isWaiting ? PATIENCE - SOON : PATIENCE);
        } else if (now - due >= LATE && !isExcused) {
            // The answer may be waiting behind this very timer.
            isExcused = true;
            schedule(1000);
        } else {
            dead.run();
        }
    }

    private void probe(long patience) {
        isProbing = true;
        isExcused = false;
        schedule(patience);
        ask.run();
    }
}
