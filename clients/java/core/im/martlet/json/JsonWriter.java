package im.martlet.json;

import java.util.Map;

/** Writes a value as a text that stays whole in UTF-8: half of a surrogate pair is escaped. */
final class JsonWriter {
    private JsonWriter() {}

    static void write(Json json, StringBuilder text) {
        char before;
        switch (json.kind()) {
            case NULL:
                text.append("null");
                break;
            case BOOLEAN:
                text.append(json.asBoolean());
                break;
            case NUMBER:
                text.append(json.number());
                break;
            case STRING:
                write(json.asString(), text);
                break;
            case ARRAY:
                before = '[';
                for (Json item : json.asList()) {
                    text.append(before);
                    write(item, text);
                    before = ',';
                }
                text.append(before == '[' ? "[]" : "]");
                break;
            default:
                before = '{';
                for (Map.Entry<String, Json> member : json.asMap().entrySet()) {
                    text.append(before);
                    write(member.getKey(), text);
                    text.append(':');
                    write(member.getValue(), text);
                    before = ',';
                }
                text.append(before == '{' ? "{}" : "}");
        }
    }

    private static void write(String string, StringBuilder text) {
        text.append('"');
        for (int at = 0; at < string.length(); at++) {
            char unit = string.charAt(at);
            if (unit == '"' || unit == '\\') text.append('\\').append(unit);
            else if (unit < ' ' || isHalf(string, at)) escape(unit, text);
            else text.append(unit);
        }
        text.append('"');
    }

    private static void escape(char unit, StringBuilder text) {
        text.append("\\u").append(Integer.toHexString(0x10000 | unit), 1, 5);
    }

    private static boolean isHalf(String string, int at) {
        char unit = string.charAt(at);
        if (Character.isHighSurrogate(unit)) {
            return at + 1 == string.length() || !Character.isLowSurrogate(string.charAt(at + 1));
        }
        return Character.isLowSurrogate(unit) && (at == 0 || !Character.isHighSurrogate(string.charAt(at - 1)));
    }
}
