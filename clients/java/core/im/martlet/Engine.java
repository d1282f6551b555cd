package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** A client within its one thread: the link, the streams, the outbox, and what is kept. */
final class Engine implements Link.Owner, Outbox.Owner, KeptPositions.Owner {
    /** Hears what the engine tells, in its turns. */
    interface Listener {
        void state(State state);

        void event(Event event);

        void unsaved(MartletException error);

        void storeLost(MartletException error);

        void outboxChanged(List<OutboxEntry> entries);
    }

    /** A part of the client that an application has made: it hears of all that happens, in the engine's turns. */
    interface Part {
        default void state(State state) {}

        default void event(Event event) {}

        default void outboxChanged(List<OutboxEntry> entries) {}

        /** The user has signed out, or the client is closed. */
        default void clear() {}
    }

    final Loop loop;
    final Settings settings;
    private final Listener listener;
    final Disk disk;
    private final Link link;
    private final Sync sync;
    final Outbox outbox;
    /** Null if the application does not want it. */
    private final KeptPositions kept;
    /** Null if the application does not want one; and what of it is on the device. */
    final Store store;
    private final LocalStore local;
    /** Null until the application asks for them. */
    private Groups groups;
    private final List<Part> parts = new CopyOnWriteArrayList<>();
    /** Null before the first `connect` or `open`. */
    private Promise<Void> loading;
    private boolean isWanted;

    Engine(Loop loop, Settings settings, Ids ids, Executor forDisk, Callbacks callbacks, Listener listener) {
        this.loop = loop;
        this.settings = settings;
        this.listener = listener;
        disk = new Disk(loop, settings.storage, forDisk);
        link = new Link(loop, settings, this);
        sync = new Sync(loop, (op, data) -> link.request(op, data, RequestOptions.READ), this::deliver, settings.user,
            settings.gapLimit);
        outbox = new Outbox(loop, link, disk, settings.user, ids, this);
        boolean keeps = settings.keepsPositions || settings.keepsStore;
        kept = keeps ? new KeptPositions(loop, callbacks, disk, sync, this, settings.keepsPositions) : null;
        local = settings.keepsStore ? new LocalStore(loop, kept, sync.positions, settings.keepDays) : null;
        store = settings.keepsStore ? new Store(this, loop, callbacks, disk, local) : null;
        if (local != null) kept.keep(local);
    }

    /** Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read. */
    Promise<Void> connect() {
        Promise<Void> connected = new Promise<>(loop);
        isWanted = true;
        load().then(loaded -> {
            if (isWanted) link.start();
            connected.resolve(null);
        }, error -> {
            isWanted = false;
            connected.reject(error);
        });
        return connected;
    }

    /** Reads what is kept, once, unless that fails. */
    Promise<Void> load() {
        if (loading != null) return loading;
        Promise<Void> loaded = new Promise<>(loop);
        loading = loaded;
        Promise<Void> positions = kept == null ? Promise.resolved(loop, null) : kept.load();
        positions.then(restored -> {
            Promise<Void> shown = store == null ? Promise.resolved(loop, null) : store.restore();
            shown.then((drafts, none) -> outbox.load().then(loaded::settle));
        }, error -> {
            loading = null;
            loaded.reject(error);
        });
        return loaded;
    }

    /** Ends the session. Unsent messages stay in the storage. */
    void disconnect() {
        isWanted = false;
        if (kept != null) kept.flush();
        link.stop();
    }

    /** Ends the session, and is done when all is written. */
    Promise<Void> leave() {
        disconnect();
        return disk.write(Collections.emptyList());
    }

    /** Ends the session and forgets everything that is kept of this user. */
    Promise<Void> signOut() {
        disconnect();
        if (kept != null) kept.clear();
        if (store != null) store.clear();
        if (groups != null) groups.clear();
        for (Part part : parts) part.clear();
        sync.forget();
        outbox.clear();
        return disk.clear();
    }

    /** Ends the session, and gives the storage back. */
    Promise<Void> close() {
        isWanted = false;
        link.stop();
        if (groups != null) groups.clear();
        for (Part part : parts) part.clear();
        Promise<Void> closed = new Promise<>(loop);
        Promise<Void> flushed = kept == null ? Promise.resolved(loop, null) : kept.flush();
        flushed.then((none, nothing) -> disk.close().then(closed::settle));
        return closed;
    }

    void wake() {
        if (store != null) store.wake();
        link.wake();
    }

    /** The application shows groups from now on. */
    void show(Groups groups) {
        this.groups = groups;
        groups.begin(link.state());
    }

    void add(Part part) {
        parts.add(part);
    }

    void remove(Part part) {
        parts.remove(part);
    }

    State state() {
        return link.state();
    }

    List<Json> conversations() {
        return new ArrayList<>(sync.known.all().values());
    }


    Promise<Json> request(String op, Json data, RequestOptions options) {
        Promise<Json> reply = new Promise<>(loop);
        // Right after connect() it waits for the storage, as the connection does.
        Promise<Void> ready = isWanted && loading != null ? loading : Promise.resolved(loop, null);
        ready.then(loaded -> link.request(op, data, options).then(ok -> {
            note(op, data, ok);
            reply.resolve(ok);
        }, reply::reject), reply::reject);
        return reply;
    }

    /** The gateway tells other devices only of what this one has done. */
    private void note(String op, Json data, Json ok) {
        switch (op) {
            case "channel.subscribe":
                sync.channels.follow(ok.string("channelID", data.string("channelID", "")), ok.integer("seq"));
                break;
            case "channel.unsubscribe":
                sync.channels.forget(data.string("channelID"));
                break;
            case "message.send":
                // Without the outbox, so no `message.sent` tells of it.
                sync.stored(Json.object().put("type", 0).put("from", settings.user).putAll(data).putAll(ok).build());
                break;
            case "friend.modify":
                deliver(new Event("friend.modified", data));
                break;
            case "group.setAttributes":
                Json set = Json.object().put("userID", settings.user).putAll(data).build();
                deliver(new Event("group.attributesSet", set));
                break;
            default:
                break;
        }
    }

    /** A page of messages, as they are now: a change that comes while the page is on its way is in it. */
    Promise<Json> history(Json data, RequestOptions options) {
        Promise<Json> page = new Promise<>(loop);
        request("message.history", data, options).then(read -> {
            String id = data.string("conversationID");
            sync.changes.complete(id, read.integer("change", 0)).then(completed -> {
                page.resolve(read.with("messages", sync.changes.present(read.list("messages"))));
            }, page::reject);
        }, page::reject);
        return page;
    }

    /** Messages that were read, as the changes that were told have left them. */
    List<Json> present(List<Json> messages) {
        return sync.changes.present(messages).asList();
    }

    private void deliver(Event event) {
        if (store != null) store.event(event);
        if (groups != null) groups.event(event);
        for (Part part : parts) part.event(event);
        listener.event(event);
        if (isWanted && kept != null) kept.save();
    }

    /** Up to where this device has each stream, as `resume` names it; null before the first login. */
    @Override
    public Json named() {
        return sync.positions.named();
    }

    @Override
    public void state(State state) {
        if (store != null) store.state(state);
        if (groups != null) groups.state(state);
        for (Part part : parts) part.state(state);
        listener.state(state);
    }

    @Override
    public void login(Json reply, Json named) {
        if (local != null) local.login(reply);
        sync.login(reply, named);
        if (groups != null) groups.login(reply, named);
        outbox.login(reply);
    }

    @Override
    public void event(Event event) {
        sync.event(event);
    }

    @Override
    public void sent(Json message) {
        sync.own(message);
    }

    @Override
    public void outboxChanged() {
        List<OutboxEntry> entries = Collections.unmodifiableList(outbox.entries());
        if (store != null) store.outboxChanged(entries);
        for (Part part : parts) part.outboxChanged(entries);
        listener.outboxChanged(entries);
    }

    @Override
    public void storeLost(MartletException error) {
        listener.storeLost(error);
    }

    @Override
    public Set<String> open() {
        return store.open();
    }

    @Override
    public void unsaved(MartletException error) {
        listener.unsaved(error);
    }
}
