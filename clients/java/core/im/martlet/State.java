package im.martlet;

import im.martlet.json.Json;

/** How the client stands to the gateway. */
public final class State {
    public enum Name {
        /** Not started, or stopped by the application. */
        STOPPED,
        /** A connection is made and the session opened. */
        CONNECTING,
        OPEN,
        /** The next attempt is at `retryAt`. */
        WAITING,
        /** The client does not come back by itself, because of `reason`. */
        ENDED
    }

    public final Name name;
    /** Of `OPEN`: the session's id, and how many milliseconds the gateway's clock is ahead of this one. */
    public final String session;
    public final long clockOffset;
    /** Of `WAITING`: by this device's clock. */
    public final long retryAt;
    /** Of `WAITING` and `ENDED`. */
    public final MartletException reason;
    /** Of `ENDED`: the data of `session.kicked`, if the gateway has said why; else null. */
    public final Json kick;

    private State(Name name, String session, long clockOffset, long retryAt, MartletException reason, Json kick) {
        this.name = name;
        this.session = session;
        this.clockOffset = clockOffset;
        this.retryAt = retryAt;
        this.reason = reason;
        this.kick = kick;
    }

    static final State STOPPED = new State(Name.STOPPED, null, 0, 0, null, null);
    static final State CONNECTING = new State(Name.CONNECTING, null, 0, 0, null, null);

    static State open(String session, long clockOffset) {
        return new State(Name.OPEN, session, clockOffset, 0, null, null);
    }

    static State waiting(long retryAt, MartletException reason) {
        return new State(Name.WAITING, null, 0, retryAt, reason, null);
    }

    static State ended(MartletException reason, Json kick) {
        return new State(Name.ENDED, null, 0, 0, reason, kick);
    }

    boolean is(Name name) {
        return this.name == name;
    }
}
