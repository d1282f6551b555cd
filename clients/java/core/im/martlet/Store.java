package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The user's conversations and messages as an application shows them, always as the gateway has them. They are in the
 * client's storage, too: the next run shows them without a connection, and only what was missed is read. A message that
 * expires is hidden at its time, also without a connection. All functions may be called from any thread, and none
 * waits; what they give never changes.
 */
public final class Store {
    /** So many messages a page has, unless it is said. */
    static final int PAGE = 50;
    /** Under which the list and the total change; no conversation has this id. */
    private static final String LIST = "";
    private static final Comparator<Json> IN_LIST = Comparator
        .comparing((Json one) -> !one.isTrue("isPinned"))
        .thenComparing(one -> one.has("lastMessage") ? -one.at("lastMessage").integer("time") : 0)
        .thenComparing(one -> one.string("conversationID"));

    private final Loop loop;
    private final Callbacks callbacks;
    private final LocalStore local;
    private final Windows windows;
    private final Drafts drafts;
    private final Ends ends;
    private final List<Consumer<StoreChange>> listeners = new CopyOnWriteArrayList<>();
    private volatile List<OutboxEntry> outbox = Collections.emptyList();
    private volatile long totalUnread;
    private volatile boolean isListed;
    private final Map<String, Json> conversations = new HashMap<>();
    /** The list in its order; null if it has changed since. */
    private List<Json> list;
    /** The user's stream was reset: what the next list has not is gone. */
    private boolean isListVoid;
    /** Conversations that were deleted, unless the next list has them. */
    private final Set<String> deleted = new HashSet<>();
    /** Of this turn of the engine: conversations, and `LIST`. */
    private final Set<String> changed = new HashSet<>();
    /** The same, of all turns that listeners have not heard of; it is its own lock. */
    private final Set<String> untold = new HashSet<>();

    Store(Engine engine, Loop loop, Callbacks callbacks, Disk disk, LocalStore local) {
        this.loop = loop;
        this.callbacks = callbacks;
        this.local = local;
        windows = new Windows(loop, local, engine, this::changed);
        drafts = new Drafts(loop, disk, engine::unsaved, this::changed);
        ends = new Ends(loop, local::now, this::changed);
    }

    /** The list: pinned ones first, then by the newest message. */
    public synchronized List<Json> conversations() {
        if (list == null) {
            list = new ArrayList<>(conversations.values());
            list.sort(IN_LIST);
        }
        long now = local.now();
        List<Json> shown = new ArrayList<>();
        for (Json conversation : list) shown.add(Ends.shown(conversation, now));
        return Collections.unmodifiableList(shown);
    }

    /** One of the list; null if it is not there. */
    public synchronized Json conversation(String conversationID) {
        Json known = conversations.get(conversationID);
        return known == null ? null : Ends.shown(known, local.now());
    }

    /** The sum of unread messages over the conversations that count. */
    public long totalUnread() {
        return totalUnread;
    }

    /** Whether the whole list was read, in this run or an earlier one. */
    public boolean isListed() {
        return isListed;
    }

    /** A conversation's messages that are known; {@link #open} reads the first ones. */
    public View view(String conversationID) {
        return windows.view(conversationID, local.now(), outbox, draft(conversationID));
    }

    /**
     * Reads the newest 50 messages, if that was not done: of the device, or of the gateway; without a connection, as
     * soon as there is one. If the gateway refuses that, it is tried again when there is something to read.
     */
    public Reply<Void> open(String conversationID) {
        return open(conversationID, PAGE);
    }

    public Reply<Void> open(String conversationID, int limit) {
        return post(() -> windows.open(conversationID, limit));
    }

    /** Reads 50 older messages. */
    public Reply<Void> older(String conversationID) {
        return older(conversationID, PAGE);
    }

    public Reply<Void> older(String conversationID, int limit) {
        return post(() -> windows.older(conversationID, limit));
    }

    /** Shows of a conversation's messages only the newest; older ones can be read again. */
    public void trim(String conversationID, int keep) {
        loop.post(() -> windows.trim(conversationID, keep));
    }

    /** The text that the user has begun, as it was kept last; null for nothing. */
    public Json draft(String conversationID) {
        return drafts.get(conversationID);
    }

    /**
     * Keeps what the user has begun to write, such as an object with `text` and `replyTo`. One that says nothing, or
     * null, removes it.
     */
    public void keepDraft(String conversationID, Json draft) {
        drafts.keep(conversationID, draft);
    }

    /** Calls the listener on the client's executor. Changes that come while it is called come together in the next. */
    public Subscription onChange(Consumer<StoreChange> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private Reply<Void> post(Supplier<Promise<Void>> action) {
        return Reply.post(loop, callbacks, action);
    }

    // Called by the engine.

    Set<String> open() {
        return windows.ids();
    }

    /** Shows what is on the device. */
    Promise<Void> restore() {
        synchronized (this) {
            conversations.putAll(local.conversations);
            totalUnread = local.totalUnread;
            isListed = local.isListed;
            changedList();
        }
        return drafts.load();
    }

    void state(State state) {
        if (!state.is(State.Name.OPEN)) return;
        local.tellTime(loop.now() + state.clockOffset, state.clockOffset);
        ends.look();
    }

    /** The device wakes: timers may be late. */
    void wake() {
        ends.pass();
    }

    void outboxChanged(List<OutboxEntry> entries) {
        for (OutboxEntry entry : outbox) changed(entry.conversationID);
        for (OutboxEntry entry : entries) changed(entry.conversationID);
        outbox = entries;
    }

    synchronized void event(Event event) {
        Json data = event.data;
        switch (event.name) {
            case "conversation.new":
            case "conversation.changed":
                for (Json conversation : data.list("conversations")) put(conversation);
                break;
            case "conversation.deleted":
                for (String id : strings(data, "conversationIDs")) delete(id);
                break;
            case "conversation.totalUnreadChanged":
                totalUnread = data.integer("total");
                local.putTotal(totalUnread);
                changedList();
                break;
            case "receipt.new":
                takeReceipt(data.string("conversationID"), data.at("timestamp"));
                break;
            case "message.new":
                add(data, false);
                break;
            case "message.sent":
                add(data, true);
                showLast(data);
                break;
            case "message.changed":
                local.change(data.at("message"));
                windows.change(data.at("message"));
                break;
            case "message.gone":
                if (data.has("msgId")) drop(data.string("conversationID"), Arrays.asList(data.string("msgId")));
                break;
            case "message.deleted":
                drop(data.string("conversationID"), strings(data, "msgIds"));
                break;
            case "sync.list":
                replace(data.list("conversations"));
                break;
            case "sync.reset":
                reset(data.string("stream"), data.isTrue("isGone"), data.string("why", ""));
                break;
            case "sync.gap":
                local.gap(data.string("conversationID"), data.integer("to"));
                windows.reload(data.string("conversationID"), true);
                break;
            default:
                break;
        }
    }

    /** Signed out: nothing is shown any more. */
    synchronized void clear() {
        for (String id : new ArrayList<>(conversations.keySet())) delete(id);
        for (String id : windows.ids()) windows.forget(id);
        drafts.clear();
        totalUnread = 0;
        isListed = false;
        changedList();
    }

    private void add(Json message, boolean isOwn) {
        local.add(message, isOwn);
        windows.add(message);
    }

    /**
     * An own message is its conversation's last one, unless it is to some members alone. The gateway says so behind the
     * reply, which is not told again if the connection is lost between the two.
     */
    private void showLast(Json message) {
        Json known = conversations.get(message.string("conversationID"));
        if (known == null || message.has("visibleTo") || known.integer("seq") >= message.integer("seq")) return;
        Json last = message.without("conversationID", "clientMsgId", "sessionType")
            .with("timestamp", Json.of(Math.floorDiv(message.integer("time"), 1000L)));
        put(known.with("seq", message.at("seq")).with("lastMessage", last));
    }

    private void drop(String id, Collection<String> msgIds) {
        local.drop(id, msgIds);
        windows.drop(id, msgIds);
    }

    private void put(Json conversation) {
        conversations.put(conversation.string("conversationID"), conversation);
        local.put(conversation);
        changedList();
    }

    /** The list was read. The gateway's has a limit: a conversation that has left it silently stays here, unpinned. */
    private void replace(List<Json> read) {
        Set<String> listed = new HashSet<>();
        for (Json conversation : read) listed.add(conversation.string("conversationID"));
        for (Json known : new ArrayList<>(conversations.values())) {
            String id = known.string("conversationID");
            if (listed.contains(id)) continue;
            if (isListVoid || deleted.contains(id)) delete(id);
            else if (known.isTrue("isPinned")) put(known.with("isPinned", Json.of(false)));
        }
        isListVoid = false;
        deleted.clear();
        for (Json conversation : read) put(conversation);
        for (String id : windows.ids()) windows.openAgain(id);
        isListed = true;
        changedList();
    }

    private void delete(String id) {
        conversations.remove(id);
        local.delete(id);
        windows.forget(id);
        changedList();
    }

    private void takeReceipt(String id, Json time) {
        Json known = conversations.get(id);
        if (known == null || known.integer("peerReadTime", 0) >= time.asLong()) return;
        put(known.with("peerReadTime", time));
        changed(id);
    }

    /** Events of a stream are missing: of the user's, those that tell of deleted messages. */
    private void reset(String stream, boolean isGone, String why) {
        boolean isDeleted = why.equals("deleted");
        boolean isOfUser = stream.equals("user");
        if (isOfUser && !why.equals("kept")) isListVoid = true;
        if (isDeleted) deleted.add(stream);
        if (isGone || isDeleted) local.forgetMessages(stream);
        else local.reset(stream, why.equals("kept"));
        for (String id : isOfUser ? windows.ids() : Collections.singleton(stream)) windows.reload(id, !isDeleted);
    }

    private static List<String> strings(Json data, String name) {
        List<String> strings = new ArrayList<>();
        for (Json one : data.list(name)) strings.add(one.asString());
        return strings;
    }

    private void changedList() {
        list = null;
        changed(LIST);
    }

    private void changed(String id) {
        if (changed.isEmpty()) loop.soon(this::tell);
        changed.add(id);
    }

    private void tell() {
        for (String id : changed) ends.note(id, id.equals(LIST) ? lastMessages() : windows.shown(id));
        synchronized (untold) {
            boolean isTelling = !untold.isEmpty();
            untold.addAll(changed);
            changed.clear();
            if (isTelling) return;
        }
        callbacks.execute(this::tellListeners);
    }

    private synchronized List<Json> lastMessages() {
        List<Json> last = new ArrayList<>();
        for (Json conversation : conversations.values()) last.add(conversation.get("lastMessage"));
        return last;
    }

    private void tellListeners() {
        Set<String> ids;
        synchronized (untold) {
            ids = new HashSet<>(untold);
            untold.clear();
        }
        StoreChange change = new StoreChange(ids.remove(LIST), ids);
        for (Consumer<StoreChange> listener : listeners) callbacks.execute(() -> listener.accept(change));
    }
}
