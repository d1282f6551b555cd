// `stdout` and `stderr` are variables to Swift; nothing here changes them.
@preconcurrency import Glibc

/// Writes to standard output, at once. False: it takes no more.
@discardableResult
package func say(_ text: String) -> Bool {
    fputs(text, stdout) >= 0 && fflush(stdout) == 0
}

/// Writes to standard error.
package func complain(_ text: String) {
    fputs(text, stderr)
}
