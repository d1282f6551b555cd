package im.martlet;

import im.martlet.json.Json;

/** What the streams read from, and tell to. */
interface Feed {
    /** A read, which may be repeated. */
    Promise<Json> request(String op, Json data);

    void deliver(Event event);

    /** A fetch has failed: tells it, unless the client was stopped, which it answers. */
    boolean isOver(String stream, MartletException error);

    /**
     * Tells that what the application keeps of a stream is void.
     *
     * @param why as the gateway says; null if it does not
     */
    static Event reset(String stream, boolean isGone, String why) {
        Json data = Json.object().put("stream", stream).put("isGone", isGone).put("why", why).build();
        return new Event("sync.reset", data);
    }
}
