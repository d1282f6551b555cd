package im.martlet;

import static im.martlet.Tests.equal;

import im.martlet.json.Json;
import im.martlet.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages whose texts come a chunk at a time. */
final class StreamedMessagesTest {
    /** A user who looks at the bot's conversation. */
    private static final class Setup {
        final StoreRig rig = new StoreRig(new MemoryStorage());
        final List<String> changed = new ArrayList<>();
        final StreamedMessages streamed;
        /** What the gateway has when it is asked; null: nothing. */
        String text;

        Setup(String text) {
            this.text = text;
            rig.answers.put("conversation.watch", data -> {
                List<Json> all = new ArrayList<>();
                for (Json id : data.list("conversationIDs")) {
                    Json stream = Json.object().put("streamID", "0-1").put("from", "bot").put("text", this.text)
                        .build();
                    boolean hasText = this.text != null && id.asString().equals("c2c_bot");
                    Json streams = hasText ? Json.array(stream) : Json.array();
                    all.add(Json.object().put("conversationID", id).put("streams", streams).build());
                }
                return Json.object().put("conversations", Json.array(all)).build();
            });
            rig.connect();
            streamed = new StreamedMessages(rig.client);
            streamed.onChange(changed::add);
            watch("c2c_bot");
        }

        void watch(String... conversations) {
            streamed.watch(Arrays.asList(conversations));
            rig.loop.settle();
        }

        void hear(String stream, long offset, String text) {
            rig.tell("message.appended", Json.object().put("conversationID", "c2c_bot").put("streamID", stream)
                .put("from", "bot").put("offset", offset).put("text", text).build());
        }

        String shown() {
            List<String> shown = new ArrayList<>();
            for (StreamedMessages.Text one : streamed.of("c2c_bot")) shown.add(one.from + ": " + one.text);
            return String.join(", ", shown) + " " + rig.data("conversation.watch").size();
        }
    }

    private StreamedMessagesTest() {}

    static void addTo(Tests tests) {
        tests.add("a streamed text goes on behind what was there, and its message takes its place", () -> {
            Setup setup = new Setup("wörld");
            setup.hear("0-1", 6, "!");
            setup.hear("0-2", 0, "another");
            equal(setup.shown(), "bot: wörld!, bot: another 1");
            setup.rig.tell("message.new", StoreRig.message("c2c_bot", 1).with("streamID", Json.of("0-1")));
            setup.rig.tell("message.ended", Json.parse("{\"conversationID\":\"c2c_bot\",\"streamID\":\"0-2\"}"));
            equal(setup.shown() + " " + setup.changed.size(), " 1 5");
            setup.hear("0-1", 0, "wörld!");
            setup.watch("c2c_bot");
            equal(setup.shown(), " 2");
        });
        tests.add("behind a hole the gateway is asked for a streamed text", () -> {
            Setup setup = new Setup("one");
            setup.text = "one two three";
            setup.hear("0-1", 7, " three");
            equal(setup.shown(), "bot: one two three 2");
            setup.hear("0-1", 13, ".");
            equal(setup.shown(), "bot: one two three. 2");
        });
        tests.add("a new session watches again, and shows no text that the gateway has no more", () -> {
            Setup setup = new Setup("half");
            setup.text = null;
            setup.rig.connectAgain();
            equal(setup.shown(), " 2");
        });
        tests.add("another conversation takes the place of one that is watched, and a close ends it", () -> {
            Setup setup = new Setup("x");
            setup.watch("group_1");
            equal(setup.shown(), " 2");
            setup.streamed.close();
            setup.rig.loop.settle();
            equal(setup.rig.data("conversation.watch").get(2), Json.parse("{\"conversationIDs\":[]}"));
        });
        tests.add("a watch that is refused is told, and a text is stopped by its names", () -> {
            Setup setup = new Setup("x");
            List<String> failed = new ArrayList<>();
            setup.streamed.onFailed(error -> failed.add(error.name));
            setup.streamed.stop(setup.streamed.of("c2c_bot").get(0));
            setup.rig.refusals.put("conversation.watch", "notMember");
            setup.watch("group_9");
            equal(failed, Arrays.asList("notMember"));
            equal(setup.rig.data("message.stop").get(0),
                Json.parse("{\"conversationID\":\"c2c_bot\",\"streamID\":\"0-1\"}"));
        });
    }
}
