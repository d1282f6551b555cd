// `stdout` and `stderr` are variables to Swift; nothing here changes them.
@preconcurrency import Glibc

/// Writes to standard output, at once.
package func say(_ text: String) {
    fputs(text, stdout)
    fflush(stdout)
}

/// Writes to standard error.
package func complain(_ text: String) {
    fputs(text, stderr)
}
