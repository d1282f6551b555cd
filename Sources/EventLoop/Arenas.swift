import CLinux

package enum Arenas {
    /// Limits the parts of the allocator's memory that threads share. Dispatch runs a queue now on this thread, now on that,
    /// and each thread would begin a part of its own: memory that a queue gave back on one is not found on the next.
    package static func limit(to count: Int) {
        let isTaken = martlet_limit_arenas(Int32(clamping: count)) != 0
        precondition(isTaken, "the allocator takes no limit of \(count) arenas")
    }
}
