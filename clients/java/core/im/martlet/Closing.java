package im.martlet;

import java.util.Arrays;
import java.util.List;

/** What a client does after a connection has ended, by the ranges of docs/protocol.md#closing. */
enum Closing {
    /** Reconnect, at once if the connection had worked. */
    AGAIN,
    /** Reconnect after the delay that `server.draining` gave. */
    LATER,
    /** Get a new token, then reconnect. */
    TOKEN,
    /** The session was ended on purpose, or the client is at fault. */
    NEVER;

    /** A session of this length shows that the gateway is well: the next failure counts as the first. */
    static final long WELL_AFTER = 60_000;

    private static final List<Integer> REFUSED_TOKENS = Arrays.asList(6206, 7003, 70002, 70003, 70014);

    static Closing afterClose(int code) {
        if (code >= 4100 && code < 4200) return LATER;
        if (code >= 4200 && code < 4300) return TOKEN;
        // A device that slept between the connection and its session is too late, and not at fault.
        if (code == 4400) return AGAIN;
        if (code >= 4300 && code < 4500) return NEVER;
        return code == 1000 || code == 1002 || code == 1003 || code >= 1007 && code <= 1009 ? NEVER : AGAIN;
    }

    /** After `session.open` was refused. */
    static Closing afterRefusal(MartletException error) {
        if (error.system.equals("tim") && REFUSED_TOKENS.contains(error.code)) return TOKEN;
        // The gateway cannot now, or the application's backend says no.
        boolean isBusy = error.is("gw", 1003) || error.is("gw", 1008) || error.is("gw", 1009);
        return isBusy || error.system.equals("app") ? AGAIN : NEVER;
    }

    /** Why a session has ended of which the gateway said nothing else. */
    static String nameOf(int code) {
        return code == 4403 ? "foreignOrigin" : "closed";
    }

    /**
     * How long to wait after so many failed attempts in a row: nothing, then 1 s, 2 s, … 60 s, at random between half
     * of it and all of it, so that clients do not come back in the same moment.
     */
    static long retryDelay(int failures, double random) {
        if (failures == 0) return 0;
        return (long) (Math.min(60_000, 1000L << Math.min(failures - 1, 10)) * (0.5 + random / 2));
    }
}
