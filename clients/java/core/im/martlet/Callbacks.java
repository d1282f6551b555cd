package im.martlet;

import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Calls the application on its executor, one after another. A callback that throws does not keep the others from being
 * called.
 */
final class Callbacks implements Executor {
    private static final Logger LOG = Logger.getLogger("im.martlet");

    private final Executor executor;
    /** In which a callback runs now; null: none does. */
    private volatile Thread thread;

    Callbacks(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable callback) {
        executor.execute(() -> {
            thread = Thread.currentThread();
            try {
                callback.run();
            } catch (RuntimeException error) {
                LOG.log(Level.SEVERE, "a callback of the application failed", error);
            } finally {
                thread = null;
            }
        });
    }

    /** Whether a callback runs in this thread. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }
}
