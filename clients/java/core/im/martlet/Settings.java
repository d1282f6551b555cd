package im.martlet;

import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import im.martlet.transport.Transport;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** What an application has said of its client. */
final class Settings {
    final String url;
    final String user;
    final String device;
    TokenProvider token;
    String platform = "pc";
    Storage storage = new MemoryStorage();
    Transport transport;
    Executor executor;
    /** Its threads may wait for files and for the network. */
    Executor transfers;
    MediaFile.Finder files;
    long gapLimit = 1000;
    boolean keepsPositions;
    boolean keepsStore;
    Long keepDays;
    LongSupplier clock = System::currentTimeMillis;

    Settings(String url, String user, String device) {
        this.url = url;
        this.user = user;
        this.device = device;
    }
}
