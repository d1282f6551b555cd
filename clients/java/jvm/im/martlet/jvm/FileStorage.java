package im.martlet.jvm;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import im.martlet.storage.Rows;
import im.martlet.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps rows in a file: each write is one line at the end, on the disk before the call returns, so a crash at any byte
 * leaves all writes up to one, and none behind it. In memory is where the values are in the file, and not what they
 * say. When most lines are out of date, or a write has failed, the file is written anew beside the former one. A lock
 * keeps other programs away as long as the storage is open.
 */
public final class FileStorage implements Storage {
    /** The first line. */
    private static final String HEAD = "{\"format\":2}\n";
    /** So many changes that are out of date are not worth to write the file anew. */
    private static final int SPARE = 1000;
    private static final Set<OpenOption> NEW =
        new HashSet<>(Arrays.asList(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));

    private final Path path;
    private FileChannel lock;
    /** Null before the file was read. */
    private Rows<LineReader.Place> rows;
    /** Null if it is to be opened. */
    private FileChannel file;
    /** Where the next line begins. */
    private long end;
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
        SortedMap<String, LineReader.Place> places = rows.range(space, from, to, limit);
        SortedMap<String, Json> values = new TreeMap<>();
        for (String key : places.keySet()) values.put(key, value(places.get(key)));
        return values;
    }

    @Override
    public synchronized void write(List<Change> written) throws IOException {
        open();
        if (isTorn || changes >= 2 * rows.size() + SPARE) rewrite();
        isTorn = true;
        Lines lines = new Lines(end);
        List<LineReader.Place> places = lines.add(written);
        lines.writeTo(file());
        file().force(false);
        isTorn = false;
        end = lines.end();
        changes += written.size();
        for (int at = 0; at < places.size(); at++) rows.put(written.get(at).space, written.get(at).key, places.get(at));
    }

    @Override
    public synchronized void clear(Collection<String> kept) throws IOException {
        lock();
        Path damaged = beside(".damaged");
        Rows<LineReader.Place> left = new Rows<>();
        if (kept.isEmpty()) {
            Files.deleteIfExists(damaged);
        } else if (Files.exists(path)) {
            Files.copy(path, damaged, StandardCopyOption.REPLACE_EXISTING);
            Rows<LineReader.Place> found = new Rows<>();
            read(found);
            found.keep(kept);
            found.forEach((space, key, place) -> {
                if (isReadable(place)) left.put(space, key, place);
            });
        }
        rows = left;
        isTorn = true;
        rewrite();
    }

    /** A later call opens it again. */
    @Override
    public synchronized void close() throws IOException {
        rows = null;
        closeFile();
        if (lock != null) lock.close();
        lock = null;
    }

    private void closeFile() throws IOException {
        if (file != null) file.close();
        file = null;
    }

    private FileChannel file() throws IOException {
        if (file == null) file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return file;
    }

    private void open() throws IOException {
        if (rows != null) return;
        lock();
        Rows<LineReader.Place> found = new Rows<>();
        String damage = read(found);
        if (damage != null) throw new DamagedException(damage, null);
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

    /** Finds the rows of the file. Returns the first thing that cannot be read; null if there is none. */
    private String read(Rows<LineReader.Place> found) throws IOException {
        byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
        int size = bytes.length;
        while (size > 0 && bytes[size - 1] != '\n') size--;
        // What follows the last line feed was being written when the process ended.
        isTorn = size == 0 || size < bytes.length;
        end = size;
        changes = 0;
        int head = 0;
        while (head < size && bytes[head++] != '\n');
        boolean isOurs = size == 0 || new String(bytes, 0, head, StandardCharsets.UTF_8).equals(HEAD);
        String damage = isOurs ? null : path + " is of another release, or no storage";
        LineReader reader = new LineReader(bytes, head);
        while (reader.at() < size) {
            try {
                for (LineReader.Row row : reader.read()) {
                    found.put(row.space, row.key, row.place);
                    changes++;
                }
            } catch (JsonException error) {
                // So was the last line if the disk has not all of it.
                if (reader.at() == size) isTorn = true;
                else if (damage == null) damage = path + ": " + error.getMessage();
            }
        }
        return damage;
    }

    private Json value(LineReader.Place place) throws IOException {
        try {
            return Json.parse(new String(bytes(place), StandardCharsets.UTF_8));
        } catch (JsonException error) {
            throw new DamagedException(path + ", byte " + place.at + ": " + error.getMessage(), error);
        }
    }

    private boolean isReadable(LineReader.Place place) throws IOException {
        try {
            value(place);
            return true;
        } catch (DamagedException damage) {
            return false;
        }
    }

    private byte[] bytes(LineReader.Place place) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(place.length);
        while (bytes.hasRemaining()) {
            if (file().read(bytes, place.at + bytes.position()) < 0) throw new EOFException(path + " was cut off");
        }
        return bytes.array();
    }

    /** Writes the file anew, with the rows that there are: whatever happens, the former one is there or this one. */
    private void rewrite() throws IOException {
        Rows<LineReader.Place> moved = new Rows<>();
        Lines lines = new Lines(0);
        lines.add(HEAD);
        Path fresh = beside(".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(fresh, NEW, forUserAlone())) {
            rows.forEach((space, key, place) -> {
                lines.add("[");
                moved.put(space, key, lines.add(space, key, bytes(place)));
                lines.add("]\n");
                if (lines.isLong()) lines.writeTo(channel);
            });
            lines.writeTo(channel);
            channel.force(false);
        }
        closeFile();
        try {
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException none) {
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
        }
        rows = moved;
        end = lines.end();
        changes = moved.size();
        keepName();
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

    private Path beside(String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }

    /** Lines that are to be written behind others. */
    private static final class Lines {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private long begin;

        /** @param begin where they begin */
        Lines(long begin) {
            this.begin = begin;
        }

        /** Where the next one begins. */
        long end() {
            return begin + bytes.size();
        }

        boolean isLong() {
            return bytes.size() > 1 << 16;
        }

        /** Adds a line; gives where its values are, null for those that are removed. */
        List<LineReader.Place> add(List<Change> changes) {
            List<LineReader.Place> places = new ArrayList<>();
            for (Change change : changes) {
                add(places.isEmpty() ? "[" : ",");
                byte[] value = change.value == null ? null : utf8(change.value.toString());
                places.add(add(change.space, change.key, value));
            }
            add(places.isEmpty() ? "[]\n" : "]\n");
            return places;
        }

        /** Adds a change; gives where its value is. */
        LineReader.Place add(String space, String key, byte[] value) {
            add("[" + Json.of(space) + "," + Json.of(key));
            long at = end() + 1;
            if (value != null) {
                add(",");
                bytes.write(value, 0, value.length);
            }
            add("]");
            return value == null ? null : new LineReader.Place(at, value.length);
        }

        void add(String text) {
            byte[] added = utf8(text);
            bytes.write(added, 0, added.length);
        }

        void writeTo(FileChannel channel) throws IOException {
            ByteBuffer left = ByteBuffer.wrap(bytes.toByteArray());
            while (left.hasRemaining()) channel.write(left, begin + left.position());
            begin = end();
            bytes.reset();
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
