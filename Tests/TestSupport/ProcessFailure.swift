// `stderr` is a variable to Swift; nothing here changes it.
@preconcurrency import Glibc

/// RLIMIT_FSIZE: what a full disk or a quota looks like to a process.
package func limitFiles(to bytes: rlim_t?) {
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    require(getrlimit(kind, &limit) == 0, "getrlimit")
    limit.rlim_cur = bytes ?? limit.rlim_max
    require(setrlimit(kind, &limit) == 0, "setrlimit")
}

/// An expectation of a process of its own, which its end reports.
package func require(_ isSo: Bool, _ message: @autoclosure () -> String) {
    if isSo { return }
    fputs("\(message())\n", stderr)
    exit(EXIT_FAILURE)
}
