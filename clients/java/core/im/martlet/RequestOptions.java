package im.martlet;

import im.martlet.json.Json;

/** How a request is asked. Each function gives a copy with one option changed. */
public final class RequestOptions {
    /** It fails after 30 seconds, and has a key that the client makes. */
    public static final RequestOptions USUAL = new RequestOptions(30_000, null, true, false, false, null);

    /** Of reads that wait as long as it takes, and may be done twice. */
    static final RequestOptions READ = USUAL.timeout(0).withoutKey();

    final long timeout;
    final String key;
    final boolean isKeyed;
    final boolean isBound;
    final boolean isUrgent;
    final Json trace;

    private RequestOptions(
            long timeout, String key, boolean isKeyed, boolean isBound, boolean isUrgent, Json trace) {
        this.timeout = timeout;
        this.key = key;
        this.isKeyed = isKeyed;
        this.isBound = isBound;
        this.isUrgent = isUrgent;
        this.trace = trace;
    }

    /** Milliseconds until the call fails; 0 for never. */
    public RequestOptions timeout(long milliseconds) {
        return new RequestOptions(milliseconds, key, isKeyed, isBound, isUrgent, trace);
    }

    /** Names the request, so that a repeat is done once. */
    public RequestOptions key(String key) {
        return new RequestOptions(timeout, key, true, isBound, isUrgent, trace);
    }

    /** The request may be done twice without harm. */
    public RequestOptions withoutKey() {
        return new RequestOptions(timeout, null, false, isBound, isUrgent, trace);
    }

    /** The trace that it belongs to (W3C Trace Context): an object with `traceparent` and perhaps `tracestate`. */
    public RequestOptions trace(Json trace) {
        return new RequestOptions(timeout, key, isKeyed, isBound, isUrgent, trace);
    }

    /** It belongs to one connection: without one, and when it is lost, the call fails. */
    RequestOptions bound() {
        return new RequestOptions(timeout, key, isKeyed, true, isUrgent, trace);
    }

    /** Bound, and sent at once, before all that wait. */
    RequestOptions urgent() {
        return new RequestOptions(timeout, null, false, true, true, trace);
    }
}
