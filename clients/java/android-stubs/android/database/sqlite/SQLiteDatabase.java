package android.database.sqlite;

import android.database.Cursor;
import android.database.DatabaseErrorHandler;
import android.database.SQLException;
import java.io.File;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** Over a driver of JDBC, so a real SQLite runs what the module says; it is a newer one than Android 7 has. */
public final class SQLiteDatabase {
    public interface CursorFactory {
    }

    public static final int CREATE_IF_NECESSARY = 0x10000000;
    public static final int NO_LOCALIZED_COLLATORS = 0x10;
    private static final int CORRUPT = 11;
    private static final int NOT_A_DATABASE = 26;

    private interface Action<Value> {
        Value with(PreparedStatement statement) throws java.sql.SQLException;
    }

    private final DatabaseErrorHandler handler;
    private Connection connection;
    private boolean isSuccessful;

    private SQLiteDatabase(String path, DatabaseErrorHandler handler) {
        this.handler = handler;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        } catch (java.sql.SQLException error) {
            throw failure(error);
        }
    }

    public static SQLiteDatabase openDatabase(
            String path, CursorFactory factory, int flags, DatabaseErrorHandler handler) {
        if (flags != (CREATE_IF_NECESSARY | NO_LOCALIZED_COLLATORS)) throw new IllegalArgumentException("other flags");
        SQLiteDatabase database = new SQLiteDatabase(path, handler);
        // As on a phone, whose first statements set the journal.
        database.rawQuery("PRAGMA journal_mode = WAL", null).close();
        return database;
    }

    public static boolean deleteDatabase(File file) {
        boolean isDeleted = false;
        for (String end : new String[] {"", "-journal", "-shm", "-wal"}) {
            isDeleted |= new File(file.getPath() + end).delete();
        }
        return isDeleted;
    }

    public void disableWriteAheadLogging() {
        rawQuery("PRAGMA journal_mode = PERSIST", null).close();
    }

    public int getVersion() {
        try (Cursor cursor = rawQuery("PRAGMA user_version", null)) {
            cursor.moveToFirst();
            return Integer.parseInt(cursor.getString(0));
        }
    }

    public void setVersion(int version) {
        execSQL("PRAGMA user_version = " + version);
    }

    public void beginTransaction() {
        execSQL("BEGIN EXCLUSIVE");
        isSuccessful = false;
    }

    public void setTransactionSuccessful() {
        isSuccessful = true;
    }

    public void endTransaction() {
        execSQL(isSuccessful ? "COMMIT" : "ROLLBACK");
    }

    public void execSQL(String sql) {
        execSQL(sql, new Object[0]);
    }

    public void execSQL(String sql, Object[] values) {
        boolean hasRows = run(sql, values, PreparedStatement::execute);
        if (hasRows) throw new SQLException("a statement with rows is a query: " + sql, null);
    }

    public Cursor rawQuery(String sql, String[] values) {
        return run(sql, values == null ? new String[0] : values, statement -> {
            List<String[]> rows = new ArrayList<>();
            if (!statement.execute()) return new Rows(rows);
            try (ResultSet results = statement.getResultSet()) {
                while (results.next()) {
                    String[] row = new String[results.getMetaData().getColumnCount()];
                    for (int column = 0; column < row.length; column++) row[column] = results.getString(column + 1);
                    rows.add(row);
                }
            }
            return new Rows(rows);
        });
    }

    public void close() {
        try {
            connection.close();
        } catch (java.sql.SQLException error) {
            throw failure(error);
        }
    }

    private <Value> Value run(String sql, Object[] values, Action<Value> action) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int at = 0; at < values.length; at++) statement.setObject(at + 1, values[at]);
            return action.with(statement);
        } catch (java.sql.SQLException error) {
            throw failure(error);
        }
    }

    private SQLException failure(java.sql.SQLException error) {
        boolean isDamage = error.getErrorCode() == CORRUPT || error.getErrorCode() == NOT_A_DATABASE;
        if (!isDamage) return new SQLException(error.getMessage(), error);
        handler.onCorruption(this);
        return new SQLiteDatabaseCorruptException(error);
    }

    private static final class Rows implements Cursor {
        private final List<String[]> rows;
        private int at = -1;

        Rows(List<String[]> rows) {
            this.rows = rows;
        }

        @Override
        public boolean moveToFirst() {
            at = 0;
            return !rows.isEmpty();
        }

        @Override
        public boolean moveToNext() {
            return ++at < rows.size();
        }

        @Override
        public String getString(int column) {
            return rows.get(at)[column];
        }

        @Override
        public void close() {}
    }
}
