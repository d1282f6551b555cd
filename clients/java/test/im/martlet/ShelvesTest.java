package im.martlet;

import static im.martlet.StoreRig.message;
import static im.martlet.Tests.equal;

import im.martlet.json.Json;
import im.martlet.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The messages on the device: ranges, pages, and what gives way. */
final class ShelvesTest {
    private static final Set<String> NONE_OPEN = Collections.emptySet();
    private static final long ALL_TIME = Long.MIN_VALUE;

    private ShelvesTest() {}

    static void addTo(Tests tests) {
        tests.add("ranges grow with messages, and end at gaps and resets", ShelvesTest::growsRanges);
        tests.add("a page closes a gap, and one with a hole before it is passed over", ShelvesTest::takesPages);
        tests.add("what pages and gaps leave on the device has never a hole", ShelvesTest::hasNoHoles);
        tests.add("of a conversation that is not open 500 messages stay", () -> {
            MemoryStorage storage = new MemoryStorage();
            Batch batch = new Batch(storage);
            Shelves shelves = new Shelves(batch);
            fill(shelves, "c2c_bob", 501);
            shelves.carryOut(Collections.emptyList(), NONE_OPEN, ALL_TIME, 0);
            batch.write();
            equal(storage.range("message", null, null, 9999).size(), 450);
            equal(seqs(shelves.read("c2c_bob", 0, 2)), "501 500");
            equal(shelves.read("c2c_bob", 52, 9), null);
            fill(shelves, "c2c_dave", 600);
            shelves.carryOut(Collections.emptyList(), Collections.singleton("c2c_dave"), ALL_TIME, 0);
            equal(seqs(shelves.read("c2c_dave", 3, 9)), "2 1");
        });
        tests.add("of 20,000 messages those give way first that were not looked at for longest", () -> {
            Shelves shelves = new Shelves(new Batch(new MemoryStorage()));
            for (int number = 0; number < 41; number++) {
                fill(shelves, "c2c_" + number, 490);
                shelves.look("c2c_" + number, number == 0 ? 99 : number);
                shelves.carryOut(Collections.emptyList(), NONE_OPEN, ALL_TIME, 0);
            }
            equal(shelves.read("c2c_0", 0, 999).messages.size(), 490);
            equal(shelves.read("c2c_1", 0, 999).messages.size(), 50);
            equal(shelves.read("c2c_2", 0, 999).messages.size(), 490);
        });
        tests.add("messages that are older than the device keeps them go, but for the last one", () -> {
            Shelves shelves = new Shelves(new Batch(new MemoryStorage()));
            fill(shelves, "c2c_bob", 5);
            fill(shelves, "c2c_dave", 2);
            long since = message("c2c_bob", 4).integer("time");
            shelves.carryOut(Collections.emptyList(), NONE_OPEN, since, 0);
            equal(seqs(shelves.read("c2c_bob", 0, 9)), "5 4");
            equal(seqs(shelves.read("c2c_dave", 0, 9)), "2");
        });
        tests.add("what is changed, dropped or forgotten is so after a step that the storage has failed", () -> {
            Batch batch = new Batch(new MemoryStorage());
            Shelves shelves = new Shelves(batch);
            fill(shelves, "c2c_bob", 4);
            int[] tries = {0};
            Shelves.Step fails = some -> {
                if (tries[0]++ == 0) throw new IOException("for once");
            };
            Json edited = message("c2c_bob", 2).with("change", Json.of(1)).with("body", Json.of("edited"));
            List<Shelves.Step> steps = Arrays.asList(fails, some -> some.change(edited),
                some -> some.drop("c2c_bob", Arrays.asList("c2c_bob3")));
            Tests.fails(IOException.class, () -> shelves.carryOut(steps, NONE_OPEN, ALL_TIME, 0));
            equal(shelves.isDone(), false);
            shelves.carryOut(Collections.emptyList(), NONE_OPEN, ALL_TIME, 0);
            equal(shelves.isDone(), true);
            equal(seqs(shelves.read("c2c_bob", 0, 9)), "4 2 1");
            equal(shelves.read("c2c_bob", 0, 9).messages.get(1), edited);
        });
    }

    private static void growsRanges() {
        List<Range> ranges = Range.withMessage(Collections.emptyList(), 7);
        equal(text(ranges), "7-7");
        // Places that were passed over are no gap.
        ranges = Range.withMessage(ranges, 9);
        equal(text(ranges), "7-9");
        equal(Range.includes(ranges, 8), true);
        ranges = Range.withGap(ranges, 20);
        equal(text(ranges), "21-20 7-9");
        ranges = Range.withMessage(ranges, 22);
        equal(text(ranges), "21-22 7-9");
        equal(text(Range.cut(ranges, 8)), "21-22 8-9");
        equal(text(Range.cut(ranges, 22)), "22-22");
        ranges = Range.withReset(ranges, 21, false);
        equal(text(ranges), "22-21 21-21? 7-9?");
        equal(text(Range.of(Arrays.asList(ranges.get(1).toJson()))), "21-21?");
        equal(Range.outlasts(ranges, 8), false);
        equal(Range.outlasts(Range.withReset(Range.withMessage(Collections.emptyList(), 8), 8, true), 8), true);
        for (long to = 30; to < 90; to += 2) ranges = Range.withMessage(Range.withGap(ranges, to), to + 1);
        equal(ranges.size(), 20);
    }

    private static void takesPages() {
        List<Range> ranges = Arrays.asList(new Range(21, 22), new Range(7, 9));
        equal(Range.withPage(ranges, 18, 15, 17), null);
        equal(text(Range.withPage(ranges, 21, 15, 20)), "15-22 7-9");
        equal(text(Range.withPage(ranges, 21, 10, 20)), "7-22");
        equal(text(Range.withPage(ranges, 0, 5, 30)), "5-30");
        List<Range> doubtful = Range.withReset(ranges, 22, false);
        equal(text(Range.withPage(doubtful, 0, 22, 24)), "22-24 21-21? 7-9?");
        equal(text(Range.withPage(Range.withPage(doubtful, 0, 22, 24), 22, 1, 21)), "1-24");
    }

    /** Random messages, gaps, pages and deletions, against what a gateway has. */
    private static void hasNoHoles() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Shelves shelves = new Shelves(new Batch(new MemoryStorage()));
            TreeMap<Long, Json> truth = new TreeMap<>();
            long last = 0;
            for (int step = 0; step < 40; step++) {
                int kind = random.nextInt(6);
                if (kind < 2) {
                    last += 1 + random.nextInt(2);
                    truth.put(last, message("c2c_bob", last));
                    shelves.add(truth.get(last), false);
                } else if (kind == 2) {
                    for (int missed = random.nextInt(9); missed > 0; missed--) {
                        truth.put(++last, message("c2c_bob", last));
                    }
                    shelves.gap("c2c_bob", last);
                } else if (kind == 3 && !truth.isEmpty()) {
                    long gone = new ArrayList<>(truth.keySet()).get(random.nextInt(truth.size()));
                    truth.remove(gone);
                    // It is told, or the stream is reset.
                    if (random.nextBoolean()) shelves.drop("c2c_bob", Arrays.asList("c2c_bob" + gone));
                    else shelves.reset("c2c_bob", last, false);
                } else {
                    scroll(shelves, truth, 1 + random.nextInt(4));
                }
                String wanted = seqs(truth.descendingMap().values());
                String shown = seqs(shelves.read("c2c_bob", 0, 999));
                boolean isRight = shelves.read("c2c_bob", 0, 999) == null || shelves.read("c2c_bob", 0, 999).isStale
                    || (wanted + " ").startsWith(shown.isEmpty() ? "" : shown + " ");
                if (!isRight) throw new AssertionError(shown + " of " + wanted + ", seed " + seed);
            }
        }
    }

    /** Reads pages as a window does: of the device, or of the gateway behind what the device has. */
    private static void scroll(Shelves shelves, TreeMap<Long, Json> truth, int pages) throws IOException {
        long before = 0;
        for (int count = 0; count < pages; count++) {
            Page page = shelves.read("c2c_bob", before, 3);
            if (page == null || page.isStale) {
                List<Json> older = new ArrayList<>();
                long end = before == 0 ? Long.MAX_VALUE : before;
                for (Json message : truth.headMap(end, false).descendingMap().values()) {
                    if (older.size() < 3) older.add(message);
                }
                long low = older.isEmpty() ? 0 : older.get(older.size() - 1).integer("seq");
                page = new Page(older, low, low == 0 || low == truth.firstKey(), false);
                shelves.page("c2c_bob", before, page, ALL_TIME);
            }
            if (page.isFinished) return;
            before = page.cursor;
        }
    }

    private static void fill(Shelves shelves, String id, long count) throws IOException {
        for (long seq = 1; seq <= count; seq++) shelves.add(message(id, seq), false);
    }

    private static String text(List<Range> ranges) {
        List<String> texts = new ArrayList<>();
        for (Range one : ranges) texts.add(one.from + "-" + one.to + (one.isUnconfirmed ? "?" : ""));
        return String.join(" ", texts);
    }

    private static String seqs(Page page) {
        return page == null ? "" : seqs(page.messages);
    }

    private static String seqs(Iterable<Json> messages) {
        List<String> seqs = new ArrayList<>();
        for (Json message : messages) seqs.add(String.valueOf(message.integer("seq")));
        return String.join(" ", seqs);
    }
}
