package im.martlet;

import java.security.SecureRandom;

/**
 * Names that nothing else has. Those of messages are UUIDs of version 7 that always rise, also when the clock is set
 * back.
 */
final class Ids {
    /** It takes long to be made, so it waits until it is needed. */
    private static final class Chance {
        static final SecureRandom RANDOM = new SecureRandom();
    }

    private long time;
    private int count;

    /** A random name, of 16 bytes. */
    static String random() {
        return hexadecimal(Chance.RANDOM.nextLong(), 16) + hexadecimal(Chance.RANDOM.nextLong(), 16);
    }

    /** The next id is above this one, which came from another run. */
    synchronized void startAfter(String id) {
        String digits = id.replace("-", "");
        if (digits.matches("[0-9a-f]{12}.*")) time = Math.max(time, Long.parseLong(digits.substring(0, 12), 16));
        count = 0xfff;
    }

    synchronized String next(long now) {
        if (now > time) {
            time = now;
            count = 0;
        } else if (++count > 0xfff) {
            time++;
            count = 0;
        }
        String milliseconds = hexadecimal(time, 12);
        String chance = hexadecimal(Chance.RANDOM.nextLong(), 16);
        char variant = "89ab".charAt(Chance.RANDOM.nextInt(4));
        return milliseconds.substring(0, 8) + "-" + milliseconds.substring(8) + "-7" + hexadecimal(count, 3)
            + "-" + variant + chance.substring(1, 4) + "-" + chance.substring(4);
    }

    private static String hexadecimal(long number, int digits) {
        StringBuilder text = new StringBuilder(Long.toHexString(number));
        while (text.length() < digits) text.insert(0, '0');
        return text.toString();
    }
}
