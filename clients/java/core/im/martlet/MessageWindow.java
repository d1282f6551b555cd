package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The part of a conversation that the application shows: without holes, from some message up to the newest. Before the
 * first page was read, and after a gap, it has nothing.
 */
final class MessageWindow {
    /** By rising `seq`. */
    List<Json> messages = new ArrayList<>();
    /** Messages of before a gap, or that may be gone, as long as the first page was not read. */
    List<Json> stale = new ArrayList<>();
    /** Whether the first page was read, and whether there is nothing older. */
    boolean isLoaded;
    boolean isComplete;
    /** Where the next older page begins. */
    long cursor;
    /** A page is on its way, also when what is stale is shown meanwhile. Null: none is. */
    Promise<Void> loading;

    /** Between what is stale and what is new there may be a hole. */
    List<Json> shown() {
        return stale.isEmpty() ? messages : stale;
    }

    /** A live message, or an own one. Returns whether it is shown. */
    boolean add(Json message) {
        long seq = message.integer("seq");
        // Without a page below it there would be a hole.
        if (!isLoaded && loading == null) return false;
        // One that is late is in an older page.
        if (seq < cursor && !isComplete) return false;
        int place = messages.size();
        while (place > 0 && seqAt(place - 1) > seq) place--;
        if (place > 0 && seqAt(place - 1) == seq) return false;
        messages.add(place, message);
        return true;
    }

    private long seqAt(int place) {
        return messages.get(place).integer("seq");
    }

    /** A message as it is now. Returns whether it is here. */
    boolean change(Json message) {
        String msgId = message.string("msgId");
        return change(stale, msgId, message) || change(messages, msgId, message);
    }

    private static boolean change(List<Json> messages, String msgId, Json message) {
        for (int place = messages.size() - 1; place >= 0; place--) {
            if (!messages.get(place).string("msgId").equals(msgId)) continue;
            messages.set(place, MergedMessage.of(messages.get(place), message));
            return true;
        }
        return false;
    }

    /** Messages are gone, by their ids. Returns whether one of them was here. */
    boolean remove(Collection<String> msgIds) {
        boolean wasStale = stale.removeIf(message -> msgIds.contains(message.string("msgId")));
        return messages.removeIf(message -> msgIds.contains(message.string("msgId"))) || wasStale;
    }

    void addOlder(Page page) {
        // A message that came late while the first page was awaited is in an older one.
        messages.removeIf(message -> !page.isFinished && message.integer("seq") < page.cursor);
        Set<Long> known = new HashSet<>();
        for (Json message : messages) known.add(message.integer("seq"));
        for (Json message : page.messages) if (!known.contains(message.integer("seq"))) messages.add(message);
        Collections.sort(messages, Comparator.comparingLong(message -> message.integer("seq")));
        cursor = page.cursor;
        stale.clear();
        isLoaded = true;
        isComplete = page.isFinished;
    }

    /** Shows a page of this device until the gateway has answered. */
    void addStale(Page page) {
        stale = new ArrayList<>(page.messages);
        Collections.reverse(stale);
    }

    /** No page came: what is told from now on would leave a hole behind what was. Returns whether there was any. */
    boolean fail() {
        if (isLoaded || messages.isEmpty()) return false;
        messages.clear();
        return true;
    }

    /** Keeps the newest; older ones can be read again. */
    void trim(int count) {
        if (!isLoaded || messages.size() <= count) return;
        messages = new ArrayList<>(messages.subList(messages.size() - count, messages.size()));
        cursor = messages.isEmpty() ? cursor : seqAt(0);
        isComplete = false;
    }
}
