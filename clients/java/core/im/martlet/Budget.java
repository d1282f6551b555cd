package im.martlet;

/**
 * The stock of requests that the gateway keeps for a session, counted here in the same way, so that the client holds a
 * request back instead of having it refused.
 */
final class Budget {
    private final double perSecond;
    private final double burst;
    private double stock;
    private long counted;

    Budget(double perSecond, double burst, long now) {
        this.perSecond = perSecond;
        this.burst = burst;
        stock = burst;
        counted = now;
    }

    /** Takes a request from the stock, or answers how many milliseconds it takes until there is one. */
    long take(long now) {
        long passed = Math.max(0, now - counted);
        stock = Math.min(burst, stock + passed * perSecond / 1000);
        counted = now;
        if (stock < 1) return (long) Math.ceil((1 - stock) * 1000 / perSecond);
        stock -= 1;
        return 0;
    }
}
