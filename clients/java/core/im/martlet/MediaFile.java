package im.martlet;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLConnection;

/** A file that can be uploaded: it is read from its beginning as often as that is needed, in threads that may wait. */
public final class MediaFile {
    /** Gives all bytes of a file, from the first one on. */
    public interface Bytes {
        InputStream open() throws IOException;
    }

    /** Finds the file that a message waits for by what {@link Media#send} was given, perhaps in an earlier run. */
    public interface Finder {
        MediaFile find(String name) throws IOException;
    }

    public final String name;
    public final long size;
    /** Its media type, such as `image/png`; null if it is not known. */
    public final String type;
    final Bytes bytes;

    public MediaFile(String name, String type, long size, Bytes bytes) {
        if (size < 0) throw new IllegalArgumentException("the size of " + name + " is not known");
        this.name = name;
        this.type = type;
        this.size = size;
        this.bytes = bytes;
    }

    /** A file of the disk, with the type of its name's ending. */
    public static MediaFile of(File file) throws IOException {
        if (!file.isFile()) throw new FileNotFoundException(file + " is not there");
        String type = URLConnection.guessContentTypeFromName(file.getName());
        return new MediaFile(file.getName(), type, file.length(), () -> new FileInputStream(file));
    }
}
