package android.os;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Here all applications have one main thread. */
public final class Looper {
    private static final Looper MAIN = new Looper();

    final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "main thread of Android");
        thread.setDaemon(true);
        return thread;
    });

    private Looper() {}

    public static Looper getMainLooper() {
        return MAIN;
    }
}
