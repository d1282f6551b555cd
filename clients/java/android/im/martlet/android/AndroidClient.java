package im.martlet.android;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import android.provider.Settings;
import im.martlet.Client;
import java.io.File;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Where clients begin on Android. */
public final class AndroidClient {
    private AndroidClient() {}

    /**
     * A client whose callbacks run on the main thread, and which keeps what it must in a file of its gateway and user.
     * The device has the name that Android gives it for this application, and that no other device gets: neither it
     * nor the file is in a backup.
     */
    public static Client.Builder builder(Context context, String url, String user) {
        String device = Settings.Secure.getString(context.getContentResolver(), Settings.Secure.ANDROID_ID);
        Handler main = new Handler(Looper.getMainLooper());
        return Client.builder(url, user, device)
            .platform("android")
            .executor(main::post)
            .storage(new SQLiteStorage(file(context, url, user)));
    }

    private static File file(Context context, String url, String user) {
        try {
            byte[] scope = (url + "\n" + user).getBytes(StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(scope);
            return new File(context.getNoBackupFilesDir(), "martlet-" + new BigInteger(1, digest).toString(36) + ".db");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Android has SHA-256", missing);
        }
    }
}
