package im.martlet.jvm;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import im.martlet.storage.Rows;
import im.martlet.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * Keeps rows in a file: each write is one line at the end, on the disk before the call returns, so a crash at any byte
 * leaves all writes up to one, and none behind it. When most lines are out of date, or a write has failed, the file is
 * written anew beside the former one. A lock keeps other programs away as long as the storage is open.
 */
public final class FileStorage implements Storage {
    /** The first line. */
    private static final String HEAD = "{\"format\":2}";
    /** So many changes that are out of date are not worth to write the file anew. */
    private static final int SPARE = 1000;
    private static final Set<OpenOption> NEW =
        new HashSet<>(Arrays.asList(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));

    private final Path path;
    private FileChannel lock;
    /** Null before the file was read. */
    private Rows rows;
    /** Null if the file is to be opened, or written anew. */
    private FileChannel file;
    /** A write has failed and may have left a part of its line, or the last run has; or there is no file. */
    private boolean isTorn;
    /** So many changes are in the file. */
    private int changes;

    public FileStorage(Path path) {
        this.path = path;
    }

    @Override
    public synchronized SortedMap<String, Json> range(String space, String from, String to, int limit)
            throws IOException {
        open();
        return rows.range(space, from, to, limit);
    }

    @Override
    public synchronized void write(List<Change> written) throws IOException {
        open();
        if (isTorn || changes >= 2 * rows.size() + SPARE) {
            Rows changed = new Rows();
            changed.apply(rows.all());
            changed.apply(written);
            rewrite(changed);
            return;
        }
        isTorn = true;
        if (file == null) file = FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        append(file, line(written));
        isTorn = false;
        rows.apply(written);
        changes += written.size();
    }

    @Override
    public synchronized void clear(Collection<String> kept) throws IOException {
        lock();
        Rows left = new Rows();
        if (!kept.isEmpty()) {
            Read read = read();
            if (read.damage != null) Files.copy(path, beside(".damaged"), StandardCopyOption.REPLACE_EXISTING);
            read.changes.removeIf(change -> !kept.contains(change.space));
            left.apply(read.changes);
        }
        rewrite(left);
    }

    /** A later call opens it again. */
    @Override
    public synchronized void close() throws IOException {
        rows = null;
        if (file != null) file.close();
        file = null;
        if (lock != null) lock.close();
        lock = null;
    }

    private void open() throws IOException {
        if (rows != null) return;
        lock();
        Read read = read();
        if (read.damage != null) throw new DamagedException(read.damage, null);
        Rows found = new Rows();
        found.apply(read.changes);
        changes = read.changes.size();
        isTorn = read.isTorn;
        rows = found;
    }

    private void lock() throws IOException {
        if (lock != null) return;
        FileChannel channel = FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock taken = null;
        try {
            taken = channel.tryLock();
        } catch (OverlappingFileLockException held) {
            throw new IOException(path + " is used by another client of this program", held);
        } finally {
            if (taken == null) channel.close();
        }
        if (taken == null) throw new IOException(path + " is used by another program");
        lock = channel;
    }

    /** The changes that can be read of the file, and the first thing that cannot. */
    private static final class Read {
        final List<Change> changes = new ArrayList<>();
        String damage;
        boolean isTorn;
    }

    private Read read() throws IOException {
        Read read = new Read();
        byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') end--;
        // What follows the last line feed was being written when the process ended.
        read.isTorn = end == 0 || end < bytes.length;
        List<String> lines = lines(bytes, end);
        boolean isOurs = lines.isEmpty() || lines.get(0).equals(HEAD);
        if (!isOurs) read.damage = path + " is of another release, or no storage";
        for (int at = 1; at < lines.size(); at++) {
            try {
                read.changes.addAll(changesOf(lines.get(at)));
            } catch (JsonException | IndexOutOfBoundsException error) {
                // So was the last line if the disk has not all of it.
                if (at == lines.size() - 1) read.isTorn = true;
                else if (read.damage == null) read.damage = path + ", line " + (at + 1) + ": " + error.getMessage();
            }
        }
        return read;
    }

    private static List<String> lines(byte[] bytes, int end) {
        List<String> lines = new ArrayList<>();
        for (int at = 0, begin = 0; at < end; at++) {
            if (bytes[at] != '\n') continue;
            lines.add(new String(bytes, begin, at - begin, StandardCharsets.UTF_8));
            begin = at + 1;
        }
        return lines;
    }

    private static List<Change> changesOf(String line) {
        List<Change> changes = new ArrayList<>();
        for (Json change : Json.parse(line).asList()) {
            List<Json> parts = change.asList();
            Json value = parts.size() > 2 ? parts.get(2) : null;
            changes.add(new Change(parts.get(0).asString(), parts.get(1).asString(), value));
        }
        return changes;
    }

    private static String line(List<Change> written) {
        List<Json> line = new ArrayList<>();
        for (Change change : written) {
            List<Json> parts = new ArrayList<>(Arrays.asList(Json.of(change.space), Json.of(change.key)));
            if (change.value != null) parts.add(change.value);
            line.add(Json.array(parts));
        }
        return Json.array(line) + "\n";
    }

    /** Writes the file anew, with these rows: whatever happens, either the former one is there or this one. */
    private void rewrite(Rows left) throws IOException {
        if (file != null) file.close();
        file = null;
        isTorn = true;
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        for (Change row : left.all()) text.append(line(Collections.singletonList(row)));
        Path fresh = beside(".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(fresh, NEW, forUserAlone())) {
            append(channel, text.toString());
        }
        try {
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException none) {
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
        }
        keepName();
        rows = left;
        changes = left.size();
        isTorn = false;
    }

    /** Has the disk keep the file's new name. Windows has no such thing. */
    private void keepName() throws IOException {
        if (!isPosix()) return;
        try (FileChannel folder = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private FileAttribute<?>[] forUserAlone() {
        if (!isPosix()) return new FileAttribute<?>[0];
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return new FileAttribute<?>[] {mode};
    }

    private static void append(FileChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
        channel.force(false);
    }

    private Path beside(String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }
}
