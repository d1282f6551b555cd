package im.martlet;

import im.martlet.json.Json;

/** An event of the gateway, or one of the client's own, such as `sync.list`. */
public final class Event {
    public final String name;
    public final Json data;
    /** The stream that it belongs to, with its place there; null and 0 if it belongs to none. */
    public final String stream;
    public final long seq;

    Event(String name, Json data) {
        this(name, data, null, 0);
    }

    Event(String name, Json data, String stream, long seq) {
        this.name = name;
        this.data = data;
        this.stream = stream;
        this.seq = seq;
    }

    /** As the gateway writes it; one of a stream that is not named in it. */
    static Event of(Json event, String stream) {
        String place = event.string("stream", stream);
        return new Event(event.string("event"), event.at("data"), place, event.integer("seq", 0));
    }

    boolean isOfStream() {
        return stream != null;
    }
}
