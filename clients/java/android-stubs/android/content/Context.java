package android.content;

import java.io.File;

/** What it has belongs to its phone, which a test sets. */
public abstract class Context {
    private Context phone;

    public ContentResolver getContentResolver() {
        return phone.getContentResolver();
    }

    public File getNoBackupFilesDir() {
        return phone.getNoBackupFilesDir();
    }

    public <Service> Service getSystemService(Class<Service> kind) {
        return phone.getSystemService(kind);
    }

    protected void attachBaseContext(Context base) {
        phone = base;
    }
}
