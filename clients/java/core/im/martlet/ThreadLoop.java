package im.martlet;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A loop with a thread of its own, which sleeps until there is something to do. */
final class ThreadLoop extends Loop {
    private static final class Timer {
        final long due;
        final long number;
        final Runnable action;

        Timer(long due, long number, Runnable action) {
            this.due = due;
            this.number = number;
            this.action = action;
        }
    }

    private final LongSupplier clock;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final PriorityQueue<Timer> timers =
        new PriorityQueue<>(Comparator.comparingLong((Timer timer) -> timer.due).thenComparing(timer -> timer.number));
    private final long began = System.nanoTime();
    private long count;
    private boolean isEnded;

    ThreadLoop(LongSupplier clock, String name) {
        this.clock = clock;
        Thread thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    long now() {
        return clock.getAsLong();
    }

    @Override
    double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    /** Only within the loop's turns, as is {@link #cancel}. */
    @Override
    Object after(long milliseconds, Runnable action) {
        long due = elapsed() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        Timer timer = new Timer(due, count++, action);
        timers.add(timer);
        return timer;
    }

    @Override
    void cancel(Object timer) {
        if (timer != null) timers.remove(timer);
    }

    @Override
    void post(Runnable action) {
        inbox.add(action);
    }

    @Override
    void failed(RuntimeException error) {
        Logger.getLogger("im.martlet").log(Level.SEVERE, "a turn of the client failed", error);
    }

    /** Ends the thread after what was posted before. */
    void end() {
        post(() -> isEnded = true);
    }

    /** Nanoseconds since the loop began, which never fall. */
    private long elapsed() {
        return System.nanoTime() - began;
    }

    private void run() {
        while (!isEnded) {
            Timer first = timers.peek();
            try {
                Runnable action;
                if (first != null && first.due <= elapsed()) action = timers.poll().action;
                else if (first == null) action = inbox.take();
                else action = inbox.poll(first.due - elapsed(), TimeUnit.NANOSECONDS);
                if (action != null) turn(action);
            } catch (InterruptedException none) {
                Logger.getLogger("im.martlet").warning("the client's thread was interrupted, and goes on");
            }
        }
    }
}
