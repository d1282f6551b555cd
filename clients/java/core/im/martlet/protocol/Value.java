package im.martlet.protocol;

import im.martlet.json.Json;

/** A value that results and events are made of. Members of JSON that it does not know are passed over. */
public abstract class Value {
    public abstract Json toJson();

    /** Two values of a kind are equal if all that is known of them is. */
    @Override
    public final boolean equals(Object other) {
        return other instanceof Value && other.getClass() == getClass() && toJson().equals(((Value) other).toJson());
    }

    @Override
    public final int hashCode() {
        return toJson().hashCode();
    }

    @Override
    public final String toString() {
        return toJson().toString();
    }
}
