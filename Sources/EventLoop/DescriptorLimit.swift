import Glibc

/// How many descriptors the process may have open. Each connection takes one.
public enum DescriptorLimit {
    /// Takes what the system allows, which is often far more than what a process starts with. Returns what there is now.
    @discardableResult
    public static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        precondition(getrlimit(resource, &limit) == 0, "the kernel does not tell the limit of descriptors")
        let first = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // Where a sandbox forbids it, it stays as it was.
        let taken = setrlimit(resource, &limit) == 0 ? limit.rlim_max : first
        return Int(clamping: taken)
    }
}
