package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Turns what connections bring into one row of events without holes, doubles and changes of order: it takes the
 * verdicts of a resume in, fetches what they leave out, and holds live events of a stream back until that is done.
 */
final class Sync implements Feed, EventStreams.Owner {
    interface Source {
        Promise<Json> request(String op, Json data);
    }

    final Positions positions = new Positions();
    final KnownConversations known = new KnownConversations();
    final Changes changes;
    final Channels channels;

    private final Loop loop;
    private final Source source;
    private final Consumer<Event> sink;
    private final String user;
    private final EventStreams streams;
    private final Broadcasts broadcasts;
    private final MessageStreams messages;
    /** Counts logins: what an earlier one still fetches is void. */
    private int login;
    /** Live messages and changes that wait until it is known which conversations have holes; null: none is to. */
    private List<Runnable> held;
    /** Reads the list; null if it is not being read. */
    private ListReader reader;
    private Promise<Boolean> listing;
    /** The list is to be read, and has not been. */
    private boolean isListDue = true;
    /** The list is of an earlier run, and was not told in this one. */
    private boolean isListUntold;

    /** @param gapLimit longer gaps are told as `sync.gap` and not fetched */
    Sync(Loop loop, Source source, Consumer<Event> sink, String user, long gapLimit) {
        this.loop = loop;
        this.source = source;
        this.sink = sink;
        this.user = user;
        listing = Promise.resolved(loop, true);
        streams = new EventStreams(loop, positions, this, this);
        broadcasts = new Broadcasts(positions, this);
        channels = new Channels(positions.channels, this, gapLimit);
        changes = new Changes(loop, positions.changes, this);
        messages = new MessageStreams(positions, changes, this, user, gapLimit);
    }

    @Override
    public Promise<Json> request(String op, Json data) {
        return source.request(op, data);
    }

    @Override
    public void deliver(Event event) {
        sink.accept(event);
    }

    @Override
    public boolean isOver(String stream, MartletException error) {
        if (error.name.equals("stopped")) return true;
        deliver(new Event("sync.failed", Json.object().put("stream", stream).put("error", error.toJson()).build()));
        return false;
    }

    /** Whether all conversations are known, as the positions have them. */
    boolean isListed() {
        return !isListDue;
    }

    /** Goes on with the list of an earlier run. */
    void restore(Collection<Json> conversations) {
        known.put(conversations);
        isListDue = false;
        isListUntold = true;
    }

    /** Begins anew: the user has signed out. */
    void forget() {
        positions.clear();
        known.replace(Collections.emptyList());
        isListDue = true;
        isListUntold = false;
    }

    /** A session is open. `named` is what was named in its resume; null: nothing. */
    void login(Json reply, Json named) {
        begin();
        held = null;
        Json resume = reply.get("resume");
        boolean isNew = positions.user == null;
        // A resume leaves out what was not named: there are too many conversations.
        boolean isWhole = positions.areAllIn(named);
        broadcasts.login(reply);
        Map<String, Json> groups = reply.map("groups");
        if (isNew || resume == null) {
            positions.user = reply.at("stream").integer("seq");
            positions.groups.clear();
            Positions.put(positions.groups, groups);
            channels.login(reply.map("channels"), Collections.emptyMap());
            list();
            return;
        }
        channels.login(reply.map("channels"), resume.map("channels"));
        streams.resumeGroups(resume.map("groups"), groups);
        changes.resume(resume.map("changes"));
        messages.resume(resume.map("conversations"));
        for (Json one : resume.map("conversations").values()) {
            List<Json> given = one.list("messages");
            if (one.get("unreadCount") != null && !given.isEmpty()) {
                imply(given.get(given.size() - 1), one.get("unreadCount"), null);
            }
        }
        Json ofUser = resume.at("user");
        streams.resumeUser(ofUser);
        // An older copy of the gateway's store has older last messages, of which nothing is told.
        for (Json one : resume.map("conversations").values()) isWhole &= !one.string("why", "").equals("beyond");
        if (ofUser.string("verdict").equals("gap") || isListDue || !isWhole) complete();
        else if (isListUntold) tellList(known.all().values());
    }

    /** A live event. */
    void event(Event event) {
        Json data = event.data;
        switch (event.name) {
            case "message.new":
                Json message = data.without("unreadCount", "totalUnread");
                whenComplete(() -> messages.live(new Event(event.name, message)));
                imply(message, data.get("unreadCount"), data.get("totalUnread"));
                return;
            case "broadcast.new":
                broadcasts.live(data);
                return;
            case "channel.message":
                channels.live(data);
                return;
            case "message.changed":
            case "message.gone":
                whenComplete(() -> changes.live(data));
                return;
            case "conversation.syncFinish":
                if (data.isTrue("isComplete")) break;
                deliver(event);
                list();
                return;
            default:
                break;
        }
        if (event.isOfStream()) streams.live(event);
        else take(event, false);
    }

    /** An own message was stored. */
    void own(Json message) {
        if (message.isTrue("isExpired")) return;
        Runnable tell = () -> messages.live(new Event("message.sent", message));
        if (messages.isLate(message)) tell.run();
        else whenComplete(tell);
        imply(message, null, null);
    }

    /** An own message was stored that is not told. */
    void stored(Json message) {
        imply(message, null, null);
    }

    /** Tells what a lean session is not told: what a message between two has done to the list and the total. */
    private void imply(Json message, Json unreadCount, Json totalUnread) {
        String id = message.string("conversationID");
        if (!id.startsWith("c2c_")) return;
        if (unreadCount != null || message.string("from").equals(user)) {
            Json conversation = known.after(message, unreadCount, positions.changes.getOrDefault(id, 0L));
            if (conversation != null) {
                Json changed = Json.object().put("conversations", Json.array(conversation)).build();
                take(new Event("conversation.changed", changed), false);
            }
        }
        if (totalUnread != null) {
            take(new Event("conversation.totalUnreadChanged", Json.object().put("total", totalUnread).build()), false);
        }
    }

    /** What is under way is void. */
    private void begin() {
        login++;
        reader = null;
        known.end();
        streams.begin();
        broadcasts.begin();
        channels.begin();
        changes.begin();
        messages.begin();
    }

    /** Takes in what is live, now or as soon as it is known what is missing before it. */
    private void whenComplete(Runnable take) {
        if (held != null) held.add(take);
        else take.run();
    }

    /**
     * Live messages wait until the user's stream is filled and the list is read: only then it is known which
     * conversations have begun meanwhile, and which have holes. If the client is stopped before, they wait for the next
     * login, which forgets them and is given them again.
     */
    private void complete() {
        int ofLogin = login;
        held = new ArrayList<>();
        streams.filled().then((isFilled, none) -> {
            if (isFilled) list().then((isRead, nothing) -> release(ofLogin, isRead));
        });
    }

    private void release(int ofLogin, boolean isRead) {
        if (ofLogin != login) return;
        if (reader != null) {
            listing.then((isReadNow, none) -> release(ofLogin, isReadNow));
        } else if (isRead) {
            List<Runnable> waiting = held;
            held = null;
            for (Runnable take : waiting) take.run();
        }
    }

    @Override
    public void take(Event event, boolean isMissed) {
        Json data = event.data;
        switch (event.name) {
            case "conversation.new":
            case "conversation.changed":
                takeConversations(event, isMissed);
                break;
            case "conversation.deleted":
                for (Json id : data.list("conversationIDs")) {
                    if (reader != null) reader.delete(id.asString());
                    known.delete(id.asString());
                    positions.forget(id.asString());
                }
                break;
            case "receipt.new":
                known.read(data);
                break;
            case "channel.subscriptionChanged":
                if (data.isTrue("isSubscribed")) channels.follow(data.string("channelID"), data.integer("seq"));
                else channels.forget(data.string("channelID"));
                break;
            case "channel.destroyed":
                channels.forget(data.string("channelID"));
                break;
            case "message.deleted":
                for (Json id : data.list("msgIds")) changes.forget(id.asString());
                break;
            default:
                break;
        }
        deliver(event);
    }

    private void takeConversations(Event event, boolean isMissed) {
        List<Json> conversations = event.data.list("conversations");
        known.put(conversations);
        // With a message that waits. Where its conversation begins, the user's stream says.
        boolean isEarly = held != null && !event.isOfStream();
        boolean isNew = event.name.equals("conversation.new");
        for (Json conversation : conversations) {
            if (reader != null) reader.change(conversation);
            String id = conversation.string("conversationID");
            if (isEarly || positions.of(id) != null) continue;
            long seq = conversation.integer("seq");
            // The message with which a conversation begins comes behind this; of one that was missed nothing was told.
            long first = isMissed ? 0 : Math.max(0, seq - 1);
            messages.list(id, isNew ? first : seq);
            changes.compare(id, conversation.integer("change", 0));
        }
    }

    @Override
    public void readList() {
        list();
    }

    /**
     * Reads the list of conversations, and what it shows to be missing. Gives false if the client was stopped, or has
     * begun anew: then the next login does it.
     */
    private Promise<Boolean> list() {
        isListDue = true;
        ListReader ofNow = new ListReader(loop, this);
        reader = ofNow;
        known.begin();
        Promise<Boolean> done = new Promise<>(loop);
        listing = done;
        // Which conversations are new is in the user's stream.
        streams.filled().then((isFilled, none) -> {
            if (ofNow == reader && !isFilled) reader = null;
            if (ofNow != reader) done.resolve(false);
            else ofNow.read().then(
                list -> done.resolve(took(ofNow, list)),
                error -> done.resolve(isLost(ofNow, error)));
        });
        return done;
    }

    private boolean took(ListReader of, List<Json> list) {
        if (of != reader) return false;
        List<Json> conversations = known.replace(list);
        reader = null;
        isListDue = false;
        tellList(conversations);
        List<Json> reversed = new ArrayList<>(conversations);
        Collections.reverse(reversed);
        for (Json conversation : reversed) {
            String id = conversation.string("conversationID");
            changes.compare(id, conversation.integer("change", 0));
            messages.compare(id, conversation.integer("seq"));
        }
        return true;
    }

    private void tellList(Collection<Json> conversations) {
        isListUntold = false;
        deliver(new Event("sync.list", Json.object().put("conversations", Json.array(conversations)).build()));
    }

    private boolean isLost(ListReader of, MartletException error) {
        if (of != reader) return false;
        reader = null;
        known.end();
        return !isOver("list", error);
    }
}
