package im.martlet.json;

/** A text is no JSON, or a value is not of the kind that was asked for. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JsonException(String message) {
        super(message);
    }
}
