package im.martlet.protocol;

import im.martlet.json.Json;
import java.util.function.Function;

/** An event's name, and what its data is: one of {@link Events}. */
public final class EventType<Data> {
    public final String name;
    private final Function<Json, Data> read;

    EventType(String name, Function<Json, Data> read) {
        this.name = name;
        this.read = read;
    }

    /** Fails if the data is not what the name promises. */
    public Data read(Json data) {
        return read.apply(data);
    }
}
