package android.database;

public class SQLException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SQLException(String error, Throwable cause) {
        super(error, cause);
    }
}
