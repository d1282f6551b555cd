package im.martlet;

import im.martlet.json.Json;

/** What the streams read from, and tell to. */
interface Feed {
    /** A read, which may be repeated. */
    Promise<Json> request(String op, Json data);

    void deliver(Event event);

    /** A fetch has failed: tells it, unless the client was stopped, which it answers. */
    boolean isOver(String stream, MartletException error);

    /** Tells that what the application keeps of a stream is void. */
    static Event reset(String stream, boolean isGone) {
        return new Event("sync.reset", Json.object().put("stream", stream).put("isGone", isGone).build());
    }
}
