package im.martlet.android;

import static im.martlet.Tests.equal;

import android.app.Phone;
import android.content.Intent;
import android.view.ViewGroup;
import android.widget.Button;
import android.widget.EditText;
import android.widget.TextView;
import com.example.chat.ChatActivity;
import com.example.chat.ChatApplication;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.concurrent.Callable;

/** Alice and Bob, each with the sample of examples/android on a phone of stubs. test/phones.mjs has the gateway. */
public final class PhonesTest {
    private static final BufferedReader GATEWAY = new BufferedReader(new InputStreamReader(System.in));

    private final String url;
    private final String user;
    private final String peer;
    private final String token;
    private final File folder = Files.createTempDirectory("martlet-phone").toFile();
    private final Phone phone;
    private ChatActivity activity;

    private PhonesTest(String url, String user, String peer, String token) throws IOException {
        this.url = url;
        this.user = user;
        this.peer = peer;
        this.token = token;
        phone = new Phone(folder, "phone of " + user);
    }

    public static void main(String[] arguments) throws Exception {
        PhonesTest alice = new PhonesTest(arguments[0], "alice", "bob", arguments[1]);
        PhonesTest bob = new PhonesTest(arguments[0], "bob", "alice", arguments[2]);
        alice.start();
        alice.write("Hello Bob");
        alice.shows("alice: Hello Bob\n");
        bob.start();
        bob.shows("alice: Hello Bob\n");
        bob.write("Hello Alice");
        alice.shows("alice: Hello Bob\nbob: Hello Alice\n");

        // In the background there is no session, so that pushes come; what was missed is there afterwards.
        ask("has alice", "true");
        alice.phone.hide(alice.activity);
        ask("has alice", "false");
        bob.write("Are you there?");
        bob.shows("alice: Hello Bob\nbob: Hello Alice\nbob: Are you there?\n");
        alice.phone.show(alice.activity);
        alice.shows("alice: Hello Bob\nbob: Hello Alice\nbob: Are you there?\n");
        ask("has alice", "true");

        ChatActivity turned = new ChatActivity();
        alice.phone.turn(alice.activity, turned);
        alice.activity = turned;
        alice.shows("alice: Hello Bob\nbob: Hello Alice\nbob: Are you there?\n");

        // Without a connection, also over the end of the process, messages wait on the phone.
        ask("down", "done");
        alice.write("Yes");
        alice.shows("alice: Hello Bob\nbob: Hello Alice\nbob: Are you there?\n… Yes\n");
        alice.phone.end(alice.activity);
        alice.restart();
        alice.shows("… Yes\n");
        alice.write("I am");
        alice.shows("… Yes\n… I am\n");
        ask("up", "done");
        alice.phone.changeNetwork();
        bob.phone.changeNetwork();
        String all = "alice: Hello Bob\nbob: Hello Alice\nbob: Are you there?\nalice: Yes\nalice: I am\n";
        alice.shows(all);
        bob.shows(all);

        equal(alice.files().isEmpty(), false);
        alice.signOut();
        while (!alice.files().isEmpty()) Thread.sleep(20);
        ask("has alice", "false");
        System.exit(0);
    }

    private void start() throws Exception {
        phone.install(new ChatApplication());
        activity = new ChatActivity();
        Intent intent = new Intent().putExtra("url", url).putExtra("user", user).putExtra("peer", peer)
            .putExtra("token", token);
        phone.start(activity, intent);
    }

    /** The former process is gone, and its lock of the file with it. */
    private void restart() throws Exception {
        ChatApplication former = (ChatApplication) activity.getApplication();
        Phone.onMain(() -> former.signIn(url, user, null)).close().get();
        start();
    }

    private void write(String text) throws Exception {
        Phone.onMain(() -> {
            ((EditText) child(1)).setText(text);
            return ((Button) child(2)).performClick();
        });
    }

    private void signOut() throws Exception {
        Phone.onMain(() -> ((Button) child(3)).performClick());
        equal(Phone.isFinishing(activity), true);
        phone.end(activity);
    }

    private TextView child(int index) {
        return (TextView) ((ViewGroup) Phone.content(activity)).getChildAt(index);
    }

    private void shows(String text) throws Exception {
        until(() -> Phone.onMain(() -> child(0).getText().toString()), text);
    }

    private String files() {
        return String.join(" ", folder.list());
    }

    /** Has the script do something with the gateway, or asks it until it gives the answer. */
    private static void ask(String question, String answer) throws Exception {
        until(() -> {
            System.out.println(question);
            return GATEWAY.readLine();
        }, answer);
    }

    private static void until(Callable<String> value, String wanted) throws Exception {
        long end = System.nanoTime() + 30_000_000_000L;
        String found = value.call();
        for (; !wanted.equals(found) && System.nanoTime() < end; found = value.call()) Thread.sleep(20);
        equal(found, wanted);
    }
}
