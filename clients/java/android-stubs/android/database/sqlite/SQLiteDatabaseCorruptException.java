package android.database.sqlite;

import android.database.SQLException;

public class SQLiteDatabaseCorruptException extends SQLException {
    private static final long serialVersionUID = 1;

    SQLiteDatabaseCorruptException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
