import EventLoop
import Glibc

/// The signals that an operator sends. Made before any other thread, so that every thread has them blocked and the main
/// thread alone takes them.
struct Signals {
    private var set = sigset_t()

    init() {
        sigemptyset(&set)
        for signal in [SIGHUP, SIGTERM, SIGINT] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Returns when `terminate` has returned; a second signal to end while it runs ends the process at once.
    func serve(hangUp: () -> Void, terminate: @escaping @Sendable () -> Void) {
        while true {
            switch wait() {
            case SIGHUP: hangUp()
            default: return finish(terminate)
            }
        }
    }

    private func finish(_ terminate: @escaping @Sendable () -> Void) {
        // It would wait for ever if the process did not end under it.
        let impatience = Thread.start(name: "signals") { [self] in
            while wait() == SIGHUP {}
            _exit(128 + SIGTERM)
        }
        terminate()
        _ = impatience
    }

    private func wait() -> Int32 {
        var set = set
        var signal: Int32 = 0
        let failure = sigwait(&set, &signal)
        precondition(failure == 0, "sigwait: error \(failure)")
        return signal
    }
}
