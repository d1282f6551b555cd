package im.martlet;

import static im.martlet.Tests.equal;

import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;

/** Groups and their members: read once, many at once, right however events come, and on the device. */
final class GroupsTest {
    /** A client that shows the groups of a club. */
    private static final class Shown {
        final Club club;
        final StoreRig rig;
        final Groups groups;
        final List<String> changed = new ArrayList<>();
        final List<String> failed = new ArrayList<>();

        Shown(Club club, Storage storage) {
            this.club = club;
            rig = club.serve(new StoreRig(storage));
            groups = rig.client.groups();
            groups.onChange(ids -> changed.add(String.join(",", new TreeSet<>(ids))));
            groups.onFailed(error -> failed.add(error.name));
            rig.loop.settle();
        }

        void look(String... ids) {
            groups.look(Arrays.asList(ids));
            read();
        }

        void read() {
            rig.loop.advance(rig.loop.elapsed + 100);
        }

        Reply<List<Groups.Member>> everyone(String id) {
            Reply<List<Groups.Member>> everyone = groups.everyone(id);
            rig.loop.settle();
            return everyone;
        }

        String name(String id) {
            return groups.group(id) == null ? null : groups.group(id).string("name");
        }

        /** The members of a group, with their roles and nicknames unless these are the usual ones. */
        String members(String id) {
            if (groups.members(id) == null) return null;
            List<String> members = new ArrayList<>();
            for (Groups.Member member : groups.members(id)) {
                String role = member.role == Groups.Role.MEMBER ? "" : " " + member.role;
                members.add(member.userID + role + (member.nickname.isEmpty() ? "" : " " + member.nickname));
            }
            return String.join(", ", members);
        }
    }

    private GroupsTest() {}

    private static Shown open(Club club) {
        return open(club, new MemoryStorage());
    }

    private static Shown open(Club club, Storage storage) {
        Shown shown = new Shown(club, storage);
        shown.rig.connect();
        return shown;
    }

    static void addTo(Tests tests) {
        tests.add("groups that come onto the screen one by one are read together, and once", () -> {
            Shown shown = open(new Club().with("1", "alice").with("2", "bob", "alice"));
            shown.groups.look(Arrays.asList("1"));
            shown.groups.look(Arrays.asList("2", "1", "9"));
            equal(shown.name("1"), null);
            shown.read();
            shown.look("1", "2", "9");
            equal(Arrays.asList(shown.name("1"), shown.name("2"), shown.name("9")),
                Arrays.asList("Group 1", "Group 2", null));
            equal(shown.club.asked, Arrays.asList("group.getMany 1,2,9"));
            equal(shown.changed, Arrays.asList("1,2,9"));
        });
        tests.add("more than fit into a read, and what it leaves out, come by further ones", () -> {
            Club club = new Club();
            for (int id = 0; id < 60; id++) club.with("" + id, "alice");
            Shown shown = open(club);
            shown.look(club.groups.keySet().toArray(new String[0]));
            equal(shown.club.asked.size(), 2);
            equal(shown.name("0") + shown.name("59"), "Group 0Group 59");
        });
        tests.add("what an event tells of a group is shown at once, and read again", () -> {
            Shown shown = open(new Club().with("1", "alice", "bob"));
            shown.look("1");
            Json renamed = Json.object().put("name", "Renamed").build();
            shown.club.happen("1", "group.specificationDidUpdate", Json.object().put("group", renamed));
            Json owner = Json.object().put("groupID", "1").put("newOwner", "bob").put("oldOwner", "alice").build();
            shown.rig.tell("group.ownerDidUpdate", owner, "user", 1);
            equal(shown.name("1") + shown.groups.group("1").string("owner"), "Renamedbob");
            shown.read();
            equal(shown.name("1") + shown.groups.group("1").string("owner"), "Group 1alice");
            equal(shown.club.asked, Arrays.asList("group.getMany 1", "group.getMany 1"));
        });
        tests.add("members come with the group while they are few, and owner and admins stand first", () -> {
            Club club = new Club().with("1", "alice", "bob", "carol");
            club.groups.get("1").admins.add("carol");
            club.groups.get("1").nicknames.put("bob", "Bobby");
            Shown shown = open(club);
            equal(shown.everyone("1").join().size(), 3);
            equal(shown.members("1"), "alice OWNER, carol ADMIN, bob Bobby");
            shown.read();
            shown.everyone("1");
            shown.everyone("1").join();
            equal(Collections.frequency(club.asked, "group.get 1") + " " + club.asked.size(), "1 2");
        });
        tests.add("many members are read in pages, and again if one joins between two of them", () -> {
            Club club = new Club().withMany("1");
            Shown shown = open(club);
            int[] pages = {0};
            club.beforePage = () -> {
                if (++pages[0] == 3) club.joinUntold("1", "late");
            };
            equal(shown.everyone("1").join().size(), 451);
            equal(pages[0] + " " + Collections.frequency(club.asked, "group.get 1"), "10 2");
        });
        tests.add("an event that comes while a list is read has it read again", () -> {
            Club club = new Club().with("1", "alice", "bob");
            Shown shown = open(club);
            club.behindGet = () -> {
                club.behindGet = () -> {};
                club.join("1", "carol");
            };
            shown.everyone("1").join();
            equal(shown.members("1"), "alice OWNER, bob, carol");
        });
        tests.add("a group in which members come all the time is shown as read, and read again when looked at", () -> {
            Club club = new Club().withMany("1");
            Shown shown = open(club);
            club.beforePage = () -> club.joinUntold("1", "new" + club.asked.size());
            equal(shown.everyone("1").join().size() >= 450, true);
            equal(Collections.frequency(club.asked, "group.get 1"), 3);
            club.beforePage = () -> {};
            equal(shown.everyone("1").join().size(), club.groups.get("1").users.size());
        });
        tests.add("events keep the members right, and one that was not told has them read again", () -> {
            Club club = new Club().with("1", "alice", "bob");
            Shown shown = open(club);
            shown.everyone("1");
            club.join("1", "carol");
            club.leave("1", "bob");
            Json attributes = Json.object().put("nickname", "Caz").build();
            club.happen("1", "group.attributesChangedOfMember",
                Json.object().put("userID", "carol").put("attributes", attributes).put("operatorID", "carol"));
            equal(shown.members("1"), "alice OWNER, carol Caz");
            shown.everyone("1").join();
            equal(Collections.frequency(club.asked, "group.get 1"), 1);
            club.joinUntold("1", "dan");
            club.join("1", "eve");
            shown.everyone("1").join();
            equal(shown.members("1"), "alice OWNER, carol, dan, eve");
            equal(Collections.frequency(club.asked, "group.get 1"), 2);
        });
        tests.add("the device that has changed a group follows by the notifications, also of a super team", () -> {
            Shown shown = open(new Club().with("1", "alice", "bob", "carol"));
            shown.everyone("1");
            shown.read();
            shown.club.note(7, "alice", "bob");
            equal(shown.members("1"), "alice OWNER, bob ADMIN, carol");
            shown.rig.tell("group.adminListDidUpdate", Json.parse("{\"groupID\":\"1\",\"removed\":\"bob\"}"));
            shown.rig.tell("group.adminListDidUpdate", Json.parse("{\"groupID\":\"1\",\"added\":\"carol\"}"));
            equal(shown.members("1"), "alice OWNER, carol ADMIN, bob");
            shown.club.note(401, "alice", "dan", "eve");
            shown.club.note(402, "alice", "bob");
            shown.club.note(403, "eve");
            shown.club.note(406, "alice", "carol");
            equal(shown.members("1"), "carol OWNER, alice, dan");
            shown.club.note(6, "alice");
            equal(shown.members("1"), "carol OWNER, alice, dan");
        });
        tests.add("after a lost connection, groups are read again whose streams have gone on", () -> {
            Club club = new Club().with("1", "alice").with("2", "alice");
            Shown shown = open(club);
            shown.look("1", "2");
            shown.everyone("1");
            shown.everyone("2");
            club.asked.clear();
            club.groups.get("2").name = "Other";
            club.joinUntold("2", "bob");
            shown.rig.connectAgain();
            shown.read();
            equal(shown.name("2"), "Other");
            equal(club.asked, Arrays.asList("group.getMany 2"));
            shown.everyone("1");
            shown.everyone("2");
            equal(club.asked, Arrays.asList("group.getMany 2", "group.get 2"));
        });
        tests.add("a group that the user has left loses its members, and a refused read is told", () -> {
            Shown shown = open(new Club().with("1", "bob", "alice"));
            shown.everyone("1");
            Json left = Json.object().put("groupID", "1").put("reason", 1).build();
            shown.rig.tell("group.didLeave", left, "user", 1);
            equal(shown.members("1"), null);
            shown.rig.refusals.put("group.get", "notMember");
            Reply<?> refused = shown.everyone("1");
            CompletionException error = Tests.fails(CompletionException.class, refused::join);
            equal(((MartletException) error.getCause()).name, "notMember");
            shown.rig.refusals.put("group.getMany", "busy");
            shown.look("2");
            equal(shown.failed, Arrays.asList("busy"));
        });
        tests.add("without a connection an earlier run's groups are shown; with one what has gone on is read",
            GroupsTest::goesOn);
        tests.add("groups that are asked for when a session is open already are read again", () -> {
            MemoryStorage storage = new MemoryStorage();
            Club club = new Club().with("1", "alice");
            Shown first = open(club, storage);
            first.everyone("1");
            first.rig.write();
            club.joinUntold("1", "bob");
            StoreRig rig = club.serve(new StoreRig(storage)).connect();
            Groups groups = rig.client.groups();
            Reply<List<Groups.Member>> everyone = groups.everyone("1");
            rig.loop.settle();
            equal(everyone.join().size(), 2);
        });
        tests.add("what was kept for a month without being read goes, and a sign-out removes all of it", () -> {
            MemoryStorage storage = new MemoryStorage();
            Club club = new Club().with("1", "alice");
            Shown first = open(club, storage);
            first.everyone("1");
            first.read();
            equal(kept(storage), "1 1");
            StoreRig rig = club.serve(new StoreRig(storage));
            rig.loop.time += 31 * 86_400_000L;
            Groups groups = rig.client.groups();
            rig.loop.settle();
            equal(groups.group("1"), null);
            equal(groups.members("1"), null);
            equal(kept(storage), "0 0");
            Shown second = open(club, storage);
            second.look("1");
            second.everyone("1");
            second.rig.client.signOut();
            second.rig.loop.settle();
            equal(second.name("1") + second.members("1"), "nullnull");
            second.look("1");
            equal(kept(storage), "0 0");
            second.rig.connect();
            second.everyone("1");
            equal(second.members("1"), "alice OWNER");
        });
        tests.add("rows of groups that are not as they should be are told, and go", () -> {
            MemoryStorage storage = new MemoryStorage();
            Club club = new Club().with("1", "alice");
            Json row = Json.object().put("value", Json.object().build()).put("time", Long.MAX_VALUE).build();
            storage.write(Arrays.asList(new Change("member", "1", row)));
            Shown shown = open(club, storage);
            equal(shown.rig.unsaved.size(), 1);
            equal(kept(storage), "0 0");
            equal(shown.everyone("1").join().size(), 1);
        });
    }

    private static String kept(Storage storage) throws Exception {
        int groups = storage.range("group", null, null, 99).size();
        return groups + " " + storage.range("member", null, null, 99).size();
    }

    private static void goesOn() {
        MemoryStorage storage = new MemoryStorage();
        Club club = new Club().with("1", "alice", "bob").with("2", "alice", "carol");
        Shown first = open(club, storage);
        first.look("1", "2");
        first.everyone("1");
        first.everyone("2");
        first.rig.write();

        Shown second = new Shown(club, storage);
        equal(second.name("1"), "Group 1");
        equal(second.members("2"), "alice OWNER, carol");
        equal(second.everyone("1").join().size(), 2);
        equal(second.rig.asked.size(), 0);

        club.joinUntold("2", "dan");
        club.asked.clear();
        Shown third = new Shown(club, storage);
        third.rig.open();
        third.rig.resume(Json.object().build());
        third.look("1", "2");
        equal(club.asked, Arrays.asList("group.getMany 2"));
        third.everyone("1");
        third.everyone("2");
        equal(third.members("2"), "alice OWNER, carol, dan");
        equal(club.asked, Arrays.asList("group.getMany 2", "group.get 2"));
    }
}
