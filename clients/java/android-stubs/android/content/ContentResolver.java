package android.content;

import android.content.res.AssetFileDescriptor;
import android.net.Uri;
import java.io.FileNotFoundException;
import java.io.InputStream;

/** Here its text is the device's ANDROID_ID, and it has no content. */
public abstract class ContentResolver {
    public final InputStream openInputStream(Uri uri) throws FileNotFoundException {
        throw new FileNotFoundException("there is no content here");
    }

    public final AssetFileDescriptor openAssetFileDescriptor(Uri uri, String mode) throws FileNotFoundException {
        throw new FileNotFoundException("there is no content here");
    }

    public final String getType(Uri uri) {
        return null;
    }
}
