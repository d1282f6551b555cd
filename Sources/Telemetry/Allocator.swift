import CAllocator

/// The allocator that runs in this process.
package enum Allocator {
    /// `jemalloc` or `glibc`, else the name of the file that has `malloc`.
    package static let name = String(cString: martlet_allocator_name())
    /// jemalloc adds the commit behind a hyphen. Empty: it is not known.
    package static let version = String(String(cString: martlet_allocator_version()).prefix { $0 != "-" })
    /// Both, as people read them.
    package static let title = version.isEmpty ? name : "\(name) \(version)"

    /// Bytes as jemalloc counts them, at this moment; nil: another allocator runs.
    static var memory: martlet_allocator_memory? {
        var memory = martlet_allocator_memory()
        return martlet_allocator_memory(&memory) ? memory : nil
    }

    /// Limits the parts of glibc's memory that threads share; jemalloc's are limited from the start. Dispatch runs a queue now
    /// on this thread, now on that, and each thread would begin a part of its own: memory that a queue gave back on one is
    /// not found on the next.
    package static func limitArenas(to count: Int) {
        martlet_limit_arenas(Int32(clamping: count))
    }
}
