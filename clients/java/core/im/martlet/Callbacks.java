package im.martlet;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Calls the application on its executor, one after another, also if that has many threads. A callback that throws does
 * not keep the others from being called.
 */
final class Callbacks implements Executor {
    private final Executor executor;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    /** The executor has been given the first of those that wait. */
    private boolean isBusy;
    /** In which a callback runs now; null: none does. */
    private volatile Thread thread;

    Callbacks(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable callback) {
        synchronized (waiting) {
            waiting.add(callback);
            if (isBusy) return;
            isBusy = true;
        }
        begin();
    }

    private void begin() {
        try {
            executor.execute(this::callNext);
        } catch (RuntimeException refused) {
            synchronized (waiting) {
                isBusy = false;
            }
            throw refused;
        }
    }

    private void callNext() {
        Runnable callback;
        synchronized (waiting) {
            callback = waiting.poll();
        }
        thread = Thread.currentThread();
        try {
            callback.run();
        } catch (RuntimeException error) {
            Logger.getLogger("im.martlet").log(Level.SEVERE, "a callback of the application failed", error);
        }
        thread = null;
        synchronized (waiting) {
            isBusy = !waiting.isEmpty();
            if (!isBusy) return;
        }
        begin();
    }

    /** Whether a callback runs in this thread. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }
}
