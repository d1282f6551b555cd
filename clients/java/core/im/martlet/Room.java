package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A live room that this device is in, until it leaves or is put out. With the next session it enters again, and has
 * what it has missed, as far as the room still has it. All functions may be called from any thread, and none waits;
 * callbacks run on the client's executor.
 */
public final class Room implements Engine.Part {
    /** What is new, of one or more frames: first what `cleared` names is shown no longer, then `messages` are shown. */
    public static final class News {
        public final List<Json> messages;
        public final List<Json> cleared;
        /** So many messages were told that this session has not had. */
        public final long missed;
        /** So many were said and not told to anybody. */
        public final long shed;

        News(RoomNews news) {
            messages = Collections.unmodifiableList(new ArrayList<>(news.messages));
            cleared = Collections.unmodifiableList(new ArrayList<>(news.cleared));
            missed = news.missed;
            shed = news.shed;
        }
    }

    /** A message that has no reply yet. */
    private static final class Pending {
        final Json data;
        final Promise<Json> reply;
        Object timer;
        Long epoch;

        Pending(Json data, Promise<Json> reply) {
            this.data = data;
            this.reply = reply;
        }
    }

    private static final Json NOWHERE =
        Json.object().put("title", "").put("ext", "").put("slowSeconds", 0).put("isMuted", false).build();
    /** A request is asked once: a refusal is the room's answer, and other requests do not wait for it. */
    private static final RequestOptions ONCE = RequestOptions.USUAL.urgent();
    /** Less than the minute in which the gateway knows the `clientMsgId` of a repeat. */
    private static final long PATIENCE = 30_000;
    /** After a refusal that passes, the next entry waits so long, and longer each time. */
    private static final long FIRST_WAIT = 1000;
    private static final long LONGEST_WAIT = 30_000;

    public final String id;
    private final Client client;
    private final Engine engine;
    private final Loop loop;
    private final RoomNews news;
    private final List<Consumer<RoomState>> ofStates = new CopyOnWriteArrayList<>();
    private final List<Consumer<News>> ofNews = new CopyOnWriteArrayList<>();
    private final List<Consumer<RoomFacts>> ofChanges = new CopyOnWriteArrayList<>();
    private volatile RoomState state = new RoomState(RoomState.Name.OUT, null, null, null);
    private volatile RoomFacts facts = new RoomFacts(NOWHERE, 0, "participant", 0);
    /** When this user was heard last in slow mode: what was said before does not count. */
    private volatile long spokeAt;
    private Json room = NOWHERE;
    /** Those who wait for the entry. */
    private List<Promise<Void>> entering = new ArrayList<>();
    private final Map<String, Pending> sending = new LinkedHashMap<>();
    /** Null before the first entry. */
    private Long epoch;
    private long seq;
    /** Counts entries that were asked for: the reply to an earlier one says nothing any more. */
    private int asked;
    /** Refusals in a row that pass. */
    private int refusals;
    /** What comes before the reply to the entry, which says what it stands behind; null: nothing has to wait. */
    private List<Json> held;
    private Object timer;

    public Room(Client client, String id) {
        this(client, id, 200);
    }

    /** @param keep so many messages are kept */
    public Room(Client client, String id, int keep) {
        this.client = client;
        this.id = id;
        engine = client.engine;
        loop = engine.loop;
        news = new RoomNews(loop, client.callbacks, keep, told -> {
            for (Consumer<News> listener : ofNews) listener.accept(told);
        });
    }

    public RoomState state() {
        return state;
    }

    public RoomFacts facts() {
        return facts;
    }

    /** The last messages, of which none was cleared. */
    public List<Json> messages() {
        return news.last();
    }

    /** In slow mode, by {@link Client#serverTime}: before that, what this user sends is refused. */
    public long slowUntil() {
        RoomFacts now = facts;
        return now.role.equals("participant") && spokeAt > 0 ? spokeAt + now.slowSeconds * 1000 : 0;
    }

    public Subscription onState(Consumer<RoomState> listener) {
        ofStates.add(listener);
        return () -> ofStates.remove(listener);
    }

    /** What is new, ten times a second at most. */
    public Subscription onNews(Consumer<News> listener) {
        ofNews.add(listener);
        return () -> ofNews.remove(listener);
    }

    public Subscription onChange(Consumer<RoomFacts> listener) {
        ofChanges.add(listener);
        return () -> ofChanges.remove(listener);
    }

    /** Enters, and comes back after a lost connection. It fails if the gateway does not admit this user. */
    public Reply<Void> enter() {
        return Reply.post(loop, client.callbacks, () -> {
            Promise<Void> entered = new Promise<>(loop);
            if (is(RoomState.Name.IN)) {
                entered.resolve(null);
                return entered;
            }
            entering.add(entered);
            if (is(RoomState.Name.OUT)) begin();
            return entered;
        });
    }

    /** Leaves. Messages that have no reply yet may be told. */
    public Reply<Void> leave() {
        return Reply.post(loop, client.callbacks, () -> {
            Promise<Void> left = new Promise<>(loop);
            if (is(RoomState.Name.OUT)) {
                left.resolve(null);
                return left;
            }
            end(null, null);
            ask("room.leave", Json.object()).then((ok, error) -> {
                // With its session the stay is over, too.
                left.settle(null, error == null || error.isOfConnection() ? null : error);
            });
            return left;
        });
    }

    /** Says a text. */
    public Reply<Json> send(String text) {
        return send(Json.object().put("body", Json.object().put("text", text).build()).build());
    }

    /**
     * Says an object with `body` and more, and waits for the frame that tells it: `msgId`, `seq` and `time`. It fails
     * with gw 1024 if it was not drawn. Nothing is sent again by itself but after a lost connection, and then it is
     * told once.
     */
    public Reply<Json> send(Json message) {
        message.at("body");
        Json data = Json.object().put("clientMsgId", Ids.random()).put("type", 0).putAll(message).build();
        return Reply.post(loop, client.callbacks, () -> {
            if (is(RoomState.Name.OUT)) return Promise.rejected(loop, notIn());
            Pending pending = new Pending(data, new Promise<>(loop));
            String name = data.string("clientMsgId");
            pending.timer = loop.after(PATIENCE,
                () -> settle(name, null, new MartletException("timeout", "no reply to room.send")));
            sending.put(name, pending);
            if (is(RoomState.Name.IN)) transmit(pending);
            return pending.reply;
        });
    }

    // Called by the engine.

    @Override
    public void state(State session) {
        lose(session.is(State.Name.OPEN));
    }

    @Override
    public void event(Event event) {
        boolean isOwn = event.name.startsWith("room.") && event.data.string("roomID", "").equals(id);
        if (!isOwn) return;
        if (event.name.equals("room.frame")) take(event.data);
        if (event.name.equals("room.changed")) change(event.data, facts.participants, facts.role, facts.mutedUntil);
        if (event.name.equals("room.left")) end(event.data.string("reason"), null);
        if (event.name.equals("room.ended")) end("ended", null);
    }

    @Override
    public void clear() {
        if (!is(RoomState.Name.OUT)) end(null, null);
    }

    private boolean is(RoomState.Name name) {
        return state.name == name;
    }

    private void begin() {
        engine.add(this);
        become(new RoomState(RoomState.Name.ENTERING, null, null, null));
        if (engine.state().is(State.Name.OPEN)) askForEntry();
    }

    private void end(String reason, MartletException error) {
        engine.remove(this);
        stopAsking();
        news.flush();
        MartletException why = error == null ? notIn() : error;
        for (String name : new ArrayList<>(sending.keySet())) settle(name, null, why);
        become(new RoomState(RoomState.Name.OUT, null, reason, error));
    }

    /** The session is in the room no longer. */
    private void lose(boolean entersAgain) {
        stopAsking();
        if (is(RoomState.Name.IN)) become(new RoomState(RoomState.Name.ENTERING, null, null, null));
        if (entersAgain) askForEntry();
    }

    private void stopAsking() {
        asked++;
        held = null;
        loop.cancel(timer);
    }

    private void askForEntry() {
        int number = ++asked;
        if (!is(RoomState.Name.IN)) held = new ArrayList<>();
        Json.Builder data = Json.object();
        if (epoch != null) data.put("epoch", epoch).put("seq", seq);
        ask("room.enter", data).then(entry -> {
            if (number == asked) admit(entry);
        }, error -> {
            if (number == asked) refused(error);
        });
    }

    private void admit(Json entry) {
        long last = entry.integer("seq");
        List<Json> messages = entry.list("messages");
        if (epoch == null) seq = (messages.isEmpty() ? last + 1 : messages.get(0).integer("seq")) - 1;
        refusals = 0;
        change(entry, facts.participants, entry.string("role"), entry.integer("mutedUntil", 0));
        List<Json> frames = held == null ? Collections.emptyList() : held;
        held = null;
        take(entry);
        if (seq < last) miss(last);
        for (Json frame : frames) take(frame);
        // Otherwise it has only asked until when this user is muted.
        if (is(RoomState.Name.IN)) return;
        become(new RoomState(RoomState.Name.IN, entry.string("verdict", null), null, null));
        for (Pending pending : new ArrayList<>(sending.values())) transmit(pending);
    }

    /** Too many came at once, or the gateway cannot say: it is asked again. */
    private void refused(MartletException error) {
        if (error.isOfConnection()) return;
        boolean isBusy = error.is("gw", 1003) || error.is("gw", 1008) || error.is("gw", 1009);
        // A full node is only waited for by those who were in.
        boolean passes = isBusy || error.name.equals("timeout")
            || error.is("gw", 1013) && epoch != null;
        if (!passes) {
            end(error.name, error);
            return;
        }
        long wait = Math.min(LONGEST_WAIT, FIRST_WAIT << Math.min(refusals++, 10));
        timer = loop.after((long) (wait * (0.5 + loop.random() / 2)), this::askForEntry);
    }

    private void take(Json frame) {
        if (held != null) {
            held.add(frame);
            return;
        }
        long ofFrame = frame.integer("epoch");
        // A new epoch numbers its messages anew.
        if (epoch != null && epoch != ofFrame) seq = 0;
        epoch = ofFrame;
        for (Json clearing : frame.list("cleared")) news.clear(clearing, covers(clearing));
        for (Json message : frame.list("messages")) {
            long place = message.integer("seq");
            if (place <= seq) continue;
            miss(place - 1);
            seq = place;
            if (message.string("from", "").equals(engine.settings.user)) hearOwn(message);
            if (!message.isTrue("isRecalled")) news.add(message);
        }
        news.shed(frame.integer("shed", 0));
        Json occupancy = frame.get("occupancy");
        boolean isOther = occupancy != null && occupancy.integer("participants") != facts.participants;
        if (isOther) change(room, occupancy.integer("participants"), facts.role, facts.mutedUntil);
    }

    private static Predicate<Json> covers(Json clearing) {
        String name = clearing.has("msgId") ? "msgId" : "from";
        String gone = clearing.string(name);
        return message -> message.string(name, "").equals(gone);
    }

    private void miss(long to) {
        news.miss(to - seq);
        seq = to;
    }

    private void hearOwn(Json message) {
        if (facts.slowSeconds > 0) spokeAt = message.integer("time");
        Json told = Json.object().put("msgId", message.at("msgId")).put("seq", message.at("seq"))
            .put("time", message.at("time")).build();
        settle(message.string("clientMsgId"), told, null);
    }

    private void change(Json now, long participants, String role, long mutedUntil) {
        RoomFacts changed = new RoomFacts(now, participants, role, mutedUntil);
        room = now;
        facts = changed;
        for (Consumer<RoomFacts> listener : ofChanges) client.callbacks.execute(() -> listener.accept(changed));
    }

    private void transmit(Pending pending) {
        String name = pending.data.string("clientMsgId");
        if (pending.epoch == null) pending.epoch = epoch;
        if (pending.epoch.longValue() != epoch) {
            // The room may have told it in an epoch of which nobody knows any more.
            settle(name, null, new MartletException("maybeSent", "it may have been told in an earlier epoch"));
            return;
        }
        RoomState stay = state;
        ask("room.send", Json.object().putAll(pending.data)).then(sent -> settle(name, sent, null), error -> {
            // After the next entry it goes out again.
            if (stay != state || error.isOfConnection()) return;
            if (error.is("em", 602)) {
                lose(true);
                return;
            }
            settle(name, null, error);
            // The reply to an entry says until when.
            if (error.is("em", 215) && facts.mutedUntil <= client.serverTime()) askForEntry();
        });
    }

    private void settle(String name, Json sent, MartletException error) {
        Pending pending = sending.remove(name);
        if (pending == null) return;
        loop.cancel(pending.timer);
        pending.reply.settle(sent, error);
    }

    private Promise<Json> ask(String op, Json.Builder data) {
        return engine.request(op, data.put("roomID", id).build(), ONCE);
    }

    private void become(RoomState next) {
        state = next;
        for (Consumer<RoomState> listener : ofStates) client.callbacks.execute(() -> listener.accept(next));
        if (next.name == RoomState.Name.ENTERING) return;
        List<Promise<Void>> all = entering;
        entering = new ArrayList<>();
        MartletException error = next.name == RoomState.Name.IN ? null : next.error == null ? notIn() : next.error;
        for (Promise<Void> one : all) one.settle(null, error);
    }

    private MartletException notIn() {
        return new MartletException("notInRoom", "not in the room " + id);
    }
}
