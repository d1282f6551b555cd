package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A part of a conversation that a device has: all messages `from` one `seq` `to` another. Between two ranges is a gap.
 * The newest range comes first, and is empty, with `to` below `from`, while nothing above a gap was read. Messages of
 * an unconfirmed one may have been deleted since they were read: a page says so. Those of a kept one stay where no page
 * can tell of them, since the gateway keeps messages for some days only.
 */
final class Range {
    /** Holes of one conversation that are remembered: what is below them is read anew. */
    private static final int MOST = 20;

    final long from;
    final long to;
    final boolean isUnconfirmed;
    final boolean isKept;

    Range(long from, long to) {
        this(from, to, false, false);
    }

    private Range(long from, long to, boolean isUnconfirmed, boolean isKept) {
        this.from = from;
        this.to = to;
        this.isUnconfirmed = isUnconfirmed;
        this.isKept = isKept;
    }

    static List<Range> of(List<Json> rows) {
        List<Range> ranges = new ArrayList<>();
        for (Json row : rows) {
            boolean isUnconfirmed = row.isTrue("isUnconfirmed");
            ranges.add(new Range(row.integer("from"), row.integer("to"), isUnconfirmed, row.isTrue("isKept")));
        }
        return ranges;
    }

    Json toJson() {
        return Json.object().put("from", from).put("to", to).put("isUnconfirmed", isUnconfirmed ? Json.of(true) : null)
            .put("isKept", isKept ? Json.of(true) : null).build();
    }

    boolean has(long seq) {
        return from <= seq && seq <= to;
    }

    boolean isEmpty() {
        return to < from;
    }

    /** Whether it stays where the gateway cannot tell any more. */
    boolean outlasts() {
        return isKept || !isUnconfirmed;
    }

    private Range within(long from, long to) {
        return new Range(Math.max(this.from, from), Math.min(this.to, to), isUnconfirmed, isKept);
    }

    static boolean includes(List<Range> ranges, long seq) {
        for (Range range : ranges) if (range.has(seq)) return true;
        return false;
    }

    /** Whether a message stays of which the gateway could not tell any more. */
    static boolean outlasts(List<Range> ranges, long seq) {
        for (Range range : ranges) if (range.has(seq) && range.outlasts()) return true;
        return false;
    }

    /** A message was told that comes behind all that is here. Places between that were passed over are no gap. */
    static List<Range> withMessage(List<Range> ranges, long seq) {
        List<Range> grown = new ArrayList<>(ranges);
        if (ranges.isEmpty() || ranges.get(0).isUnconfirmed) grown.add(0, new Range(seq, seq));
        else grown.set(0, new Range(ranges.get(0).from, seq));
        return grown;
    }

    /** Messages up to `to` are not fetched. */
    static List<Range> withGap(List<Range> ranges, long to) {
        if (ranges.isEmpty() || ranges.get(0).to >= to) return ranges;
        List<Range> left = behind(new Range(to + 1, to), ranges);
        return left.subList(0, Math.min(MOST, left.size()));
    }

    /** The stream goes on behind `to`, and nobody says what has become of the messages before. */
    static List<Range> withReset(List<Range> ranges, long to, boolean isKept) {
        List<Range> doubtful = new ArrayList<>();
        for (Range range : ranges) {
            Range left = new Range(range.from, Math.min(range.to, to), true, isKept && range.outlasts());
            if (!left.isEmpty()) doubtful.add(left);
        }
        return doubtful.isEmpty() ? doubtful : behind(new Range(to + 1, to), doubtful);
    }

    /**
     * A page was read that ends below `before`, or with the newest message if that is 0, and goes from `low` to `top`.
     * Null if there is a hole between the page and the newest range.
     */
    static List<Range> withPage(List<Range> ranges, long before, long low, long top) {
        Range newest = ranges.isEmpty() || ranges.get(0).isUnconfirmed ? null : ranges.get(0);
        if (before != 0 && (newest == null || before < newest.from)) return null;
        long from = newest == null ? low : Math.min(low, newest.from);
        long to = newest == null ? top : Math.max(top, newest.to);
        List<Range> older = new ArrayList<>();
        for (Range range : newest == null ? ranges : ranges.subList(1, ranges.size())) {
            if (range.isUnconfirmed) older.add(range.within(0, from - 1));
            else if (range.to >= from - 1) from = Math.min(from, range.from);
            else older.add(range);
        }
        return behind(new Range(from, to), older);
    }

    /** Nothing below `from` is here any more. */
    static List<Range> cut(List<Range> ranges, long from) {
        List<Range> left = new ArrayList<>();
        for (Range range : ranges) if (left.isEmpty() || range.to >= from) left.add(range.within(from, range.to));
        return left;
    }

    private static List<Range> behind(Range newest, List<Range> older) {
        List<Range> all = new ArrayList<>(Collections.singletonList(newest));
        for (Range range : older) if (!range.isEmpty()) all.add(range);
        return all;
    }
}
