package im.martlet;

/** Ends what it stands for. */
public interface Subscription {
    void end();
}
