package android.content;

/** Here its text is the device's ANDROID_ID. */
public abstract class ContentResolver {
}
