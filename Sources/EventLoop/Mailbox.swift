import CLinux
import Glibc
import Locking

/// The only entrance into a shard from elsewhere: a batch of envelopes, one wake-up a batch.
///
/// An envelope is work for the shard's resident, the object that lives there. Order holds for each sender.
package final class Mailbox<Resident>: Sendable {
    package typealias Envelope = @Sendable (Resident) -> Void

    private struct State {
        var envelopes: [Envelope] = []
        /// No more is taken once the shard has ended.
        var isClosed = false
    }

    private let state = Lock(State())
    /// An eventfd that the shard's poller watches.
    package let wakeDescriptor: Int32

    package init() throws(SystemError) {
        wakeDescriptor = martlet_wake_descriptor()
        if wakeDescriptor < 0 { throw SystemError("eventfd") }
    }

    deinit {
        _ = Glibc.close(wakeDescriptor)
    }

    /// Leaves an envelope; dropped if the shard has ended, as its connections have.
    package func post(_ envelope: @escaping Envelope) {
        let isFirst = state.withLock { state in
            if state.isClosed { return false }
            state.envelopes.append(envelope)
            return state.envelopes.count == 1
        }
        if isFirst { wake() }
    }

    /// Takes what has come since the last time. Called by the shard alone.
    package func take() -> [Envelope] {
        var word: UInt64 = 0
        _ = read(wakeDescriptor, &word, 8)
        return state.withLock { state in
            let batch = state.envelopes
            state.envelopes = []
            return batch
        }
    }

    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.envelopes = []
        }
    }

    private func wake() {
        var one: UInt64 = 1
        // It fails only when the counter is full, and then the shard is awake.
        _ = write(wakeDescriptor, &one, 8)
    }
}
