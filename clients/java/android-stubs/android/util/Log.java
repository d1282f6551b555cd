package android.util;

public final class Log {
    public static int w(String tag, String text, Throwable error) {
        System.err.println(tag + ": " + text + ": " + error);
        return 0;
    }
}
