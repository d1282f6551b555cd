package im.martlet.jvm;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import im.martlet.json.Json;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import im.martlet.storage.MemoryStorage;
import im.martlet.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;

/** One contract for all storages, and what a file adds to it. */
public final class FileStorageTest {
    private FileStorageTest() {}

    public static void addTo(Tests tests) {
        tests.add("memory keeps the contract of storages", () -> keepsContract(new MemoryStorage()));
        tests.add("a file keeps the contract of storages", () -> keepsContract(new FileStorage(fresh())));
        tests.add("a file has the rows in the next run", () -> {
            Path path = fresh();
            write(path, put("a", "1"), put("b", "2"));
            write(path, Change.removal("space", "a"), put("c", "ü\n"));
            equal(read(path), "{b=\"2\", c=\"ü\\u000a\"}");
            equal(Files.getPosixFilePermissions(path).size(), 2);
        });
        tests.add("a crash at any byte leaves all writes up to one", FileStorageTest::survivesCrashes);
        tests.add("a line in the middle that cannot be read is told, and what can be read is kept beside it", () -> {
            Path path = fresh();
            write(path, put("a", "1"));
            write(path, put("b", "2"));
            Files.write(path, new String(Files.readAllBytes(path), "UTF-8").replace("\"a\"", "\"a").getBytes("UTF-8"));
            fails(IOException.class, () -> read(path));
            FileStorage storage = new FileStorage(path);
            storage.clear(Collections.singleton("space"));
            equal(storage.range("space", null, null, 9).toString(), "{b=\"2\"}");
            equal(Files.exists(path.resolveSibling("kept.damaged")), true);
            storage.close();
        });
        tests.add("a value in the middle that cannot be read is told when it is read, and the others are saved", () -> {
            Path path = fresh();
            write(path, put("a", "1"), put("b", "2"), new Change("other", "c", Json.of(3)));
            Files.write(path, new String(Files.readAllBytes(path), "UTF-8").replace("\"1\"", "0123").getBytes("UTF-8"));
            FileStorage storage = new FileStorage(path);
            equal(storage.range("space", "b", null, 9).toString(), "{b=\"2\"}");
            fails(DamagedException.class, () -> storage.range("space", null, null, 9));
            storage.clear(Arrays.asList("other", "space"));
            equal(storage.range("other", null, null, 9).toString(), "{c=3}");
            equal(storage.range("space", null, null, 9).toString(), "{b=\"2\"}");
            storage.write(Arrays.asList(put("a", "4")));
            storage.close();
            equal(read(path), "{a=\"4\", b=\"2\"}");
            Path aside = path.resolveSibling("kept.damaged");
            equal(Files.exists(aside), true);
            // Nothing of a user stays who signs out.
            storage.clear(Collections.emptySet());
            storage.close();
            equal(Files.exists(aside), false);
        });
        tests.add("of a last line that the disk has in part nothing counts", () -> {
            Path path = fresh();
            write(path, put("a", "1"));
            write(path, put("b", "2"), put("c", "3"));
            byte[] bytes = Files.readAllBytes(path);
            bytes[bytes.length - 8] = 0;
            Files.write(path, bytes);
            equal(read(path), "{a=\"1\"}");
            write(path, put("d", "4"));
            equal(read(path), "{a=\"1\", d=\"4\"}");
        });
        tests.add("a file that is written anew has all rows, and none that were removed", () -> {
            Path path = fresh();
            FileStorage storage = new FileStorage(path);
            for (int round = 0; round < 800; round++) {
                Change removal = Change.removal("space", "key 7");
                storage.write(Arrays.asList(put("key " + round, "ü\t" + round), removal, removal, removal));
            }
            equal(Files.size(path) < 65_000, true);
            storage.close();
            SortedMap<String, Json> rows = new FileStorage(path).range("space", null, null, 9999);
            equal(rows.size(), 799);
            equal(rows.get("key 9").asString() + rows.get("key 799").asString(), "ü\t9ü\t799");
        });
        tests.add("a file of another release is refused", () -> {
            Path path = fresh();
            Files.write(path, "{\"format\":3}\n".getBytes("UTF-8"));
            fails(IOException.class, () -> read(path));
        });
        tests.add("two clients cannot have one file", () -> {
            Path path = fresh();
            FileStorage first = new FileStorage(path);
            first.write(Collections.singletonList(put("a", "1")));
            fails(IOException.class, () -> read(path));
            first.close();
            equal(read(path), "{a=\"1\"}");
        });
        tests.add("a file does not grow with rows that are out of date", () -> {
            Path path = fresh();
            FileStorage storage = new FileStorage(path);
            for (int round = 0; round < 30; round++) {
                Change[] changes = new Change[100];
                for (int key = 0; key < 100; key++) changes[key] = put("key " + key % 3, "round " + round);
                storage.write(Arrays.asList(changes));
            }
            storage.close();
            equal(Files.size(path) < 60_000, true);
            equal(read(path), "{key 0=\"round 29\", key 1=\"round 29\", key 2=\"round 29\"}");
        });
    }

    private static void survivesCrashes() throws IOException {
        Path whole = fresh();
        write(whole, put("a", "1"));
        int begin = (int) Files.size(whole);
        write(whole, put("b", "ü"), put("c", "3"));
        byte[] bytes = Files.readAllBytes(whole);
        for (int size = 0; size <= bytes.length; size++) {
            Path path = fresh();
            Files.write(path, Arrays.copyOf(bytes, size));
            String wanted = size < begin ? "{}" : size < bytes.length ? "{a=\"1\"}" : "{a=\"1\", b=\"ü\", c=\"3\"}";
            equal(read(path), wanted);
            // What follows is not torn by what was left.
            write(path, put("d", "4"));
            equal(read(path), wanted.equals("{}") ? "{d=\"4\"}" : wanted.replace("}", ", d=\"4\"}"));
        }
    }

    public static void keepsContract(Storage storage) throws IOException {
        equal(storage.range("space", null, null, 9).size(), 0);
        storage.write(Arrays.asList(put("b", "2"), put("a", "1"), put("c", "3"), new Change("other", "a", Json.of(7))));
        equal(storage.range("space", null, null, 9).toString(), "{a=\"1\", b=\"2\", c=\"3\"}");
        equal(storage.range("space", "b", null, 9).toString(), "{b=\"2\", c=\"3\"}");
        equal(storage.range("space", null, "b", 9).toString(), "{a=\"1\"}");
        equal(storage.range("space", "a", "c", 1).toString(), "{a=\"1\"}");
        equal(storage.range("space", "c", "a", 9).toString(), "{}");
        storage.write(Arrays.asList(put("a", "4"), Change.removal("space", "b"), Change.removal("space", "none")));
        equal(storage.range("space", null, null, 9).toString(), "{a=\"4\", c=\"3\"}");
        storage.clear(Collections.singleton("other"));
        equal(storage.range("space", null, null, 9).size(), 0);
        equal(storage.range("other", null, null, 9).toString(), "{a=7}");
        storage.clear(Collections.emptySet());
        equal(storage.range("other", null, null, 9).size(), 0);
        storage.close();
    }

    private static Change put(String key, String value) {
        return new Change("space", key, Json.of(value));
    }

    private static Path fresh() throws IOException {
        Path folder = Files.createTempDirectory("martlet-java");
        folder.toFile().deleteOnExit();
        return folder.resolve("kept");
    }

    private static void write(Path path, Change... changes) throws IOException {
        FileStorage storage = new FileStorage(path);
        storage.write(Arrays.asList(changes));
        storage.close();
    }

    private static String read(Path path) throws IOException {
        FileStorage storage = new FileStorage(path);
        try {
            return storage.range("space", null, null, Integer.MAX_VALUE).toString();
        } finally {
            storage.close();
        }
    }
}
