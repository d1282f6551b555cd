package im.martlet;

import im.martlet.json.Json;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The messages on the device, in the storage's thread: what is noted of them elsewhere is carried out here, in the
 * order of the notes, and written together.
 */
final class Shelves {
    /** Something that was noted. It is repeated if the storage fails. */
    interface Step {
        void run(Shelves shelves) throws IOException;
    }

    /** The messages of one conversation. */
    private static final class Shelf {
        List<Range> ranges = Collections.emptyList();
        long count;
        long bytes;
        /** When the user looked at it last. */
        long seen;
        /** None of the messages was sent before. */
        long oldest = Long.MAX_VALUE;

        static Shelf of(Json row) {
            Shelf shelf = new Shelf();
            shelf.ranges = Range.of(row.list("ranges"));
            shelf.count = row.integer("count");
            shelf.bytes = row.integer("bytes");
            shelf.seen = row.integer("seen");
            shelf.oldest = row.integer("oldest", Long.MAX_VALUE);
            return shelf;
        }

        Json toJson() {
            List<Json> rows = new ArrayList<>();
            for (Range range : ranges) rows.add(range.toJson());
            return Json.object().put("ranges", Json.array(rows)).put("count", count).put("bytes", bytes)
                .put("seen", seen).put("oldest", oldest == Long.MAX_VALUE ? null : Json.of(oldest)).build();
        }

        void count(Json message, int one) {
            count += one;
            bytes += one * sizeOf(message);
            if (one > 0) oldest = Math.min(oldest, message.integer("time"));
        }
    }

    /** So much the device keeps; the conversation that was not looked at for longest gives way. */
    static final int MOST_MESSAGES = 20_000;
    static final long MOST_BYTES = 64L << 20;
    static final int MOST_UNOPENED = 500;
    /** So many messages stay of a conversation that gives way, at first. */
    static final int REMAINDER = 50;

    private static final String MESSAGE = "message";
    private static final String END = "end";
    static final String RANGE = "range";

    private final Batch batch;
    private final Map<String, Shelf> shelves = new LinkedHashMap<>();
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    /** Those whose rows are to be written. */
    private final Set<String> touched = new HashSet<>();

    Shelves(Batch batch) {
        this.batch = batch;
    }

    /** Goes on with what is on the device. */
    void restore(Map<String, Json> rows) {
        shelves.clear();
        steps.clear();
        touched.clear();
        rows.forEach((id, row) -> shelves.put(id, Shelf.of(row)));
    }

    /** A row that is no message's. */
    void put(String space, String key, Json value) {
        batch.put(space, key, value);
    }

    /** Positions went on without the rows that are here. */
    void empty() throws IOException {
        for (String space : new String[] {LocalStore.CONVERSATION, RANGE, MESSAGE, END}) batch.empty(space);
        shelves.clear();
        touched.clear();
    }

    /** A message that was told, behind all others, or an own one that is late: what is between may not be here. */
    void add(Json message, boolean isLate) throws IOException {
        String id = message.string("conversationID");
        long seq = message.integer("seq");
        List<Range> ranges = shelf(id).ranges;
        boolean isNewest = !isLate && (ranges.isEmpty() || seq > ranges.get(0).to);
        if (!isNewest && !Range.includes(ranges, seq)) return;
        Json known = isNewest ? null : batch.get(MESSAGE, Batch.keyOf(id, seq));
        if (isNewest) become(id, Range.withMessage(ranges, seq));
        place(known == null ? message : MergedMessage.of(known, message), known);
    }

    /** A message as it is now. */
    void change(Json message) throws IOException {
        String id = message.string("conversationID");
        long seq = message.integer("seq");
        Shelf shelf = shelves.get(id);
        if (shelf == null || !Range.includes(shelf.ranges, seq)) return;
        Json known = batch.get(MESSAGE, Batch.keyOf(id, seq));
        if (known != null) place(MergedMessage.of(known, message), known);
    }

    /** Messages are gone. */
    void drop(String id, Collection<String> msgIds) throws IOException {
        if (!shelves.containsKey(id)) return;
        for (Json known : messages(id, 0, Batch.HIGHEST).values()) {
            if (msgIds.contains(known.string("msgId"))) remove(known);
        }
    }

    /** Messages up to `to` were not fetched. */
    void gap(String id, long to) {
        if (shelves.containsKey(id)) become(id, Range.withGap(shelf(id).ranges, to));
    }

    /**
     * The user's stream goes on, and nobody says which messages were deleted.
     *
     * @param places where the conversations' streams go on
     */
    void resetAll(Map<String, Long> places, boolean isKept) throws IOException {
        for (String id : shelves.keySet()) reset(id, places.getOrDefault(id, 0L), isKept);
    }

    /**
     * The stream goes on behind `to`; what is before it may be gone, and what is behind it is.
     *
     * @param isKept what is older than the gateway keeps stays
     */
    void reset(String id, long to, boolean isKept) throws IOException {
        if (!shelves.containsKey(id)) return;
        for (Json message : messages(id, to + 1, Batch.HIGHEST).values()) remove(message);
        become(id, Range.withReset(shelf(id).ranges, to, isKept));
    }

    /** The conversation is no more. */
    void forget(String id) throws IOException {
        if (!shelves.containsKey(id)) return;
        for (Json message : messages(id, 0, Batch.HIGHEST).values()) remove(message);
        shelves.remove(id);
        touched.add(id);
    }

    /**
     * A page was read from the gateway, of messages older than `before`, or of the newest if that is 0. The last one
     * says nothing of messages that are older than the gateway keeps.
     *
     * @param keptSince since when the gateway keeps messages
     */
    void page(String id, long before, Page page, long keptSince) throws IOException {
        List<Range> ranges = shelf(id).ranges;
        long low = page.isFinished ? 1 : page.cursor;
        long top = page.messages.isEmpty() ? 0 : page.messages.get(0).integer("seq");
        List<Range> grown = Range.withPage(ranges, before, low, top);
        if (grown == null) return;
        long below = ranges.isEmpty() ? 0 : ranges.get(0).from - 1;
        long high = before == 0 ? Math.max(top, below) : before - 1;
        Map<String, Json> known = messages(id, low, high);
        Map<String, Json> here = new LinkedHashMap<>();
        for (Json message : page.messages) here.put(Batch.keyOf(id, message.integer("seq")), message);
        long bottom = page.messages.isEmpty() ? high + 1 : page.bottom();
        known.forEach((key, message) -> {
            long seq = message.integer("seq");
            boolean isBeyond = page.isFinished && seq < bottom && message.integer("time") < keptSince
                && Range.outlasts(ranges, seq);
            if (!here.containsKey(key) && !isBeyond) remove(message);
        });
        here.forEach((key, message) -> place(message, known.get(key)));
        become(id, grown);
    }

    /** The user looks at a conversation. */
    void look(String id, long now) {
        if (!shelves.containsKey(id)) return;
        shelf(id).seen = now;
        touched.add(id);
    }

    /**
     * Messages of the newest range that are older than `before`, or the newest if that is 0. Null if the gateway must
     * be asked.
     */
    Page read(String id, long before, int limit) throws IOException {
        Shelf shelf = shelves.get(id);
        if (shelf == null || shelf.ranges.isEmpty()) return null;
        Range newest = shelf.ranges.get(0);
        boolean isStale = before == 0 && newest.isEmpty() && shelf.ranges.size() > 1;
        Range range = isStale ? shelf.ranges.get(1) : newest;
        if (before != 0 && before <= range.from) return null;
        long high = before == 0 ? range.to : Math.min(range.to, before - 1);
        String end = Batch.after(Batch.keyOf(id, range.from));
        List<Json> messages = new ArrayList<>(batch.range(MESSAGE, Batch.keyOf(id, high), end, limit).values());
        long low = messages.size() < limit ? range.from : messages.get(messages.size() - 1).integer("seq");
        return messages.isEmpty() && low > 1 ? null : new Page(messages, low, low <= 1, isStale);
    }

    /** Whether there may be messages of before a time. */
    boolean hasBefore(String id, long time) {
        return shelves.containsKey(id) && shelf(id).oldest < time;
    }

    /**
     * Carries out what was noted.
     *
     * @param open the conversations that the application shows
     * @param since what is older goes
     * @param now what has ended by then goes, too
     */
    void carryOut(List<Step> noted, Set<String> open, long since, long now) throws IOException {
        steps.addAll(noted);
        for (Step step = steps.peek(); step != null; step = steps.peek()) {
            step.run(this);
            steps.remove();
        }
        bound(open);
        for (String id : new ArrayList<>(shelves.keySet())) if (hasBefore(id, since)) age(id, since);
        expire(now);
        for (String id : touched) batch.put(RANGE, id, shelves.containsKey(id) ? shelf(id).toJson() : null);
        touched.clear();
    }

    /** Whether all that was noted is carried out: not, if the storage has failed. */
    boolean isDone() {
        return steps.isEmpty();
    }

    private void expire(long now) throws IOException {
        SortedMap<String, Json> ended = batch.range(END, null, Batch.endOf(now + 1, ""));
        for (Map.Entry<String, Json> end : new ArrayList<>(ended.entrySet())) {
            Json message = batch.get(MESSAGE, end.getValue().asString());
            if (message != null) remove(message);
            batch.put(END, end.getKey(), null);
        }
    }

    private Shelf shelf(String id) {
        return shelves.computeIfAbsent(id, none -> new Shelf());
    }

    private void become(String id, List<Range> ranges) {
        shelf(id).ranges = ranges;
        touched.add(id);
    }

    private SortedMap<String, Json> messages(String id, long low, long high) throws IOException {
        String first = Batch.keyOf(id, Math.min(high, Batch.HIGHEST));
        return batch.range(MESSAGE, first, Batch.after(Batch.keyOf(id, low)));
    }

    /** @param known the row in its place; null if there is none */
    private void place(Json message, Json known) {
        if (known != null) remove(known);
        write(message, message, 1);
    }

    private void remove(Json message) {
        write(message, null, -1);
    }

    private void write(Json message, Json row, int one) {
        String id = message.string("conversationID");
        String key = Batch.keyOf(id, message.integer("seq"));
        batch.put(MESSAGE, key, row);
        if (message.has("expireAt")) {
            batch.put(END, Batch.endOf(message.integer("expireAt"), key), row == null ? null : Json.of(key));
        }
        if (shelves.containsKey(id)) shelf(id).count(message, one);
        touched.add(id);
    }

    /** Removes messages that are older than the device keeps them; a conversation's last one stays. */
    private void age(String id, long since) throws IOException {
        int young = 0;
        for (Json message : messages(id, 0, Batch.HIGHEST).values()) if (message.integer("time") >= since) young++;
        shorten(id, Math.max(1, young));
    }

    /** Has what gives way removed. */
    private void bound(Set<String> open) throws IOException {
        for (String id : new ArrayList<>(touched)) {
            boolean isLong = shelves.containsKey(id) && shelf(id).count > MOST_UNOPENED;
            if (isLong && !open.contains(id)) shorten(id, MOST_UNOPENED - REMAINDER);
        }
        while (isFull()) {
            String id = longest(open, REMAINDER);
            if (id == null) id = longest(open, 0);
            if (id == null) return;
            long count = shelf(id).count;
            long least = open.contains(id) ? Math.max(REMAINDER, count / 2) : REMAINDER;
            shorten(id, count > least ? (int) least : 0);
        }
    }

    private boolean isFull() {
        long count = 0;
        long bytes = 0;
        for (Shelf shelf : shelves.values()) {
            count += shelf.count;
            bytes += shelf.bytes;
        }
        return count > MOST_MESSAGES || bytes > MOST_BYTES;
    }

    /** The conversation with more than so many messages that was not looked at for longest. */
    private String longest(Set<String> open, long more) {
        String longest = null;
        long seen = 0;
        for (Map.Entry<String, Shelf> one : shelves.entrySet()) {
            long rank = open.contains(one.getKey()) ? Long.MAX_VALUE : one.getValue().seen;
            if (one.getValue().count <= more || longest != null && rank >= seen) continue;
            longest = one.getKey();
            seen = rank;
        }
        return longest;
    }

    /** Leaves the newest messages of a conversation. */
    private void shorten(String id, int count) throws IOException {
        List<Json> all = new ArrayList<>(messages(id, 0, Batch.HIGHEST).values());
        List<Json> gone = all.subList(Math.min(count, all.size()), all.size());
        for (Json message : gone) remove(message);
        Shelf shelf = shelf(id);
        // Counted anew, so that an error of the count does not stay.
        shelf.count = shelf.bytes = 0;
        shelf.oldest = Long.MAX_VALUE;
        for (Json message : all.subList(0, all.size() - gone.size())) shelf.count(message, 1);
        if (!gone.isEmpty()) become(id, Range.cut(shelf.ranges, gone.get(0).integer("seq") + 1));
        else touched.add(id);
    }

    private static long sizeOf(Json message) {
        return message.toString().length();
    }
}
