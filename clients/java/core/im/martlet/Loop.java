package im.martlet;

import java.util.ArrayDeque;

/**
 * Time, chance and the turns of the one thread in which an engine lives. An action of a turn may begin others, which
 * follow it before the next turn.
 */
abstract class Loop {
    private final ArrayDeque<Runnable> followers = new ArrayDeque<>();

    /** Milliseconds of the wall's clock, since that goes on while a device sleeps. */
    abstract long now();

    /** From 0 up to 1. */
    abstract double random();

    /** Runs the action in a turn of its own; the result is for {@link #cancel}. */
    abstract Object after(long milliseconds, Runnable action);

    /** Null is no timer. */
    abstract void cancel(Object timer);

    /** Has another thread's action run in a turn of its own, in the order of these calls. */
    abstract void post(Runnable action);

    /** Runs the action after those of this turn that were begun before. */
    final void soon(Runnable action) {
        followers.add(action);
    }

    /** A turn: the action, and all that follows from it. One that fails does not keep the others from running. */
    final void turn(Runnable action) {
        for (Runnable next = action; next != null; next = followers.poll()) {
            try {
                next.run();
            } catch (RuntimeException error) {
                failed(error);
            }
        }
    }

    /** An action has failed, which is a fault of this library. */
    abstract void failed(RuntimeException error);
}
