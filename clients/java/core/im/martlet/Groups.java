package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Groups and their members, as an application shows them. It says what it shows: groups that are unknown, a day old, or
 * known to have changed are read, many at once. Meanwhile it shows what was known, also that of an earlier run, which
 * is in the client's storage. All functions may be called from any thread, and none waits.
 */
public final class Groups {
    public enum Role { MEMBER, ADMIN, OWNER }

    /** A member of a group. */
    public static final class Member {
        public final String userID;
        public final Role role;
        /** The name in the group; empty if there is none. */
        public final String nickname;

        Member(String userID, Role role, String nickname) {
            this.userID = userID;
            this.role = role;
            this.nickname = nickname;
        }
    }

    private static final String STREAM = "group_";
    private static final long NOTIFICATION = 5;

    private final Engine engine;
    private final Loop loop;
    private final Callbacks callbacks;
    private final KeptRows groupRows;
    private final KeptRows memberRows;
    private final LookedGroups groups;
    private final MemberLists lists;
    private final List<Consumer<Set<String>>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<MartletException>> ofFailed = new CopyOnWriteArrayList<>();
    /** The groups that have changed since listeners were called; it is its own lock. */
    private final Set<String> untold = new HashSet<>();
    /** What comes before the rows of an earlier run are read; null: they are. */
    private List<Runnable> waiting = new ArrayList<>();
    /** The user has signed out, or the client was closed, while they were read. */
    private boolean areVoid;
    private boolean isOpen;
    private volatile long clockOffset;

    Groups(Engine engine, Loop loop, Callbacks callbacks, Disk disk) {
        this.engine = engine;
        this.loop = loop;
        this.callbacks = callbacks;
        groupRows = rows(disk, "group", LookedGroups.MOST);
        memberRows = rows(disk, "member", MemberLists.MOST);
        Owner owner = new Owner();
        groups = new LookedGroups(loop, groupRows, owner);
        lists = new MemberLists(loop, memberRows, owner);
    }

    private KeptRows rows(Disk disk, String space, int most) {
        return new KeptRows(loop, disk, space, most, () -> loop.now() + clockOffset, engine::unsaved);
    }

    /**
     * The group as it was read last: a `GroupDetails` of it has its members as fields. Null: it was not read, or this
     * user may not see it.
     */
    public Json group(String groupID) {
        return groups.get(groupID);
    }

    /** The members that are known, owner and admins first; null if they were not read. */
    public List<Member> members(String groupID) {
        MemberLists.MemberList list = lists.get(groupID);
        if (list == null) return null;
        Json group = group(groupID);
        Set<String> admins = group == null ? Collections.emptySet() : MemberLists.strings(group.list("adminList"));
        String owner = group == null ? null : group.string("owner", null);
        List<Member> members = new ArrayList<>();
        for (String user : list.users) {
            Role role = user.equals(owner) ? Role.OWNER : admins.contains(user) ? Role.ADMIN : Role.MEMBER;
            members.add(new Member(user, role, list.nicknames.getOrDefault(user, "")));
        }
        members.sort(Comparator.comparing(member -> -member.role.ordinal()));
        return Collections.unmodifiableList(members);
    }

    /** These groups are on the screen: call it whenever the application shows them. */
    public void look(Collection<String> groupIDs) {
        Set<String> looked = new LinkedHashSet<>(groupIDs);
        loop.post(() -> whenLoaded(() -> groups.look(looked)));
    }

    /** All members, read if they are not known as they are now; without a connection, as soon as there is one. */
    public Reply<List<Member>> everyone(String groupID) {
        look(Collections.singleton(groupID));
        return Reply.post(loop, callbacks, () -> {
            Promise<List<Member>> everyone = new Promise<>(loop);
            whenLoaded(() -> lists.read(groupID).then(
                none -> everyone.resolve(known(groupID)), everyone::reject));
            return everyone;
        });
    }

    /** None, if the user has left while they were read. */
    private List<Member> known(String groupID) {
        List<Member> members = members(groupID);
        return members == null ? Collections.emptyList() : members;
    }

    /**
     * This device has changed a group by what no event tells it, as if the user gets no notifications: it is read
     * again.
     */
    public void refresh(String groupID) {
        loop.post(() -> whenLoaded(() -> stale(groupID)));
    }

    /** Calls the listener with the groups that look different now, on the client's executor. */
    public Subscription onChange(Consumer<Set<String>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The gateway has refused a read, which is tried again when the groups are looked at. */
    public Subscription onFailed(Consumer<MartletException> listener) {
        ofFailed.add(listener);
        return () -> ofFailed.remove(listener);
    }

    // Called by the engine.

    /** Reads what an earlier run has left, behind all else that the client reads. */
    void begin(State state) {
        state(state);
        engine.load().then((none, failure) -> groupRows.read().then((ofGroups, nothing) ->
            memberRows.read().then((ofMembers, nil) -> restore(ofGroups, ofMembers))));
    }

    private void restore(SortedMap<String, Json> ofGroups, SortedMap<String, Json> ofMembers) {
        if (!areVoid) {
            groupRows.recent(ofGroups, groups::restore);
            // A session that is open has not said where the streams of these groups are.
            memberRows.recent(ofMembers, rows -> lists.restore(rows, isOpen));
        }
        List<Runnable> all = waiting;
        waiting = null;
        for (Runnable action : all) action.run();
    }

    /** In the order of these calls. */
    private void whenLoaded(Runnable action) {
        if (waiting == null) action.run();
        else waiting.add(action);
    }

    void state(State state) {
        isOpen = state.is(State.Name.OPEN);
        if (!isOpen) return;
        clockOffset = state.clockOffset;
        groups.gather();
    }

    /** A session is open: what the groups' streams have not gone on from is right. */
    void login(Json reply, Json named) {
        Map<String, Json> ends = reply.map("groups");
        whenLoaded(() -> {
            lists.compare(ends);
            groups.compare(ends, named != null);
        });
    }

    /** Signed out, or closed: nothing is known any more. */
    void clear() {
        areVoid = waiting != null;
        groups.clear();
        lists.clear();
    }

    /** An event is shown at once, and the group is read again: not all that this device has done is told to it. */
    void event(Event event) {
        String name = event.name;
        boolean isOfGroup = name.startsWith("group.") && event.data.has("groupID");
        if (name.equals("sync.reset")) whenLoaded(() -> reset(event.data));
        if (name.equals("message.new") && event.data.integer("type", 0) == NOTIFICATION) {
            whenLoaded(() -> note(event));
        }
        if (isOfGroup) whenLoaded(() -> take(event));
    }

    private void reset(Json data) {
        String stream = data.string("stream");
        if (stream.equals("user")) groups.staleAll();
        if (!stream.startsWith(STREAM)) return;
        String groupID = stream.substring(STREAM.length());
        stale(groupID);
        if (data.isTrue("isGone")) lists.forget(groupID);
    }

    private void take(Event event) {
        Json data = event.data;
        String groupID = data.string("groupID");
        boolean isPlaced = event.stream != null && event.stream.startsWith(STREAM);
        MemberLists.Move move = new MemberLists.Move(isPlaced ? event.seq : null);
        switch (event.name) {
            case "group.userDidJoin":
                move.joined = Collections.singletonList(data.string("user"));
                break;
            case "group.userDidLeave":
                move.left = Collections.singletonList(data.string("user"));
                break;
            case "group.attributesChangedOfMember":
            case "group.attributesSet":
                Json nickname = data.map("attributes").get("nickname");
                if (nickname != null) {
                    String name = nickname.isNull() ? "" : nickname.asString();
                    move.nicknames = Collections.singletonMap(data.string("userID"), name);
                }
                break;
            default:
                break;
        }
        if (event.name.equals("group.didLeave")) lists.forget(groupID);
        else lists.take(groupID, move);
        tell(groupID, event.name, data);
    }

    /** The group as an event leaves it. */
    private static Json told(Json group, String event, Json data) {
        switch (event) {
            case "group.specificationDidUpdate":
                return Json.object().putAll(group).putAll(data.at("group")).build();
            case "group.ownerDidUpdate":
                return group.with("owner", data.at("newOwner"));
            case "group.adminListDidUpdate":
                Set<Json> admins = new LinkedHashSet<>(group.list("adminList"));
                if (data.has("added")) admins.add(data.at("added"));
                if (data.has("removed")) admins.remove(data.at("removed"));
                return group.with("adminList", Json.array(admins));
            case "group.allMemberMuteChanged":
                return group.with("isAllMemberMuted", data.at("isAllMemberMuted"));
            default:
                return group;
        }
    }

    /** A notification in the group's messages: the device that has changed something hears nothing else. */
    private void note(Event event) {
        Json body = event.data.at("body");
        String conversation = event.data.string("conversationID");
        // Operators may send of this type what they want, so nothing of it is taken for granted.
        if (!conversation.startsWith(STREAM) || body.kind() != Json.Kind.OBJECT) return;
        String groupID = conversation.substring(STREAM.length());
        List<String> source = users(body.get("sourceID"));
        List<String> targets = users(body.get("targetIDs"));
        Json target = targets.isEmpty() ? null : Json.of(targets.get(0));
        MemberLists.Move move = new MemberLists.Move(null);
        String name = "";
        Json.Builder data = Json.object();
        // Above 400 are those of super teams.
        switch (String.valueOf(body.get("operationType"))) {
            case "0": case "5": case "401": case "410":
                move.joined = targets;
                break;
            case "9": case "411":
                move.joined = source;
                break;
            case "1": case "402":
                move.left = targets;
                break;
            case "2": case "403":
                move.left = source;
                break;
            case "6": case "406":
                name = target == null ? "" : "group.ownerDidUpdate";
                data.put("newOwner", target);
                break;
            case "7": case "407":
                name = "group.adminListDidUpdate";
                data.put("added", target);
                break;
            case "8": case "408":
                name = "group.adminListDidUpdate";
                data.put("removed", target);
                break;
            default:
                break;
        }
        lists.take(groupID, move);
        tell(groupID, name, data.build());
    }

    /** The users that a user's id or a list of ids names. */
    private static List<String> users(Json named) {
        List<String> users = new ArrayList<>();
        if (named == null) return users;
        for (Json one : named.kind() == Json.Kind.ARRAY ? named.asList() : Collections.singletonList(named)) {
            if (one.kind() == Json.Kind.STRING) users.add(one.asString());
        }
        return users;
    }

    private void tell(String groupID, String event, Json data) {
        groups.tell(groupID, group -> group == null || group.isNull() ? null : told(group, event, data));
        groups.stale(Collections.singleton(groupID));
    }

    private void stale(String groupID) {
        groups.stale(Collections.singleton(groupID));
        lists.stale(groupID);
    }

    private final class Owner implements LookedGroups.Owner, MemberLists.Owner {
        @Override
        public Promise<Json> request(String op, Json data, RequestOptions options) {
            return engine.request(op, data, options);
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void took(Json group) {
            groups.tell(group.string("groupID"), none -> group);
        }

        /** Tells all changes of a moment together, also those that come while listeners are busy. */
        @Override
        public void changed(Collection<String> of) {
            synchronized (untold) {
                boolean isTelling = !untold.isEmpty();
                untold.addAll(of);
                if (isTelling) return;
            }
            loop.soon(() -> callbacks.execute(this::tellListeners));
        }

        private void tellListeners() {
            Set<String> changed;
            synchronized (untold) {
                changed = Collections.unmodifiableSet(new HashSet<>(untold));
                untold.clear();
            }
            for (Consumer<Set<String>> listener : listeners) callbacks.execute(() -> listener.accept(changed));
        }

        @Override
        public void failed(MartletException error) {
            for (Consumer<MartletException> listener : ofFailed) callbacks.execute(() -> listener.accept(error));
        }
    }
}
