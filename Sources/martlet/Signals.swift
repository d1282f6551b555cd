import Dispatch
import Glibc
import Synchronization

/// The signals that an operator sends, each a Dispatch source on one queue.
///
/// Made before Dispatch has a thread: the main thread has the signals blocked, every thread after it inherits that, and so
/// they stay for the sources' signalfd(2).
final class Signals: Sendable {
    private static let handled = [SIGHUP, SIGTERM, SIGINT]
    private let queue = DispatchQueue(label: "signals")
    private let wantsEnd = DispatchGroup()
    private let isEnding = Atomic(false)

    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.handled { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        wantsEnd.enter()
    }

    /// Ends what `serve` serves, as the first signal does; the next one is not a second for that.
    func end() {
        if !isEnding.exchange(true, ordering: .relaxed) { wantsEnd.leave() }
    }

    /// Returns when `terminate` has returned; a second signal to end while it runs ends the process at once.
    func serve(hangUp: @escaping @Sendable () -> Void, terminate: () -> Void) {
        var requests: UInt = 0
        let sources = Self.handled.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { [self] in
                if signal == SIGHUP {
                    if !isEnding.load(ordering: .relaxed) { hangUp() }
                    return
                }
                if requests + source.data > 1 { _exit(128 + SIGTERM) }
                requests = 1
                end()
            }
            source.activate()
            return source
        }
        wantsEnd.wait()
        terminate()
        for source in sources { source.cancel() }
    }
}
