import CUring
import Glibc

/// An io_uring for sends: the kernel takes as many as there are by one system call.
///
/// Every send is over when the call returns, as if it had been a call of its own (MSG_DONTWAIT), so nothing has to be kept
/// for the kernel. One thread at a time uses it, not always the same: so it cannot be a ring of a single issuer.
package final class Ring {
    private let ring: UnsafeMutablePointer<io_uring>

    /// Nil where the kernel has none, is too old, or lets nobody use it, as in many containers.
    init?(entries: Int) {
        // A property that is set would have `deinit` run for a ring that was never made.
        guard let ring = Self.make(entries) else { return nil }
        self.ring = ring
    }

    deinit {
        io_uring_queue_exit(ring)
        ring.deallocate()
    }

    package static var isOffered: Bool { Ring(entries: 1) != nil }

    /// With what makes it cheaper, which Linux 5.19 has, or as every kernel makes one.
    private static func make(_ entries: Int) -> UnsafeMutablePointer<io_uring>? {
        let ring = UnsafeMutablePointer<io_uring>.allocate(capacity: 1)
        let cheaper = IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SUBMIT_ALL
        for flags in [cheaper, 0] {
            ring.initialize(to: io_uring())
            let failure = io_uring_queue_init(UInt32(entries), ring, flags)
            if failure == -EINVAL { continue }
            if failure != 0 { break }
            if canSend(ring) { return ring }
            io_uring_queue_exit(ring)
            break
        }
        ring.deallocate()
        return nil
    }

    /// Asks by a send to no socket. A kernel before 5.6 does not know sends (EINVAL), and a filter may let nobody use the ring
    /// that was made.
    private static func canSend(_ ring: UnsafeMutablePointer<io_uring>) -> Bool {
        guard let entry = io_uring_get_sqe(ring) else { return false }
        io_uring_prep_send(entry, -1, nil, 0, WriteBatch.flags)
        guard io_uring_submit_and_wait(ring, 1) == 1 else { return false }
        var answer: UnsafeMutablePointer<io_uring_cqe>?
        guard io_uring_peek_batch_cqe(ring, &answer, 1) == 1, let answer else { return false }
        defer { io_uring_cq_advance(ring, 1) }
        return answer.pointee.res == -EBADF
    }

    /// No more than the ring has entries.
    func send(_ pendingWrites: UnsafeMutableBufferPointer<PendingWrite>, sealed: UnsafeRawBufferPointer) {
        var underWay = 0
        for index in pendingWrites.indices where pendingWrites[index].count > 0 {
            guard let entry = io_uring_get_sqe(ring) else { preconditionFailure("more writes than entries") }
            let pendingWrite = pendingWrites[index]
            // A write without a start is of sealed bytes.
            let start = pendingWrite.start ?? sealed.baseAddress! + pendingWrite.offset
            io_uring_prep_send(entry, pendingWrite.sendSlot.descriptor, start, pendingWrite.count, WriteBatch.flags)
            entry.pointee.user_data = UInt64(index)
            underWay += 1
        }
        while underWay > 0 {
            // It fails for a lack of memory or by a signal, and what has not been taken then stays in the ring.
            io_uring_submit_and_wait(ring, UInt32(underWay))
            underWay -= collect(pendingWrites)
        }
    }

    /// How many are over.
    private func collect(_ pendingWrites: UnsafeMutableBufferPointer<PendingWrite>) -> Int {
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<io_uring_cqe>?.self, capacity: 64) { entries in
            var all = 0
            while true {
                let count = io_uring_peek_batch_cqe(ring, entries.baseAddress, UInt32(entries.count))
                if count == 0 { return all }
                for place in 0..<Int(count) {
                    // The ring has filled in `count` of them.
                    let entry = entries[place]!.pointee
                    pendingWrites[Int(entry.user_data)].sent = bytesTaken(Int(entry.res), -entry.res)
                }
                io_uring_cq_advance(ring, count)
                all += Int(count)
            }
        }
    }
}
