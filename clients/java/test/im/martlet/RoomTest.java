package im.martlet;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.json.Json;
import im.martlet.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;

/** A live room: entering, coming back, holes, batches, and messages whose fate is not known. */
final class RoomTest {
    /** Alice, and what her room has told. */
    private static final class Setup {
        final StoreRig rig = new StoreRig(new MemoryStorage()).connect();
        final Room room = new Room(rig.client, "live/7");
        final List<String> told = new ArrayList<>();
        final List<String> states = new ArrayList<>();

        Setup() {
            room.onNews(news -> {
                List<String> seqs = new ArrayList<>();
                for (Json message : news.messages) seqs.add(String.valueOf(message.integer("seq")));
                told.add(seqs + " " + news.cleared.size() + " " + news.missed + " " + news.shed);
            });
            room.onState(state -> {
                String more = state.verdict == null ? state.reason : state.verdict;
                states.add(state.name + (more == null ? "" : " " + more));
            });
        }

        Setup answer(String entry) {
            rig.answers.put("room.enter", data -> Json.parse(entry));
            return this;
        }

        Setup enter() {
            room.enter();
            pass(100);
            return this;
        }

        void pass(long milliseconds) {
            rig.loop.advance(rig.loop.elapsed + milliseconds);
        }

        void frame(String members) {
            rig.tell("room.frame", Json.parse("{\"roomID\":\"live/7\",\"epoch\":5," + members + "}"));
        }

        /** Time that is too short for the connection to be taken as dead. */
        String failure(Reply<?> reply) throws Exception {
            rig.loop.settle();
            equal(reply.isDone(), true);
            CompletionException error = fails(CompletionException.class, reply::join);
            MartletException cause = (MartletException) error.getCause();
            return cause.system + " " + cause.code + " " + cause.name;
        }
    }

    private RoomTest() {}

    private static String said(long seq, String from) {
        return "{\"seq\":" + seq + ",\"msgId\":\"m" + seq + "\",\"clientMsgId\":\"c" + seq + "\",\"from\":\"" + from
            + "\",\"type\":0,\"body\":{},\"time\":" + 1000 * seq + ",\"priority\":\"normal\"}";
    }

    private static String said(long... seqs) {
        List<String> messages = new ArrayList<>();
        for (long seq : seqs) messages.add(said(seq, "bob"));
        return "\"messages\":[" + String.join(",", messages) + "]";
    }

    private static String entry(long seq, String more) {
        return "{\"roomID\":\"live/7\",\"title\":\"Show\",\"ext\":\"\",\"slowSeconds\":7,\"isMuted\":false,\"seq\":"
            + seq + ",\"role\":\"participant\",\"occupancy\":{\"participants\":3}," + more + "}";
    }

    private static Setup entered(long seq) {
        Setup setup = new Setup().answer(entry(seq, "\"epoch\":5,\"messages\":[]")).enter();
        equal(setup.room.state().name, RoomState.Name.IN);
        setup.told.clear();
        setup.states.clear();
        return setup;
    }

    static void addTo(Tests tests) {
        tests.add("those who enter a room have the last messages, and miss nothing", () -> {
            Setup setup = new Setup().answer(entry(42, "\"epoch\":5,\"mutedUntil\":9," + said(41, 42))).enter();
            equal(setup.told, Arrays.asList("[41, 42] 0 0 0"));
            equal(setup.states, Arrays.asList("ENTERING", "IN"));
            RoomFacts facts = setup.room.facts();
            equal(facts.title + facts.participants + facts.slowSeconds + facts.mutedUntil, "Show379");
            equal(setup.rig.data("room.enter"), Arrays.asList(Json.parse("{\"roomID\":\"live/7\"}")));
        });
        tests.add("frames of a room are told together, ten times a second at most, with holes as missed", () -> {
            Setup setup = entered(10);
            for (int tick = 0; tick < 20; tick++) {
                setup.frame(said(11 + 2 * tick) + ",\"shed\":1");
                setup.pass(20);
            }
            setup.pass(100);
            equal(setup.told.size() <= 5, true);
            long missed = 0;
            long shed = 0;
            for (String news : setup.told) {
                missed += Long.parseLong(news.split(" ")[news.split(" ").length - 2]);
                shed += Long.parseLong(news.substring(news.lastIndexOf(' ') + 1));
            }
            equal(missed + " " + shed + " " + setup.room.messages().size(), "19 20 20");
        });
        tests.add("an application that does not listen is told a room's last messages, and how many others", () -> {
            Setup setup = entered(0);
            for (int seq = 1; seq <= 250; seq++) setup.frame(said(seq));
            setup.pass(100);
            equal(setup.told.get(0).startsWith("[51, 52,") && setup.told.get(0).endsWith("250] 0 50 0"), true);
            equal(setup.room.messages().size(), 200);
        });
        tests.add("what is cleared in a room is shown no longer, told or not; what is said later is", () -> {
            Setup setup = entered(0);
            setup.frame(said(1).replace("]", "," + said(2, "carol") + "]"));
            setup.pass(100);
            setup.told.clear();
            setup.frame("\"messages\":[" + said(3, "bob") + "," + said(4, "carol") + "]");
            setup.frame("\"cleared\":[{\"from\":\"bob\"},{\"msgId\":\"m4\",\"seq\":4}]," + said(5));
            setup.pass(100);
            equal(setup.told, Arrays.asList("[5] 2 0 0"));
            List<Long> seqs = new ArrayList<>();
            for (Json message : setup.room.messages()) seqs.add(message.integer("seq"));
            equal(seqs, Arrays.asList(2L, 5L));
        });
        tests.add("a frame before the reply to an entry waits for it", () -> {
            Setup setup = new Setup();
            setup.rig.answers.put("room.enter", data -> {
                setup.frame(said(3));
                return Json.parse(entry(2, "\"epoch\":5," + said(1, 2)));
            });
            setup.enter();
            equal(setup.told, Arrays.asList("[1, 2, 3] 0 0 0"));
        });
        for (String row : Arrays.asList("recovered 13 5 0 11 12 13", "gap 90 5 78 89 90", "gap 4 6 2 3 4")) {
            String[] parts = row.split(" ");
            tests.add("a room is entered again with the next session: " + row, () -> {
                Setup setup = entered(10);
                long[] seqs = new long[parts.length - 4];
                for (int at = 0; at < seqs.length; at++) seqs[at] = Long.parseLong(parts[4 + at]);
                String more = "\"verdict\":\"" + parts[0] + "\",\"epoch\":" + parts[2] + "," + said(seqs);
                setup.answer(entry(Long.parseLong(parts[1]), more));
                setup.rig.lose();
                equal(setup.room.state().name, RoomState.Name.ENTERING);
                setup.pass(3000);
                setup.rig.resume(Json.object().build());
                setup.pass(100);
                List<Json> asked = setup.rig.data("room.enter");
                equal(asked.get(1), Json.parse("{\"epoch\":5,\"seq\":10,\"roomID\":\"live/7\"}"));
                equal(setup.states, Arrays.asList("ENTERING", "IN " + parts[0]));
                List<String> told = Arrays.asList(parts).subList(4, parts.length);
                equal(setup.told, Arrays.asList(told + " 0 " + parts[3] + " 0"));
            });
        }
        tests.add("a refused message of a room is the sender's to send again, and holds up nothing", () -> {
            Setup setup = entered(0);
            setup.rig.answers.put("profile.getSelf", data -> Json.object().build());
            for (String refusal : Arrays.asList("gw 1003 often", "gw 1024 shed", "gw 1008 down", "em 507 muted")) {
                setup.rig.refusals.put("room.send", refusal);
                Reply<Json> sending = setup.room.send("hi");
                Reply<Json> alone = setup.rig.client.request("room.send", Json.object().build());
                Reply<Json> other = setup.rig.client.request("profile.getSelf", Json.object().build());
                equal(setup.failure(sending), refusal);
                equal(setup.failure(alone), refusal);
                equal(other.isDone(), true);
            }
            setup.pass(10_000);
            equal(setup.rig.data("room.send").size(), 8);
        });
        tests.add("a user who is muted in a room is told until when", () -> {
            Setup setup = entered(0);
            long until = setup.rig.loop.time + 600_000;
            setup.answer(entry(0, "\"epoch\":5,\"messages\":[],\"mutedUntil\":" + until));
            setup.rig.refusals.put("room.send", "em 215 muted");
            for (int time = 0; time < 3; time++) equal(setup.failure(setup.room.send("hi")), "em 215 muted");
            equal(setup.room.facts().mutedUntil, until);
            equal(setup.rig.data("room.enter").size() + " " + setup.states, "2 []");
        });
        tests.add("in slow mode a room says from when on this user is heard again", () -> {
            Setup setup = entered(0);
            equal(setup.room.slowUntil(), 0L);
            setup.frame("\"messages\":[" + said(2, "alice") + "," + said(3, "bob") + "]");
            equal(setup.room.slowUntil(), 9000L);
        });
        tests.add("a message without a reply goes out again behind the next entry, and in another epoch fails", () -> {
            for (int epoch = 5; epoch <= 6; epoch++) {
                Setup setup = entered(0);
                Reply<Json> sending = setup.room.send("hi");
                setup.rig.loop.settle();
                setup.rig.lose();
                setup.pass(3000);
                setup.rig.answers.put("room.send", data -> Json.parse("{\"msgId\":\"m\",\"seq\":1,\"time\":2}"));
                setup.answer(entry(0, "\"verdict\":\"recovered\",\"epoch\":" + epoch + ",\"messages\":[]"));
                setup.rig.resume(Json.object().build());
                if (epoch == 6) equal(setup.failure(sending), "client 0 maybeSent");
                else equal(sending.join().string("msgId"), "m");
                List<Json> sent = setup.rig.data("room.send");
                equal(sent.get(sent.size() - 1), sent.get(0));
                equal(sent.size(), 7 - epoch);
            }
        });
        tests.add("an own message that a frame tells needs no reply, and one without either is given up", () -> {
            Setup setup = entered(0);
            Reply<Json> told = setup.room.send(Json.parse("{\"body\":{},\"clientMsgId\":\"c1\"}"));
            Reply<Json> lost = setup.room.send("hi");
            setup.rig.loop.settle();
            setup.frame("\"messages\":[" + said(1, "alice") + "]");
            equal(told.join(), Json.parse("{\"msgId\":\"m1\",\"seq\":1,\"time\":1000}"));
            setup.pass(31_000);
            equal(setup.failure(lost), "client 0 timeout");
        });
        tests.add("an entry that is refused fails, and one that passes is asked again", () -> {
            Setup setup = new Setup();
            setup.rig.refusals.put("room.enter", "gw 1025 banned");
            equal(setup.failure(setup.room.enter()), "gw 1025 banned");
            equal(setup.states, Arrays.asList("ENTERING", "OUT banned"));
            setup.rig.refusals.put("room.enter", "gw 1003 tooFrequent");
            Reply<Void> entered = setup.room.enter();
            setup.pass(5000);
            equal(setup.rig.data("room.enter").size() > 2, true);
            equal(entered.isDone(), false);
            setup.rig.refusals.clear();
            setup.answer(entry(0, "\"epoch\":5,\"messages\":[]"));
            setup.pass(10_000);
            equal(entered.isDone() && !entered.isCompletedExceptionally(), true);
        });
        tests.add("a user who is put out of a room hears why, and one who leaves hears nothing more", () -> {
            Setup setup = entered(0);
            Reply<Json> sending = setup.room.send("hi");
            setup.rig.loop.settle();
            setup.rig.tell("room.left", Json.parse("{\"roomID\":\"live/7\",\"reason\":\"kicked\"}"));
            equal(setup.states, Arrays.asList("OUT kicked"));
            equal(setup.failure(sending), "client 0 notInRoom");
            equal(setup.failure(setup.room.send("hi")), "client 0 notInRoom");
            setup.enter();
            setup.rig.answers.put("room.leave", data -> Json.object().build());
            Reply<Void> left = setup.room.leave();
            setup.rig.loop.settle();
            equal(left.isDone(), true);
            setup.told.clear();
            setup.frame(said(9));
            setup.pass(100);
            equal(setup.told.size(), 0);
        });
    }
}
