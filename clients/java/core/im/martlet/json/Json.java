package im.martlet.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON value, which never changes. Integers are exact to 64 bits; other numbers keep their text. Nothing is nested
 * deeper than {@link #MAX_DEPTH}, so no walk over a value can run out of stack.
 */
public final class Json {
    public enum Kind { NULL, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT }

    /** The gateway takes and sends 32 levels. */
    public static final int MAX_DEPTH = 128;

    public static final Json NULL = new Json(Kind.NULL, null, 0);
    private static final Json TRUE = new Json(Kind.BOOLEAN, true, 0);
    private static final Json FALSE = new Json(Kind.BOOLEAN, false, 0);

    private final Kind kind;
    /** A Boolean, a Long, a String (of a text, or of a number that is no Long), a List or a Map. */
    private final Object value;
    private final int depth;

    private Json(Kind kind, Object value, int depth) {
        if (depth > MAX_DEPTH) throw new JsonException("nested deeper than " + MAX_DEPTH + " levels");
        this.kind = kind;
        this.value = value;
        this.depth = depth;
    }

    public static Json of(String text) {
        return text == null ? NULL : new Json(Kind.STRING, text, 0);
    }

    public static Json of(long number) {
        return new Json(Kind.NUMBER, number, 0);
    }

    public static Json of(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) throw new JsonException(number + " is no JSON");
        return number(Double.toString(number));
    }

    public static Json of(boolean is) {
        return is ? TRUE : FALSE;
    }

    public static Json array(Collection<Json> items) {
        List<Json> copy = Collections.unmodifiableList(new ArrayList<>(items));
        return new Json(Kind.ARRAY, copy, 1 + deepest(copy));
    }

    public static Json array(Json... items) {
        return array(Arrays.asList(items));
    }

    public static Json strings(Collection<String> texts) {
        List<Json> items = new ArrayList<>();
        for (String text : texts) items.add(of(text));
        return array(items);
    }

    public static Json object(Map<String, Json> members) {
        return owned(new LinkedHashMap<>(members));
    }

    /** An object of members that nobody else has. */
    static Json owned(Map<String, Json> members) {
        return new Json(Kind.OBJECT, Collections.unmodifiableMap(members), 1 + deepest(members.values()));
    }

    /** Begins an object. */
    public static Builder object() {
        return new Builder();
    }

    /** Reads a text; fails with a {@link JsonException} if it is no JSON. */
    public static Json parse(String text) {
        return new JsonParser(text).parse();
    }

    /** A number as it was written; `text` is one by the grammar of JSON. */
    static Json number(String text) {
        try {
            // The one integer that loses its sign.
            if (!text.equals("-0")) return of(Long.parseLong(text));
        } catch (NumberFormatException noLong) {
            return new Json(Kind.NUMBER, text, 0);
        }
        return new Json(Kind.NUMBER, text, 0);
    }

    private static int deepest(Collection<Json> parts) {
        int deepest = 0;
        for (Json part : parts) deepest = Math.max(deepest, part.depth);
        return deepest;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isNull() {
        return kind == Kind.NULL;
    }

    public String asString() {
        return (String) checked(Kind.STRING);
    }

    public boolean asBoolean() {
        return (Boolean) checked(Kind.BOOLEAN);
    }

    /** Fails if it is no integer of 64 bits. */
    public long asLong() {
        Object number = checked(Kind.NUMBER);
        if (number instanceof Long) return (Long) number;
        double rounded = asDouble();
        // 1.0 and 1e3 are integers.
        if (rounded == Math.rint(rounded) && Math.abs(rounded) < 1L << 53) return (long) rounded;
        throw new JsonException(number + " is no integer of 64 bits");
    }

    public double asDouble() {
        return Double.parseDouble(checked(Kind.NUMBER).toString());
    }

    /** A number's text. */
    String number() {
        return checked(Kind.NUMBER).toString();
    }

    @SuppressWarnings("unchecked")
    public List<Json> asList() {
        return (List<Json>) checked(Kind.ARRAY);
    }

    /** The members of an object, in their order. */
    @SuppressWarnings("unchecked")
    public Map<String, Json> asMap() {
        return (Map<String, Json>) checked(Kind.OBJECT);
    }

    private Object checked(Kind wanted) {
        if (kind != wanted) throw new JsonException("a value is " + kind + " and not " + wanted);
        return value;
    }

    /** A member of an object; null if there is none, or if its value is `null`. */
    public Json get(String name) {
        Json member = asMap().get(name);
        return member == null || member.isNull() ? null : member;
    }

    public boolean has(String name) {
        return get(name) != null;
    }

    /** A member that must be there. */
    public Json at(String name) {
        Json member = get(name);
        if (member == null) throw new JsonException("no member " + name);
        return member;
    }

    public String string(String name) {
        return at(name).asString();
    }

    public String string(String name, String otherwise) {
        Json member = get(name);
        return member == null ? otherwise : member.asString();
    }

    public long integer(String name) {
        return at(name).asLong();
    }

    public long integer(String name, long otherwise) {
        Json member = get(name);
        return member == null ? otherwise : member.asLong();
    }

    /** Whether a member is there and true. */
    public boolean isTrue(String name) {
        Json member = get(name);
        return member != null && member.asBoolean();
    }

    /** The items of a member; none if it is not there. */
    public List<Json> list(String name) {
        Json member = get(name);
        return member == null ? Collections.emptyList() : member.asList();
    }

    /** The members of a member; none if it is not there. */
    public Map<String, Json> map(String name) {
        Json member = get(name);
        return member == null ? Collections.emptyMap() : member.asMap();
    }

    /** This object with a member that is changed or new. */
    public Json with(String name, Json member) {
        return object().putAll(this).put(name, member).build();
    }

    public Json without(String... names) {
        Map<String, Json> members = new LinkedHashMap<>(asMap());
        members.keySet().removeAll(Arrays.asList(names));
        return object(members);
    }

    /** The text of it, without blanks. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        JsonWriter.write(this, text);
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Json) || ((Json) other).kind != kind) return false;
        Json that = (Json) other;
        if (kind == Kind.NUMBER && !(value instanceof Long && that.value instanceof Long)) {
            return asDouble() == that.asDouble();
        }
        return value == null || value.equals(that.value);
    }

    @Override
    public int hashCode() {
        if (kind == Kind.NUMBER) return Double.valueOf(asDouble()).hashCode();
        return value == null ? 0 : value.hashCode();
    }

    /** Makes an object. What is null is left out. */
    public static final class Builder {
        private final Map<String, Json> members = new LinkedHashMap<>();

        private Builder() {}

        public Builder put(String name, Json member) {
            if (member != null) members.put(name, member);
            return this;
        }

        public Builder put(String name, String text) {
            return put(name, text == null ? null : of(text));
        }

        public Builder put(String name, Long number) {
            return put(name, number == null ? null : of((long) number));
        }

        public Builder put(String name, long number) {
            return put(name, of(number));
        }

        public Builder put(String name, Boolean is) {
            return put(name, is == null ? null : of((boolean) is));
        }

        public Builder put(String name, boolean is) {
            return put(name, of(is));
        }

        public Builder putAll(Json object) {
            members.putAll(object.asMap());
            return this;
        }

        public Json build() {
            return object(members);
        }
    }
}
