package android.content;

import java.io.File;

public abstract class Context {
    public abstract ContentResolver getContentResolver();

    public abstract File getNoBackupFilesDir();

    public abstract <Service> Service getSystemService(Class<Service> kind);
}
