package im.martlet.protocol;

import im.martlet.json.Json;

/** A field of the application's own, as its gateway is configured: a number, a text, or bytes. */
public final class CustomValue extends Value {
    private final Json json;

    public CustomValue(Json json) {
        if (json.kind() != Json.Kind.NUMBER && json.kind() != Json.Kind.STRING) new Bytes(json);
        this.json = json;
    }

    public static CustomValue of(long number) {
        return new CustomValue(Json.of(number));
    }

    public static CustomValue of(String text) {
        return new CustomValue(Json.of(text));
    }

    /** @param base64 padded */
    public static CustomValue ofBytes(String base64) {
        return new CustomValue(Json.object().put("b", base64).build());
    }

    public boolean isNumber() {
        return json.kind() == Json.Kind.NUMBER;
    }

    public boolean isText() {
        return json.kind() == Json.Kind.STRING;
    }

    /** Fails if it is no number. */
    public long asLong() {
        return json.asLong();
    }

    /** Fails if it is no text. */
    public String asText() {
        return json.asString();
    }

    /** In padded base64; fails if it is no bytes. */
    public String asBytes() {
        return json.string("b");
    }

    @Override
    public Json toJson() {
        return json;
    }
}
