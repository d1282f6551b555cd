package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** A client within its one thread: the link, the streams, the outbox, and what is kept. */
final class Engine implements Link.Owner, Outbox.Owner {
    /** Hears what the engine tells, in its turns. */
    interface Listener {
        void state(State state);

        void event(Event event);

        void unsaved(MartletException error);

        void outboxChanged(List<OutboxEntry> entries);
    }

    private final Loop loop;
    private final Settings settings;
    private final Listener listener;
    private final Disk disk;
    private final Link link;
    private final Sync sync;
    private final Outbox outbox;
    /** Null if the application does not want it. */
    private final KeptPositions kept;
    /** Null before the first `connect`. */
    private Promise<Void> loading;
    private boolean isWanted;

    Engine(Loop loop, Settings settings, Ids ids, Executor forDisk, Listener listener) {
        this.loop = loop;
        this.settings = settings;
        this.listener = listener;
        disk = new Disk(loop, settings.storage, forDisk);
        link = new Link(loop, settings, this);
        sync = new Sync(loop, (op, data) -> link.request(op, data, RequestOptions.READ), this::deliver, settings.user,
            settings.gapLimit);
        outbox = new Outbox(loop, link, disk, settings.user, ids, this);
        kept = settings.keepsPositions ? new KeptPositions(loop, disk, sync.positions, listener::unsaved) : null;
    }

    /** Connects, and stays connected. A second call does nothing. It fails if positions are kept and cannot be read. */
    Promise<Void> connect() {
        Promise<Void> connected = new Promise<>(loop);
        isWanted = true;
        if (loading == null) loading = load();
        loading.then(loaded -> {
            if (isWanted) link.start();
            connected.resolve(null);
        }, error -> {
            loading = null;
            isWanted = false;
            connected.reject(error);
        });
        return connected;
    }

    private Promise<Void> load() {
        Promise<Void> loaded = new Promise<>(loop);
        Promise<Void> positions = kept == null ? Promise.resolved(loop, null) : kept.load();
        positions.then(restored -> outbox.load().then(loaded::settle), loaded::reject);
        return loaded;
    }

    /** Ends the session. Unsent messages stay in the storage. */
    void disconnect() {
        isWanted = false;
        if (kept != null) kept.flush();
        link.stop();
    }

    /** Ends the session and forgets everything that is kept of this user. */
    Promise<Void> signOut() {
        disconnect();
        if (kept != null) kept.clear();
        outbox.clear();
        return disk.clear();
    }

    /** Ends the session, and gives the storage back. */
    Promise<Void> close() {
        disconnect();
        return disk.close();
    }

    void wake() {
        link.wake();
    }

    List<Json> conversations() {
        return new ArrayList<>(sync.known.all().values());
    }

    Promise<Json> send(String clientMsgId, String conversationID, long time, Json message) {
        return outbox.add(clientMsgId, conversationID, time, message);
    }

    void discard(String clientMsgId) {
        outbox.discard(clientMsgId);
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

    private void deliver(Event event) {
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
        listener.state(state);
    }

    @Override
    public void login(Json reply, Json named) {
        sync.login(reply, named);
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
        listener.outboxChanged(outbox.entries());
    }

    @Override
    public void unsaved(MartletException error) {
        listener.unsaved(error);
    }
}
