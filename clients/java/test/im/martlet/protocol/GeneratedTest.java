package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.admin.AdminOperations;
import im.martlet.json.Json;
import im.martlet.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Reads and writes clients/conformance/values.json, which is given, and asks for some operations. */
public final class GeneratedTest {
    private int passed;
    private int failed;

    public static void main(String[] arguments) throws IOException {
        String text = new String(Files.readAllBytes(Paths.get(arguments[0])), StandardCharsets.UTF_8);
        GeneratedTest test = new GeneratedTest();
        test.readAndWrite(Json.parse(text).asList());
        test.unknownTexts();
        test.missingMembers();
        test.equality();
        test.events();
        test.calls();
        test.customValues();
        System.out.println(test.passed + " passed, " + test.failed + " failed");
        if (test.failed > 0) System.exit(1);
    }

    private void equal(String about, Object found, Object wanted) {
        if (Objects.equals(found, wanted)) {
            passed++;
            return;
        }
        failed++;
        System.out.println(about + ": " + found + " instead of " + wanted);
    }

    private void fails(String about, Runnable action, String message) {
        try {
            action.run();
            equal(about, "no error", message);
        } catch (JsonException error) {
            equal(about, error.getMessage(), message);
        }
    }

    private void readAndWrite(List<Json> rows) {
        for (Map.Entry<String, Function<Json, Json>> every : EveryValue.all().entrySet()) {
            int found = 0;
            for (Json row : rows) {
                if (!row.string("type").equals(every.getKey())) continue;
                found++;
                Json wanted = row.has("back") ? row.at("back") : row.at("given");
                equal(every.getKey(), every.getValue().apply(row.at("given")), wanted);
            }
            equal("values of " + every.getKey(), found, 3);
        }
    }

    private void unknownTexts() {
        equal("a known text", new Platform("ios"), Platform.IOS);
        equal("an unknown text", new Platform(Json.of("watch")).text, "watch");
        equal("a text of another set", new Platform("ios").equals(new HistoryDirection("ios")), false);
    }

    private void missingMembers() {
        Json receipt = Json.object().put("conversationID", "c2c_bob").build();
        fails("a missing member", () -> new Events.ReceiptNew(receipt), "timestamp: missing");
        Json change = Json.parse("{'change':1,'msgId':'1','seq':1,'message':{'msgId':7}}".replace('\'', '"'));
        fails("a member of another kind", () -> new Change(change), "message: msgId: a value is NUMBER and not STRING");
    }

    private void equality() {
        Json json = Json.object().put("b", "AQ==").put("newer", true).build();
        equal("equal values", new Bytes(json), new Bytes(json.without("newer")));
        equal("their codes", new Bytes(json).hashCode(), new Bytes(json.without("newer")).hashCode());
        equal("another value", new Bytes(json).equals(new Bytes(Json.object().put("b", "").build())), false);
    }

    private void events() {
        Json data = Json.object().put("conversationID", "c2c_bob").put("timestamp", 1).build();
        equal("the name of an event", Events.RECEIPT_NEW.name, "receipt.new");
        equal("the data of an event", Events.RECEIPT_NEW.read(data).timestamp, 1L);
    }

    /** Keeps what was asked for last, and answers with an object. */
    private static class Recorder implements Caller {
        private String asked;
        private RequestOptions options;
        private String answer = "{}";

        @Override
        public CompletableFuture<Json> request(String op, Json data, RequestOptions options) {
            asked = op + " " + data;
            this.options = options;
            return CompletableFuture.completedFuture(Json.parse(answer));
        }
    }

    private static final class User extends Recorder implements Operations {}

    private static final class Operator extends Recorder implements AdminOperations {}

    private void calls() {
        User user = new User();
        ((Recorder) user).answer = "{\"result\":{\"userID\":\"bob\",\"code\":0,\"info\":\"\"}}";
        equal("a result", user.friend().add("bob").join().result.userID, "bob");
        asked(user, "friend.add {\"userID\":\"bob\"}");
        equal("usual options", ((Recorder) user).options, RequestOptions.USUAL);
        RequestOptions options = RequestOptions.USUAL.key("k-1");
        user.friend().with(options).add(new FriendCalls.AddRequest("bob").remark("Bobby").addType(1L));
        asked(user, "friend.add {\"userID\":\"bob\",\"remark\":\"Bobby\",\"addType\":1}");
        equal("own options", ((Recorder) user).options, options);
        ((Recorder) user).answer = "{}";
        equal("no result", user.conversation().pin("c2c_bob", true).join(), null);
        asked(user, "conversation.pin {\"conversationID\":\"c2c_bob\",\"pinned\":true}");
        FriendCalls.ModifyValues values = new FriendCalls.ModifyValues().groups(Arrays.asList("a", "b"))
            .others(Collections.singletonMap("Tag_SNS_Custom_Rank", CustomValue.of(3).toJson()));
        user.friend().modify("bob", values);
        asked(user, "friend.modify {\"userID\":\"bob\",\"values\":"
            + "{\"groups\":[\"a\",\"b\"],\"Tag_SNS_Custom_Rank\":3}}");

        Operator operator = new Operator();
        operator.group().muteAll("1", 0);
        asked(operator, "admin.group.muteAll {\"groupID\":\"1\",\"mute\":0}");
    }

    private void asked(Recorder recorder, String wanted) {
        equal("what is asked", recorder.asked, wanted);
    }

    private void customValues() {
        equal("a number", CustomValue.of(7).asLong(), 7L);
        equal("a text", CustomValue.of("7").asText(), "7");
        equal("bytes", CustomValue.ofBytes("AQ==").toJson().toString(), "{\"b\":\"AQ==\"}");
        fails("neither", () -> new CustomValue(Json.of(true)), "a value is BOOLEAN and not OBJECT");
    }
}
