package im.martlet.android;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import android.database.sqlite.SQLiteDatabase;
import im.martlet.Tests;
import im.martlet.json.Json;
import im.martlet.jvm.FileStorageTest;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The contract of storages, and damage. The classes of Android are stubs, and the SQLite is this machine's. */
public final class SQLiteStorageTest {
    private SQLiteStorageTest() {}

    public static void addTo(Tests tests) {
        tests.add("SQLite keeps the contract of storages", () -> {
            FileStorageTest.keepsContract(new SQLiteStorage(fresh()));
        });
        tests.add("a database has the rows in the next run, and no other client meanwhile", () -> {
            File file = fresh();
            SQLiteStorage storage = new SQLiteStorage(file);
            storage.write(Arrays.asList(put("a", "1"), put("b", "ü\n😀")));
            IOException used = fails(IOException.class, () -> new SQLiteStorage(file).write(rows(1)));
            equal(used.getClass(), IOException.class);
            equal(used.getMessage().contains("locked"), true);
            fails(IOException.class, () -> new SQLiteStorage(file).clear(Collections.emptySet()));
            storage.close();
            equal(read(file), "{a=\"1\", b=\"ü\\u000a😀\"}");
        });
        tests.add("a write that fails leaves nothing", () -> {
            SQLiteStorage storage = new SQLiteStorage(fresh());
            storage.write(Collections.singletonList(put("a", "1")));
            fails(IOException.class, () -> storage.write(Arrays.asList(put("b", "2"), put(null, "3"))));
            equal(storage.range("space", null, null, 9).toString(), "{a=\"1\"}");
            storage.write(Collections.singletonList(put("c", "4")));
            equal(storage.range("space", null, null, 9).toString(), "{a=\"1\", c=\"4\"}");
            storage.close();
        });
        tests.add("a database that is none is told, kept aside, and gone after a sign-out", () -> {
            File file = fresh();
            Files.write(file.toPath(), new byte[5000]);
            Files.write(file.toPath(), "this is no database, but long enough to be one ".getBytes("UTF-8"));
            SQLiteStorage storage = new SQLiteStorage(file);
            fails(DamagedException.class, () -> storage.range("space", null, null, 9));
            storage.clear(Collections.singleton("space"));
            equal(storage.range("space", null, null, 9).size(), 0);
            File damaged = new File(file.getPath() + ".damaged");
            equal(damaged.exists(), true);
            storage.clear(Collections.emptySet());
            equal(damaged.exists() || file.exists(), false);
        });
        tests.add("of a database that is damaged, the spaces that can be read are saved", () -> {
            File file = fresh();
            SQLiteStorage storage = new SQLiteStorage(file);
            storage.write(rows(2000));
            storage.write(Collections.singletonList(new Change("a space before", "a", Json.of(7))));
            storage.close();
            String bytes = new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1);
            try (RandomAccessFile page = new RandomAccessFile(file, "rw")) {
                page.seek(bytes.indexOf(value(900)) / 4096 * 4096);
                page.write(new byte[4096]);
            }
            fails(DamagedException.class, () -> storage.range("space", null, null, 9999));
            storage.clear(Arrays.asList("a space before", "space"));
            equal(storage.range("a space before", null, null, 9).toString(), "{a=7}");
            storage.clear(Collections.emptySet());
        });
        tests.add("a database of a newer release is not touched", () -> {
            File file = fresh();
            SQLiteStorage storage = new SQLiteStorage(file);
            storage.write(rows(1));
            storage.close();
            int flags = SQLiteDatabase.CREATE_IF_NECESSARY | SQLiteDatabase.NO_LOCALIZED_COLLATORS;
            SQLiteDatabase newer = SQLiteDatabase.openDatabase(file.getPath(), null, flags, damaged -> {});
            newer.setVersion(2);
            newer.close();
            fails(DamagedException.class, () -> storage.write(rows(1)));
            storage.clear(Collections.singleton("space"));
            equal(new File(file.getPath() + ".damaged").exists(), true);
            storage.clear(Collections.emptySet());
        });
        tests.add("what was overwritten or removed is nowhere in the files", () -> {
            File file = fresh();
            SQLiteStorage storage = new SQLiteStorage(file);
            storage.write(Arrays.asList(put("a", "a secret text"), put("b", "another secret")));
            storage.write(Arrays.asList(put("a", "recalled"), Change.removal("space", "b")));
            for (File any : file.getParentFile().listFiles()) {
                String bytes = new String(Files.readAllBytes(any.toPath()), StandardCharsets.ISO_8859_1);
                equal(any + ": " + bytes.contains("secret"), any + ": false");
            }
            storage.close();
        });
    }

    private static List<Change> rows(int count) {
        List<Change> rows = new ArrayList<>();
        for (int number = 0; number < count; number++) rows.add(put("key " + number, value(number)));
        return rows;
    }

    private static String value(int number) {
        return String.format("%0400d", number);
    }

    private static Change put(String key, String value) {
        return new Change("space", key, Json.of(value));
    }

    private static File fresh() throws IOException {
        return new File(Files.createTempDirectory("martlet-android").toFile(), "kept.db");
    }

    private static String read(File file) throws IOException {
        SQLiteStorage storage = new SQLiteStorage(file);
        String rows = storage.range("space", null, null, Integer.MAX_VALUE).toString();
        storage.close();
        return rows;
    }
}
