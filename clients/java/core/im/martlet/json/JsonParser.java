package im.martlet.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a text by RFC 8259. Of two members with one name the later one counts. */
final class JsonParser {
    /** Names of members that were read last, by their hashes, of all threads: a name that is lost is made again. */
    private static final String[] NAMES = new String[256];

    private final String text;
    private int at;
    private int depth;

    JsonParser(String text) {
        this.text = text;
    }

    Json parse() {
        Json value = value();
        skipBlanks();
        if (at < text.length()) throw failure("more than one value");
        return value;
    }

    private Json value() {
        skipBlanks();
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return Json.of(string());
            case 't':
                return word("true", Json.of(true));
            case 'f':
                return word("false", Json.of(false));
            case 'n':
                return word("null", Json.NULL);
            default:
                return number();
        }
    }

    private Json object() {
        enter();
        Map<String, Json> members = new LinkedHashMap<>();
        while (!isAtEnd('}', members.isEmpty())) {
            skipBlanks();
            if (peek() != '"') throw failure("no name of a member");
            String name = name();
            skipBlanks();
            take(':');
            members.put(name, value());
        }
        depth--;
        return Json.owned(members);
    }

    /** A member's name: the same few are in all values, so each is kept once. */
    private String name() {
        int begin = at + 1;
        int hash = 0;
        int end = begin;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
            hash = 31 * hash + text.charAt(end++);
        }
        int place = hash & NAMES.length - 1;
        String known = NAMES[place];
        boolean isKnown = known != null && known.length() == end - begin && text.startsWith(known, begin);
        if (isKnown && end < text.length() && text.charAt(end) == '"') {
            at = end + 1;
            return known;
        }
        String name = string();
        NAMES[place] = name;
        return name;
    }

    private Json array() {
        enter();
        List<Json> items = new ArrayList<>();
        while (!isAtEnd(']', items.isEmpty())) items.add(value());
        depth--;
        return Json.array(items);
    }

    private void enter() {
        at++;
        if (++depth > Json.MAX_DEPTH) throw failure("nested too deep");
    }

    /** Takes the end of an object or array, or the comma before the next part. */
    private boolean isAtEnd(char end, boolean isFirst) {
        skipBlanks();
        if (peek() == end) {
            at++;
            return true;
        }
        if (!isFirst) take(',');
        return false;
    }

    private String string() {
        at++;
        int begin = at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\' && text.charAt(at) >= ' ') at++;
        if (peek() == '"') return text.substring(begin, at++);
        StringBuilder unescaped = new StringBuilder().append(text, begin, at);
        for (char next = take(); next != '"'; next = take()) {
            if (next < ' ') throw failure("a control character");
            unescaped.append(next == '\\' ? escaped() : next);
        }
        return unescaped.toString();
    }

    private char escaped() {
        char name = take();
        switch (name) {
            case '"':
            case '\\':
            case '/':
                return name;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                int unit = 0;
                for (int digit = 0; digit < 4; digit++) unit = unit * 16 + hexadecimal(take());
                return (char) unit;
            default:
                throw failure("an unknown escape");
        }
    }

    private int hexadecimal(char digit) {
        int value = digit < 128 ? Character.digit(digit, 16) : -1;
        if (value < 0) throw failure("no hexadecimal digit");
        return value;
    }

    private Json number() {
        int begin = at;
        skip('-');
        if (!skip('0')) digits();
        if (skip('.')) digits();
        if (skip('e') || skip('E')) {
            if (!skip('+')) skip('-');
            digits();
        }
        return Json.number(text.substring(begin, at));
    }

    private void digits() {
        int begin = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == begin) throw failure("no value");
    }

    private Json word(String word, Json value) {
        if (!text.startsWith(word, at)) throw failure("no value");
        at += word.length();
        return value;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean skip(char wanted) {
        boolean isThere = at < text.length() && text.charAt(at) == wanted;
        if (isThere) at++;
        return isThere;
    }

    private void take(char wanted) {
        if (!skip(wanted)) throw failure("no " + wanted);
    }

    private char take() {
        char next = peek();
        at++;
        return next;
    }

    private char peek() {
        if (at >= text.length()) throw failure("the text ends too early");
        return text.charAt(at);
    }

    private JsonException failure(String what) {
        return new JsonException(what + " at character " + at);
    }
}
