package im.martlet.jvm;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the changes in the lines of a {@link FileStorage}, and where their values are, which it passes over: so a file
 * of many messages is open before one of them is read. Values are checked when they are read.
 */
final class LineReader {
    /** A row that a line has. */
    static final class Row {
        final String space;
        final String key;
        /** Null: it is removed. */
        final Place place;

        Row(String space, String key, Place place) {
            this.space = space;
            this.key = key;
            this.place = place;
        }
    }

    /** Where a value is in the file. */
    static final class Place {
        final long at;
        final int length;

        Place(long at, int length) {
            this.at = at;
            this.length = length;
        }
    }

    private final byte[] bytes;
    private int at;

    /** @param bytes are read up to a line feed, at which everything ends that is not as it should be */
    LineReader(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    /** Where the next line begins. */
    int at() {
        return at;
    }

    /** The changes of the next line; fails with a {@link JsonException} if it is none, and goes on behind it. */
    List<Row> read() {
        try {
            return changes();
        } catch (JsonException none) {
            while (bytes[at] != '\n') at++;
            at++;
            throw none;
        }
    }

    private List<Row> changes() {
        List<Row> changes = new ArrayList<>(1);
        take('[');
        while (bytes[at] != ']') {
            if (!changes.isEmpty()) take(',');
            take('[');
            String space = string();
            take(',');
            String key = string();
            int from = at + 1;
            boolean isThere = bytes[at] == ',';
            if (isThere) skipValue();
            changes.add(new Row(space, key, isThere ? new Place(from, at - from) : null));
            take(']');
        }
        take(']');
        take('\n');
        return changes;
    }

    private void take(char wanted) {
        if (bytes[at] != wanted) throw failure();
        at++;
    }

    private String string() {
        int from = at;
        boolean isPlain = skipString();
        if (isPlain) return new String(bytes, from + 1, at - from - 2, StandardCharsets.UTF_8);
        return Json.parse(new String(bytes, from, at - from, StandardCharsets.UTF_8)).asString();
    }

    /** Whether it has no escapes. */
    private boolean skipString() {
        take('"');
        // In variables, since nothing else of the program is as long when it starts.
        byte[] bytes = this.bytes;
        int place = at;
        boolean isPlain = true;
        for (byte next = bytes[place]; next != '"'; next = bytes[++place]) {
            if (next == '\\') {
                isPlain = false;
                next = bytes[++place];
            }
            if (next >= 0 && next < ' ') throw failure();
        }
        at = place + 1;
        return isPlain;
    }

    /** Up to the bracket that ends the change. */
    private void skipValue() {
        byte[] bytes = this.bytes;
        int place = at + 1;
        for (int depth = 0; depth > 0 || bytes[place] != ']'; place++) {
            byte next = bytes[place];
            if (next == '"') {
                at = place;
                skipString();
                place = at - 1;
            } else if (next == '[' || next == '{') {
                depth++;
            } else if (next == ']' || next == '}') {
                depth--;
            } else if (next >= 0 && next < ' ') {
                throw failure();
            }
        }
        at = place;
    }

    private JsonException failure() {
        return new JsonException("the line is damaged at byte " + at);
    }
}
