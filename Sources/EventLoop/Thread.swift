import CLinux
import Glibc

/// A named thread of our own. What runs in it is made in it, so nothing is shared by accident.
package struct Thread: Sendable {
    private let handle: pthread_t

    package static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let box = Unmanaged.passRetained(Body(run: body, name: String(name.prefix(15))))
        var handle = pthread_t()
        let failure = pthread_create(
            &handle, nil,
            { argument in
                let body = Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue()
                martlet_name_thread(body.name)
                body.run()
                return nil
            }, box.toOpaque())
        precondition(failure == 0, "cannot start thread \(name): error \(failure)")
        return Thread(handle: handle)
    }

    /// Waits until the thread has ended. Called once.
    package func join() {
        let failure = pthread_join(handle, nil)
        precondition(failure == 0, "cannot join a thread: error \(failure)")
    }

    package static func sleep(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        nanosleep(&time, nil)
    }

    /// How many threads this process can have running at once.
    package static var processors: Int { Int(martlet_processors()) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        let name: String

        init(run: @escaping @Sendable () -> Void, name: String) {
            self.run = run
            self.name = name
        }
    }
}
