package im.martlet;

import im.martlet.json.Json;

/**
 * Decides when a link reconnects, from how its connections have gone since its start. Each `after…` says how many
 * milliseconds to wait, or null to give up.
 */
final class Reconnection {
    /** How many tokens in a row may be refused before the client gives up. */
    private static final int REFUSED_TOKENS = 5;

    /**
     * A session that is replaced so soon was probably replaced by an attempt of this very device: one that was given
     * up, and whose `session.open` came late through a slow network.
     */
    private static final long OWN_ATTEMPT = 20_000;

    /** The longest that a gateway can have it wait. */
    private static final long MOST_DRAIN_DELAY = 300_000;

    private final Loop loop;
    /** How many tokens were refused in a row. */
    int refusals;
    /** How long the gateway wants it to wait, as `server.draining` has said; null if it has not. */
    Long drainDelay;
    /** Why the gateway ends the session, as `session.kicked` says it; null if it does not. */
    Json kick;

    private int failures;
    /** It has come back after its own late attempt. Once: two devices of one name would take turns for ever. */
    private boolean hasReturned;
    /** Null before the session is open. */
    private Long openedAt;

    Reconnection(Loop loop) {
        this.loop = loop;
    }

    /** The link connects. */
    void begin() {
        drainDelay = null;
        kick = null;
        openedAt = null;
    }

    void opened() {
        openedAt = loop.now();
        refusals = 0;
    }

    void heard(Event event) {
        if (event.name.equals("server.draining")) {
            drainDelay = Math.min(event.data.integer("reconnectAfterMilliseconds"), MOST_DRAIN_DELAY);
        } else if (event.name.equals("session.kicked")) kick = event.data;
    }

    /** An attempt has failed. */
    long afterFailure() {
        failures++;
        return Closing.retryDelay(failures, loop.random());
    }

    /** The gateway has refused `session.open`. */
    Long afterRefusal(MartletException error) {
        Closing next = Closing.afterRefusal(error);
        if (next == Closing.TOKEN) refusals++;
        boolean isOver = next == Closing.NEVER || next == Closing.TOKEN && refusals >= REFUSED_TOKENS;
        return isOver ? null : (Long) afterFailure();
    }

    private Long laterDelay() {
        return 1000 + (long) (loop.random() * 4000);
    }

    /** The connection has ended, or is taken as ended. */
    Long afterClose(int code) {
        boolean wasOpen = openedAt != null;
        long lasted = wasOpen ? loop.now() - openedAt : 0;
        if (wasOpen && lasted >= Closing.WELL_AFTER) {
            failures = 0;
            hasReturned = false;
        }
        boolean isReplaced = kick != null && kick.string("reason", "").equals("sameDevice");
        if (isReplaced && wasOpen && lasted < OWN_ATTEMPT && !hasReturned) {
            hasReturned = true;
            return 1000 + (long) (loop.random() * 1000);
        }
        Closing next = code == 1006 && drainDelay != null ? Closing.LATER : Closing.afterClose(code);
        if (next == Closing.NEVER) return null;
        if (next == Closing.LATER) return drainDelay != null ? drainDelay : laterDelay();
        if (next == Closing.TOKEN) refusals++;
        // A session that ends at once, again and again, must not be opened as often.
        boolean isWell = wasOpen && lasted >= 5000 && refusals < 2;
        return isWell ? Closing.retryDelay(failures, loop.random()) : afterFailure();
    }
}
