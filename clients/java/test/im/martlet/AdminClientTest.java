package im.martlet;

import im.martlet.admin.AdminAccountCalls;
import im.martlet.json.Json;
import im.martlet.protocol.FriendCalls;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.CompletionException;

/** A backend with a real gateway, whose URL and admin key are given: test/admin.mjs runs it. */
public final class AdminClientTest {
    private AdminClientTest() {}

    public static void main(String[] arguments) throws Exception {
        try (AdminClient admin = new AdminClient(arguments[0] + "/", arguments[1])) {
            AdminAccountCalls.CreateAccount alice = new AdminAccountCalls.CreateAccount("alice").nickname("Alice");
            admin.account().create(Arrays.asList(alice, new AdminAccountCalls.CreateAccount("bob"))).join();
            equal(admin.account().get(Collections.singletonList("alice")).join().accounts.get(0).nickname, "Alice");
            FriendCalls.AddRequest bob = new FriendCalls.AddRequest("bob").remark("Bobby");
            equal(admin.as("alice").friend().add(bob).join().result.code, 0L);
            equal(admin.as("bob").friend().list().join().friends.get(0).userID, "alice");
            equal(admin.by("carol").ping().join().key, "tests");

            ReadsTest reads = new ReadsTest(admin.as("alice"), admin.as("bob"));
            reads.messages();
            reads.groups();
            reads.people();
            reads.events();

            // The same key: the group is made once.
            RequestOptions once = RequestOptions.USUAL.key("group-1");
            String group = admin.as("alice").group().with(once).create("Team").join().groupID;
            equal(admin.as("alice").group().with(once).create("Team").join().groupID, group);
            equal(admin.as("alice").group().joinedCount().join().count, 2L);

            MartletException refused = failed(() -> admin.token().revoke("nobody").join());
            equal(refused.is("tim", 40003), true);
            equal(refused.keys, Collections.singletonList("userID"));
            Json none = Json.object().build();
            MartletException unknown = failed(() -> admin.request("no.such", none, RequestOptions.USUAL).join());
            equal(unknown.name, "unknownOperation");
        }
        try (AdminClient nowhere = new AdminClient("http://127.0.0.1:1", "key")) {
            RequestOptions soon = RequestOptions.USUAL.timeout(200);
            MartletException lost = failed(() -> nowhere.account().with(soon).list().join());
            equal(lost.name, "timeout");
        }
        System.out.println("the backend is fine");
    }

    static void equal(Object found, Object wanted) {
        if (!found.equals(wanted)) throw new AssertionError(found + " is not " + wanted);
    }

    private static MartletException failed(Runnable action) {
        try {
            action.run();
        } catch (CompletionException error) {
            return (MartletException) error.getCause();
        }
        throw new AssertionError("it does not fail");
    }
}
