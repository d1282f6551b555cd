package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A gateway's groups, of which alice is in each: it answers for them, and tells alice what happens. */
final class Club {
    static final class Group {
        String name;
        List<String> users = new ArrayList<>();
        List<String> admins = new ArrayList<>();
        Map<String, String> nicknames = new LinkedHashMap<>();
        long seq = 1;
    }

    final Map<String, Group> groups = new LinkedHashMap<>();
    /** The questions about groups, as `group.get 1`. */
    final List<String> asked = new ArrayList<>();
    /** Happens before each answer with a page of members. */
    Runnable beforePage = () -> {};
    /** Happens after `group.get` was answered, and before the answer is there. */
    Runnable behindGet = () -> {};
    private StoreRig rig;
    private long notes;

    /** The owner first. */
    Club with(String id, String... users) {
        Group group = new Group();
        group.name = "Group " + id;
        group.users.addAll(Arrays.asList(users));
        groups.put(id, group);
        return this;
    }

    /** A group of 450. */
    Club withMany(String id) {
        with(id);
        for (int number = 0; number < 450; number++) groups.get(id).users.add("user" + number);
        return this;
    }

    /** Answers for a client, which is not connected yet. */
    StoreRig serve(StoreRig rig) {
        this.rig = rig;
        rig.answers.put("group.getMany", data -> {
            List<String> ids = strings(data.list("groupIDs"));
            asked.add("group.getMany " + String.join(",", ids));
            List<Json> found = new ArrayList<>();
            for (String id : ids) if (groups.containsKey(id)) found.add(details(id));
            return Json.object().put("groups", Json.array(found)).put("left", Json.array()).build();
        });
        rig.answers.put("group.get", data -> {
            String id = data.string("groupID");
            asked.add("group.get " + id);
            List<String> users = groups.get(id).users;
            Json.Builder nicknames = Json.object();
            groups.get(id).nicknames.forEach(nicknames::put);
            Json group = details(id).with("members", Json.strings(users.subList(0, Math.min(200, users.size()))))
                .with("nicknames", nicknames.build());
            behindGet.run();
            return Json.object().put("group", group).build();
        });
        rig.answers.put("group.members", data -> {
            beforePage.run();
            String id = data.string("groupID");
            asked.add("group.members " + id);
            Group group = groups.get(id);
            int from = data.string("cursor").isEmpty() ? 1 : Integer.parseInt(data.string("cursor"));
            int to = Math.min(from + 100, group.users.size());
            List<String> page = new ArrayList<>(group.users.subList(from, to));
            page.removeAll(group.admins);
            return Json.object().put("members", Json.strings(page)).put("nicknames", Json.object().build())
                .put("seq", group.seq).put("cursor", to < group.users.size() ? "" + to : "").build();
        });
        tellPlaces();
        return rig;
    }

    private Json details(String id) {
        Group group = groups.get(id);
        return Json.object().put("groupID", id).put("name", group.name).put("owner", group.users.get(0))
            .put("adminList", Json.strings(group.admins)).put("memberCount", group.users.size()).put("seq", group.seq)
            .build();
    }

    /** Something happens in the stream of a group; null as the event: it is not told. */
    void happen(String id, String event, Json.Builder data) {
        long seq = ++groups.get(id).seq;
        tellPlaces();
        if (event != null) rig.tell(event, data.put("groupID", id).build(), "group_" + id, seq);
    }

    private void tellPlaces() {
        Json.Builder places = Json.object();
        groups.forEach((id, group) -> places.put(id, group.seq));
        rig.groups = places.build();
    }

    void join(String id, String user) {
        groups.get(id).users.add(user);
        happen(id, "group.userDidJoin", Json.object().put("user", user));
    }

    void joinUntold(String id, String user) {
        groups.get(id).users.add(user);
        happen(id, null, null);
    }

    void leave(String id, String user) {
        groups.get(id).users.remove(user);
        happen(id, "group.userDidLeave", Json.object().put("user", user));
    }

    /** A notification in the messages of group 1. */
    void note(long operation, String source, String... targets) {
        Json body = Json.object().put("notificationType", "team").put("operationType", operation)
            .put("sourceID", source).put("targetIDs", Json.strings(Arrays.asList(targets))).build();
        notes++;
        rig.tell("message.new", Json.object().put("conversationID", "group_1").put("seq", notes)
            .put("msgId", "n" + notes).put("clientMsgId", "").put("from", source).put("type", 5).put("time", 1)
            .put("body", body).build());
    }

    private static List<String> strings(List<Json> texts) {
        return texts.stream().map(Json::asString).collect(Collectors.toList());
    }
}
