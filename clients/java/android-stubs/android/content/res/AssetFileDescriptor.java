package android.content.res;

import java.io.Closeable;
import java.io.IOException;

public class AssetFileDescriptor implements Closeable {
    public long getLength() {
        throw new UnsupportedOperationException("there is no content here");
    }

    @Override
    public void close() throws IOException {}
}
