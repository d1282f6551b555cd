package im.martlet.android;

import android.database.Cursor;
import android.database.SQLException;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteDatabaseCorruptException;
import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.storage.Change;
import im.martlet.storage.DamagedException;
import im.martlet.storage.Storage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps rows in a file, by the system's SQLite, in SQL of version 3.9, which Android 7 has. A write is on the disk when
 * it returns, and an overwritten value is nowhere then. One client at a time has the file.
 */
public final class SQLiteStorage implements Storage {
    /** Of the table's shape. */
    private static final int VERSION = 1;
    /** Without them the system would make a table of its own in the file. */
    private static final int FLAGS = SQLiteDatabase.CREATE_IF_NECESSARY | SQLiteDatabase.NO_LOCALIZED_COLLATORS;
    private static final String TABLE = "CREATE TABLE IF NOT EXISTS rows (space TEXT NOT NULL, key TEXT NOT NULL, "
        + "value TEXT NOT NULL, PRIMARY KEY (space, key)) WITHOUT ROWID";

    private interface Action<Value> {
        Value with(SQLiteDatabase database) throws IOException;
    }

    private final File file;
    /** Null before the first call, and after `close`. */
    private SQLiteDatabase database;
    private boolean isDamaged;

    public SQLiteStorage(File file) {
        this.file = file;
    }

    @Override
    public synchronized SortedMap<String, Json> range(String space, String from, String to, int limit)
            throws IOException {
        String[] bounds = to == null
            ? new String[] {space, from == null ? "" : from}
            : new String[] {space, from == null ? "" : from, to};
        String sql = "SELECT key, value FROM rows WHERE space = ? AND key >= ?" + (to == null ? "" : " AND key < ?")
            + " ORDER BY key LIMIT " + limit;
        return run(open -> {
            SortedMap<String, Json> rows = new TreeMap<>();
            try (Cursor cursor = open.rawQuery(sql, bounds)) {
                while (cursor.moveToNext()) rows.put(cursor.getString(0), Json.parse(cursor.getString(1)));
            }
            return rows;
        });
    }

    @Override
    public synchronized void write(List<Change> changes) throws IOException {
        run(open -> {
            open.beginTransaction();
            try {
                for (Change change : changes) write(open, change);
                open.setTransactionSuccessful();
            } finally {
                open.endTransaction();
            }
            return null;
        });
    }

    private static void write(SQLiteDatabase open, Change change) {
        if (change.value == null) {
            open.execSQL("DELETE FROM rows WHERE space = ? AND key = ?", new Object[] {change.space, change.key});
        } else {
            Object[] row = {change.space, change.key, change.value.toString()};
            open.execSQL("INSERT OR REPLACE INTO rows (space, key, value) VALUES (?, ?, ?)", row);
        }
    }

    /** A damaged file stays beside the new one as `….damaged`, until nothing is kept. */
    @Override
    public synchronized void clear(Collection<String> kept) throws IOException {
        List<Change> left = new ArrayList<>();
        // Also if nothing is kept: it fails while another client has the file.
        if (isReadable()) {
            for (String space : kept) left.addAll(readable(space));
        }
        close();
        File damaged = new File(file.getPath() + ".damaged");
        if (isDamaged && !kept.isEmpty() && !file.renameTo(damaged)) {
            throw new IOException(file + " is damaged, and cannot be moved aside");
        }
        SQLiteDatabase.deleteDatabase(file);
        if (kept.isEmpty()) SQLiteDatabase.deleteDatabase(damaged);
        if (file.exists() || kept.isEmpty() && damaged.exists()) throw new IOException(file + " cannot be removed");
        isDamaged = false;
        if (!left.isEmpty()) write(left);
    }

    /** A later call opens it again. */
    @Override
    public synchronized void close() {
        if (database != null) database.close();
        database = null;
    }

    private boolean isReadable() throws IOException {
        try {
            return run(open -> true);
        } catch (DamagedException damaged) {
            return false;
        }
    }

    /** None if they cannot be read. */
    private List<Change> readable(String space) throws IOException {
        List<Change> rows = new ArrayList<>();
        try {
            range(space, null, null, Integer.MAX_VALUE)
                .forEach((key, value) -> rows.add(new Change(space, key, value)));
        } catch (DamagedException damaged) {
            return new ArrayList<>();
        }
        return rows;
    }

    private <Value> Value run(Action<Value> action) throws IOException {
        try {
            if (database == null) database = open();
            return action.with(database);
        } catch (DamagedException newer) {
            isDamaged = true;
            throw newer;
        } catch (SQLiteDatabaseCorruptException | JsonException damage) {
            isDamaged = true;
            throw new DamagedException(file + ": " + damage.getMessage(), damage);
        } catch (SQLException error) {
            throw new IOException(file + ": " + error.getMessage(), error);
        }
    }

    private SQLiteDatabase open() throws IOException {
        // The usual handler removes a damaged file, with unsent messages in it.
        SQLiteDatabase opened = SQLiteDatabase.openDatabase(file.getPath(), null, FLAGS, damaged -> {});
        boolean isReady = false;
        try {
            prepare(opened);
            isReady = true;
        } finally {
            if (!isReady) opened.close();
        }
        return opened;
    }

    private void prepare(SQLiteDatabase opened) throws IOException {
        // Since Android 9 there may be a write-ahead log that loses the last writes with the device's power.
        opened.disableWriteAheadLogging();
        pragma(opened, "locking_mode = EXCLUSIVE");
        pragma(opened, "journal_mode = TRUNCATE");
        pragma(opened, "synchronous = FULL");
        pragma(opened, "secure_delete = ON");
        opened.beginTransaction();
        try {
            int version = opened.getVersion();
            if (version > VERSION) throw new DamagedException(file + " is of a newer release", null);
            // On a full disk, a file that is there can still be read, and removed.
            if (version < VERSION) {
                opened.execSQL(TABLE);
                opened.setVersion(VERSION);
            }
            opened.setTransactionSuccessful();
        } finally {
            opened.endTransaction();
        }
    }

    /** Some answer with a row, which `execSQL` refuses. A query is not run before its first row is asked for. */
    private static void pragma(SQLiteDatabase opened, String text) {
        try (Cursor cursor = opened.rawQuery("PRAGMA " + text, null)) {
            cursor.moveToFirst();
        }
    }
}
