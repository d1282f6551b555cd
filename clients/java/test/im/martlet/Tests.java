package im.martlet;

import im.martlet.android.DeviceEventsTest;
import im.martlet.android.SQLiteStorageTest;
import im.martlet.json.JsonTest;
import im.martlet.jvm.BackendTest;
import im.martlet.jvm.FileStorageTest;
import im.martlet.transport.FramesTest;
import im.martlet.transport.TransferTest;
import im.martlet.transport.WebSocketTest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Runs the unit tests, each by a sentence that it shows to be true. */
public final class Tests {
    /** What is to be shown; anything that it throws is a failure. */
    public interface Body {
        void run() throws Exception;
    }

    private final Map<String, Body> bodies = new LinkedHashMap<>();

    public void add(String sentence, Body body) {
        if (bodies.put(sentence, body) != null) throw new IllegalStateException("two tests are called " + sentence);
    }

    public static void main(String[] arguments) {
        Tests tests = new Tests();
        JsonTest.addTo(tests);
        FramesTest.addTo(tests);
        FileStorageTest.addTo(tests);
        SQLiteStorageTest.addTo(tests);
        DeviceEventsTest.addTo(tests);
        BackendTest.addTo(tests);
        ClientTest.addTo(tests);
        StoreTest.addTo(tests);
        ShelvesTest.addTo(tests);
        GroupsTest.addTo(tests);
        MediaTest.addTo(tests);
        RoomTest.addTo(tests);
        StreamedMessagesTest.addTo(tests);
        WebSocketTest.addTo(tests, arguments[0]);
        TransferTest.addTo(tests);
        tests.run();
    }

    private void run() {
        int failed = 0;
        for (Map.Entry<String, Body> test : bodies.entrySet()) {
            try {
                test.getValue().run();
            } catch (Exception | AssertionError | StackOverflowError error) {
                failed++;
                System.err.println("not ok - " + test.getKey());
                error.printStackTrace();
            }
        }
        System.out.println(bodies.size() - failed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }

    public static void equal(Object actual, Object expected) {
        if (!Objects.equals(actual, expected)) throw new AssertionError(actual + " is not " + expected);
    }

    public static <Failure extends Throwable> Failure fails(Class<Failure> kind, Body body) throws Exception {
        try {
            body.run();
        } catch (Throwable error) {
            if (kind.isInstance(error)) return kind.cast(error);
            throw new AssertionError("it fails otherwise", error);
        }
        throw new AssertionError("it does not fail");
    }
}
