package im.martlet.protocol;

import im.martlet.Subscription;
import im.martlet.json.Json;
import java.util.function.Consumer;

/** Hears of events, by their names or by what they are. */
public interface Listening {
    /** Calls the handler for the data of each event of the name. */
    Subscription on(String name, Consumer<Json> handler);

    /** The same with data of its type. Data that is not as promised fails with a JsonException where handlers run. */
    default <Data> Subscription on(EventType<Data> type, Consumer<Data> handler) {
        return on(type.name, data -> handler.accept(type.read(data)));
    }
}
