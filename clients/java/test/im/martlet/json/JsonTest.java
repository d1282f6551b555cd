package im.martlet.json;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import java.util.Collections;

public final class JsonTest {
    private static final String[] VALUES = {
        "null", "true", "false", "0", "-0", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
        "1.50", "1e400", "-0.0E-7", "\"\"", "\"a\\\"b\\\\c\"", "\"ü😀\"", "[]", "{}", "[1,[2,[]],{\"a\":{}}]",
        "{\"a\":1,\"b\":null}"
    };

    private static final String[] NO_VALUES = {
        "", " ", "nul", "nulll", "01", "+1", "-", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "'a'", "\"",
        "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u٠٠٠٠\"", "\"\n\"", "[", "[1", "[1,", "[1,]", "[,1]",
        "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "1 2", "[]]",
        "\u00a01"
    };

    private JsonTest() {}

    public static void addTo(Tests tests) {
        tests.add("a value is written as it was read", () -> {
            for (String text : VALUES) equal(Json.parse(" " + text + "\n").toString(), text);
        });
        tests.add("a text that is no JSON is refused", () -> {
            for (String text : NO_VALUES) fails(JsonException.class, () -> Json.parse(text));
        });
        tests.add("each beginning of an object is refused", () -> {
            String text = "{\"a\":[1,-2.5e3,\"\\u00e9\\n\",true,null],\"b\":{}}";
            equal(Json.parse(text).list("a").size(), 5);
            for (int end = 0; end < text.length(); end++) {
                String beginning = text.substring(0, end);
                fails(JsonException.class, () -> Json.parse(beginning));
            }
        });
        tests.add("what is nested too deep is refused, and runs out of no stack", () -> {
            String deepest = repeated("[", Json.MAX_DEPTH) + repeated("]", Json.MAX_DEPTH);
            equal(Json.parse(deepest).toString(), deepest);
            fails(JsonException.class, () -> Json.parse(repeated("[", 1_000_000)));
            fails(JsonException.class, () -> Json.parse(repeated("{\"a\":", 1_000_000)));
            fails(JsonException.class, () -> Json.array(Json.parse(deepest)));
            fails(JsonException.class, () -> Json.object(Collections.singletonMap("a", Json.parse(deepest))));
        });
        tests.add("integers are exact to 64 bits, and other numbers are none", () -> {
            equal(Json.parse("9007199254740993").asLong(), 9007199254740993L);
            equal(Json.parse("1e3").asLong(), 1000L);
            for (String text : new String[] {"1.5", "9223372036854775808", "1e40"}) {
                fails(JsonException.class, () -> Json.parse(text).asLong());
            }
            fails(JsonException.class, () -> Json.of(Double.NaN));
        });
        tests.add("half of a surrogate pair is escaped, and a pair is not", () -> {
            equal(Json.of("\ud83d\ude00\ud83d").toString(), "\"\ud83d\ude00\\ud83d\"");
            equal(Json.of("\ude00").toString(), "\"\\ude00\"");
            equal(Json.parse("\"\\ud83d\\ude00\"").asString(), "\ud83d\ude00");
            equal(Json.of("\u0001\"").toString(), "\"\\u0001\\\"\"");
        });
        tests.add("values are equal by what they say", () -> {
            equal(Json.parse("{\"a\":1,\"b\":[1.0]}"), Json.parse("{\"b\":[1],\"a\":1e0}"));
            equal(Json.parse("1").hashCode(), Json.parse("1.0").hashCode());
            equal(Json.parse("1").equals(Json.parse("\"1\"")), false);
            equal(Json.parse("18446744073709551615").equals(Json.parse("1")), false);
        });
        tests.add("a member of another kind is refused, and one that is null is none", () -> {
            Json object = Json.parse("{\"a\":1,\"b\":null}");
            fails(JsonException.class, () -> object.string("a"));
            fails(JsonException.class, () -> object.at("b"));
            fails(JsonException.class, () -> Json.of(1).get("a"));
            equal(object.integer("b", 7), 7L);
            equal(object.with("b", Json.of(2)).without("a").toString(), "{\"b\":2}");
        });
    }

    private static String repeated(String text, int count) {
        StringBuilder all = new StringBuilder();
        for (int number = 0; number < count; number++) all.append(text);
        return all.toString();
    }
}
