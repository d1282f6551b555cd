package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The store's rows on the device: each change is noted, and all changes of a moment are written with the positions that
 * they stand for.
 */
final class LocalStore {
    /** A release that changes what rows mean counts on. */
    static final long SCHEMA = 1;
    static final String CONVERSATION = "conversation";
    /** The row with the total and the clock, in the space of the positions. */
    static final String ROW = "store";

    private static final long DAY = 86_400_000;
    /** So often it is looked for messages that are too old. */
    private static final long AGING = 3_600_000;

    /** The list, as it was told last. */
    final Map<String, Json> conversations = new LinkedHashMap<>();
    long totalUnread;
    boolean isListed;

    private final Loop loop;
    private final KeptPositions kept;
    private final Positions positions;
    /** Null: as long as the gateway keeps them. */
    private final Long keepDays;
    private List<Shelves.Step> steps = new ArrayList<>();
    /** The gateway's clock as it was told last, and by how much it was ahead of this device's. */
    private volatile long told;
    private volatile long offset;
    /** Until the gateway has told its clock in this run, this device's may have been set to anything. */
    private boolean isTimeTold;
    /** For so many days the gateway keeps messages, as it has said last; null: it has not. */
    private Long retentionDays;
    /** When messages that are too old were looked for; null: not in this run. */
    private Long agedAt;
    private boolean hasEnded;

    LocalStore(Loop loop, KeptPositions kept, Positions positions, Long keepDays) {
        this.loop = loop;
        this.kept = kept;
        this.positions = positions;
        this.keepDays = keepDays;
    }

    /** The gateway's clock as it is known: it never goes back, whatever this device's clock does. */
    long now() {
        return Math.max(told, loop.now() + offset);
    }

    void tellTime(long told) {
        tellTime(told, offset);
    }

    void tellTime(long told, long offset) {
        this.told = Math.max(this.told, told);
        this.offset = offset;
        isTimeTold = true;
    }

    void login(Json reply) {
        Json limits = reply.get("limits");
        if (limits != null && limits.has("retentionDays")) retentionDays = limits.integer("retentionDays");
    }

    // Called by what writes the rows.

    void restore(Json row, Map<String, Json> list, boolean isListed) {
        this.isListed = isListed;
        totalUnread = row.integer("total");
        told = row.integer("told");
        offset = row.integer("offset");
        if (row.has("retentionDays")) retentionDays = row.integer("retentionDays");
        conversations.putAll(list);
    }

    /** Positions have gone on without the rows that are there. */
    void empty() {
        note(shelves -> shelves.empty());
    }

    /** The rows were lost: writes anew what is here. */
    void noteAll() {
        steps.clear();
        for (Json conversation : new ArrayList<>(conversations.values())) put(conversation);
    }

    /** Nothing is kept any more. */
    void end() {
        hasEnded = true;
        steps.clear();
    }

    /**
     * All that has changed up to now, as one step.
     *
     * @param open the conversations that the application shows
     */
    Shelves.Step take(Set<String> open) {
        List<Shelves.Step> noted = steps;
        steps = new ArrayList<>();
        long now = isTimeTold ? now() : told;
        boolean isDue = agedAt == null || now >= agedAt + AGING;
        long since = isDue ? since(keepDays == null ? retentionDays : keepDays, now) : Long.MIN_VALUE;
        if (isDue) agedAt = now;
        Json row = Json.object().put("schema", SCHEMA).put("total", totalUnread).put("told", told).put("offset", offset)
            .put("retentionDays", retentionDays).build();
        noted.add(shelves -> shelves.put(KeptPositions.META, ROW, row));
        return shelves -> shelves.carryOut(noted, open, since, now);
    }

    // Called by the store, as it is told.

    void put(Json conversation) {
        String id = conversation.string("conversationID");
        conversations.put(id, conversation);
        note(shelves -> shelves.put(CONVERSATION, id, conversation));
    }

    void delete(String id) {
        conversations.remove(id);
        note(shelves -> {
            shelves.forget(id);
            shelves.put(CONVERSATION, id, null);
        });
    }

    void putTotal(long total) {
        totalUnread = total;
        note(shelves -> {});
    }

    /** @param isOwn it was acknowledged, and may have been stored long before */
    void add(Json message, boolean isOwn) {
        tellTime(message.integer("time"));
        Long place = positions.of(message.string("conversationID"));
        if (place == null) {
            // Of a conversation that nothing is known of, what was before it may be missing.
            note(shelves -> shelves.gap(message.string("conversationID"), message.integer("seq")));
            return;
        }
        boolean isLate = isOwn && place > message.integer("seq");
        note(shelves -> shelves.add(message, isLate));
    }

    void change(Json message) {
        note(shelves -> shelves.change(message));
    }

    void drop(String id, Collection<String> msgIds) {
        note(shelves -> shelves.drop(id, msgIds));
    }

    void gap(String id, long to) {
        note(shelves -> shelves.gap(id, to));
    }

    /**
     * Events of a stream are missing: of the user's, those that tell of deleted messages. If the gateway has
     * kept some of it no longer, what is here holds.
     */
    void reset(String stream, boolean isKept) {
        if (stream.equals("user")) {
            Map<String, Long> places = positions.all();
            note(shelves -> shelves.resetAll(places, isKept));
            return;
        }
        Long place = positions.of(stream);
        long to = place == null ? 0 : place;
        if (isKept) gap(stream, to);
        else note(shelves -> shelves.reset(stream, to, false));
    }

    void forgetMessages(String id) {
        note(shelves -> shelves.forget(id));
    }

    void page(String id, long before, Page page) {
        long keptSince = since(retentionDays, now());
        note(shelves -> shelves.page(id, before, page, keptSince));
    }

    /** Whether the device may have messages that are older than the gateway keeps. */
    Promise<Boolean> hasOlder(String id) {
        long keptSince = since(retentionDays, now());
        return kept.read(shelves -> shelves.hasBefore(id, keptSince), false);
    }

    /**
     * Messages of the newest range that are older than `before`, or the newest if that is 0. Null if the gateway must
     * be asked.
     */
    Promise<Page> read(String id, long before, int limit) {
        long now = now();
        note(shelves -> shelves.look(id, now));
        return kept.read(shelves -> shelves.read(id, before, limit), null);
    }

    private void note(Shelves.Step step) {
        if (hasEnded) return;
        steps.add(step);
        kept.save();
    }

    /** When messages were sent that are so many days old: long ago if the number is not known. */
    private static long since(Long days, long now) {
        return days == null ? Long.MIN_VALUE : now - days * DAY;
    }
}
