package im.martlet.protocol;

import im.martlet.json.Json;

/** A text of a set to which a newer gateway can add. One without a constant stays as it came. */
public abstract class OpenEnumeration {
    public final String text;

    protected OpenEnumeration(String text) {
        if (text == null) throw new NullPointerException("a text is needed");
        this.text = text;
    }

    public final Json toJson() {
        return Json.of(text);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof OpenEnumeration && other.getClass() == getClass()
            && text.equals(((OpenEnumeration) other).text);
    }

    @Override
    public final int hashCode() {
        return text.hashCode();
    }

    @Override
    public final String toString() {
        return text;
    }
}
