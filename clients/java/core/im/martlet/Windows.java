package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The messages that the application shows: reads pages of them, of this device or of the gateway, and
 * takes in what is told. It changes in the engine's thread alone, and is shown in any.
 */
final class Windows {
    private final Loop loop;
    private final LocalStore local;
    private final Engine engine;
    private final Consumer<String> changed;
    private final Map<String, MessageWindow> windows = new HashMap<>();

    /** @param changed is told the conversations of which something else is shown */
    Windows(Loop loop, LocalStore local, Engine engine, Consumer<String> changed) {
        this.loop = loop;
        this.local = local;
        this.engine = engine;
        this.changed = changed;
    }

    /** The conversations that are shown. */
    synchronized Set<String> ids() {
        return new HashSet<>(windows.keySet());
    }

    /** A conversation as it is shown at a time, with those of the entries that are on their way. */
    synchronized View view(String id, long now, List<OutboxEntry> entries, Json draft) {
        MessageWindow window = windows.getOrDefault(id, new MessageWindow());
        List<Json> shown = window.shown();
        Set<String> known = new HashSet<>();
        for (Json one : shown.subList(Math.max(0, shown.size() - 200), shown.size())) {
            known.add(one.string("clientMsgId", null));
        }
        List<OutboxEntry> unsent = new ArrayList<>(entries);
        unsent.removeIf(entry -> !entry.conversationID.equals(id) || known.contains(entry.clientMsgId));
        return new View(Ends.present(shown, now), unsent, window.isLoaded, window.isComplete, draft);
    }

    /** The messages that are shown, ended ones too. */
    synchronized List<Json> shown(String id) {
        MessageWindow window = windows.get(id);
        return window == null ? Collections.emptyList() : window.shown();
    }

    /** Reads the newest messages, if that was not done. */
    Promise<Void> open(String id, int limit) {
        MessageWindow window = window(id);
        if (window.isLoaded) return Promise.resolved(loop, null);
        Promise<Void> opened = new Promise<>(loop);
        read(id, window, limit).then(shown -> {
            opened.resolve(null);
            int missing = limit - window.messages.size();
            // This device had some of them. Without an answer, the rest is read when the user asks for older ones.
            if (window.isLoaded && missing > 0) older(id, missing);
        }, opened::reject);
        return opened;
    }

    /** Reads older messages. */
    Promise<Void> older(String id, int limit) {
        MessageWindow window = window(id);
        return window.isComplete ? Promise.resolved(loop, null) : read(id, window, limit);
    }

    synchronized void trim(String id, int keep) {
        if (windows.containsKey(id)) windows.get(id).trim(keep);
        changed.accept(id);
    }

    synchronized void add(Json message) {
        String id = message.string("conversationID");
        MessageWindow window = windows.get(id);
        if (window == null) return;
        if (window.add(message)) changed.accept(id);
        else openAgain(id);
    }

    synchronized void change(Json message) {
        String id = message.string("conversationID");
        if (windows.containsKey(id) && windows.get(id).change(message)) changed.accept(id);
    }

    synchronized void drop(String id, Collection<String> msgIds) {
        if (windows.containsKey(id) && windows.get(id).remove(msgIds)) changed.accept(id);
    }

    /** The messages that are shown of a conversation are void. */
    synchronized void forget(String id) {
        if (windows.remove(id) != null) changed.accept(id);
    }

    /**
     * The same, and what was open is read again.
     *
     * @param isShown the old messages stay until there is something newer
     */
    synchronized void reload(String id, boolean isShown) {
        MessageWindow former = windows.get(id);
        if (former == null) return;
        forget(id);
        if (isShown) window(id).stale = former.shown();
        openAgain(id);
    }

    /** Reads what was to be open and is not. Without an answer, it is tried again when there is something to read. */
    void openAgain(String id) {
        open(id, Store.PAGE);
    }

    private synchronized MessageWindow window(String id) {
        return windows.computeIfAbsent(id, none -> new MessageWindow());
    }

    /** Whether the window was not forgotten or trimmed meanwhile: only then a page goes on where it ends. */
    private boolean isAt(String id, MessageWindow window, long cursor) {
        return windows.get(id) == window && window.cursor == cursor;
    }

    /** Reads the next page. Stale messages are shown at once, and the promise does not wait for the gateway then. */
    private synchronized Promise<Void> read(String id, MessageWindow window, int limit) {
        if (window.loading != null) return window.loading;
        Promise<Void> shown = new Promise<>(loop);
        window.loading = shown;
        long cursor = window.cursor;
        engine.load().then((ready, none) -> local.read(id, cursor, limit).then(page -> {
            if (!isAt(id, window, cursor)) end(window, shown);
            else if (page == null) readRemote(id, window, limit, shown);
            else take(id, window, page.with(engine.present(page.messages)), limit, shown);
        }, error -> fail(id, window, shown, error)));
        return shown;
    }

    /** A page of this device. */
    private synchronized void take(String id, MessageWindow window, Page page, int limit, Promise<Void> shown) {
        if (!page.isStale) window.addOlder(page);
        else if (!window.isLoaded) window.addStale(page);
        changed.accept(id);
        if (!page.isStale) {
            end(window, shown);
            return;
        }
        shown.resolve(null);
        readRemote(id, window, limit, shown);
    }

    private void readRemote(String id, MessageWindow window, int limit, Promise<Void> shown) {
        long cursor = window.cursor;
        Json asked = Json.object().put("conversationID", id).put("limit", limit).put("cursor", cursor).build();
        engine.history(asked, RequestOptions.READ).then(reply -> {
            Page page = Page.of(reply);
            // Behind the last page there may be what only the device has.
            boolean isLast = page.isFinished && !page.messages.isEmpty();
            Promise<Boolean> goesOn = isLast ? local.hasOlder(id) : Promise.resolved(loop, false);
            goesOn.then(hasOlder -> {
                if (isAt(id, window, cursor)) takeRemote(id, window, cursor, page, hasOlder);
                end(window, shown);
            }, error -> fail(id, window, shown, error));
        }, error -> fail(id, window, shown, error));
    }

    private synchronized void takeRemote(String id, MessageWindow window, long cursor, Page page, boolean hasOlder) {
        window.addOlder(hasOlder ? new Page(page.messages, page.bottom(), false, false) : page);
        local.page(id, cursor, page);
        changed.accept(id);
    }

    private void end(MessageWindow window, Promise<Void> shown) {
        window.loading = null;
        shown.resolve(null);
    }

    private synchronized void fail(String id, MessageWindow window, Promise<Void> shown, MartletException error) {
        window.loading = null;
        if (window.fail()) changed.accept(id);
        shown.reject(error);
    }
}
