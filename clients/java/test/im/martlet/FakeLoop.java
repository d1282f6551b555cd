package im.martlet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A loop whose time stands still until a test lets it pass. */
final class FakeLoop extends Loop {
    private static final class Timer {
        final long due;
        final Runnable action;

        Timer(long due, Runnable action) {
            this.due = due;
            this.action = action;
        }
    }

    /** How long it has run. Timers go by this, whatever the wall's clock is set to. */
    long elapsed;
    /** What the wall's clock says. */
    long time = 1_795_000_000_000L;
    private final List<Timer> timers = new ArrayList<>();
    private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();

    @Override
    long now() {
        return time;
    }

    @Override
    double random() {
        return 0.5;
    }

    @Override
    Object after(long milliseconds, Runnable action) {
        Timer timer = new Timer(elapsed + milliseconds, action);
        timers.add(timer);
        return timer;
    }

    @Override
    void cancel(Object timer) {
        timers.remove(timer);
    }

    @Override
    void post(Runnable action) {
        inbox.add(action);
    }

    @Override
    void failed(RuntimeException error) {
        throw error;
    }

    /** Lets everything happen that waits for nothing but its turn. What was posted together comes together. */
    void settle() {
        while (!inbox.isEmpty()) {
            List<Runnable> together = new ArrayList<>(inbox);
            inbox.clear();
            turn(() -> together.forEach(Runnable::run));
        }
    }

    /** Lets the time pass, and what is due happen in its order. */
    void advance(long end) {
        settle();
        for (Timer first = first(); first != null && first.due <= end; first = first()) {
            timers.remove(first);
            pass(Math.max(0, first.due - elapsed));
            turn(first.action);
            settle();
        }
        pass(end - elapsed);
    }

    /** The device sleeps: time passes, and timers fire late and together. */
    void sleep(long milliseconds) {
        pass(milliseconds);
        List<Timer> late = new ArrayList<>(timers);
        late.removeIf(timer -> timer.due > elapsed);
        timers.removeAll(late);
        turn(() -> late.forEach(timer -> timer.action.run()));
        settle();
    }

    private Timer first() {
        Timer first = null;
        for (Timer timer : timers) if (first == null || timer.due < first.due) first = timer;
        return first;
    }

    private void pass(long milliseconds) {
        elapsed += milliseconds;
        time += milliseconds;
    }
}
