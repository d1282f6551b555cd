package im.martlet.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How generated values read and write their members. Errors say where in the value they are. */
public final class Members {
    /** Takes a value as it is, in either direction. */
    public static final Function<Json, Json> ANY = json -> json;

    private Members() {}

    /** A member that must be there. */
    public static <Value> Value required(Json object, String name, Function<Json, Value> read) {
        Value value = optional(object, name, read);
        if (value == null) throw new JsonException(name + ": missing");
        return value;
    }

    /** A member, or null if there is none, or if it is null. */
    public static <Value> Value optional(Json object, String name, Function<Json, Value> read) {
        Json member = object.get(name);
        if (member == null) return null;
        try {
            return read.apply(member);
        } catch (JsonException bad) {
            throw new JsonException(name + ": " + bad.getMessage());
        }
    }

    public static <Item> Function<Json, List<Item>> list(Function<Json, Item> read) {
        return json -> {
            List<Item> items = new ArrayList<>();
            for (Json item : json.asList()) items.add(read.apply(item));
            return Collections.unmodifiableList(items);
        };
    }

    public static <Item> Function<Json, Map<String, Item>> map(Function<Json, Item> read) {
        return json -> {
            Map<String, Item> items = new LinkedHashMap<>();
            json.asMap().forEach((name, item) -> items.put(name, read.apply(item)));
            return Collections.unmodifiableMap(items);
        };
    }

    /** Null stays null, which a builder leaves out. */
    public static <Value> Json json(Value value, Function<? super Value, Json> write) {
        return value == null ? null : write.apply(value);
    }

    /** Null is said. */
    public static <Value> Json orNull(Value value, Function<? super Value, Json> write) {
        return value == null ? Json.NULL : write.apply(value);
    }

    public static <Item> Function<Collection<Item>, Json> listJson(Function<? super Item, Json> write) {
        return items -> {
            List<Json> written = new ArrayList<>();
            for (Item item : items) written.add(write.apply(item));
            return Json.array(written);
        };
    }

    public static <Item> Function<Map<String, Item>, Json> mapJson(Function<? super Item, Json> write) {
        return items -> {
            Map<String, Json> written = new LinkedHashMap<>();
            items.forEach((name, item) -> written.put(name, write.apply(item)));
            return Json.object(written);
        };
    }
}
