package im.martlet.storage;

import im.martlet.json.Json;

/** A row that changes: its space, its key and its value; null removes it. */
public final class Change {
    public final String space;
    public final String key;
    public final Json value;

    public Change(String space, String key, Json value) {
        this.space = space;
        this.key = key;
        this.value = value;
    }

    public static Change removal(String space, String key) {
        return new Change(space, key, null);
    }
}
