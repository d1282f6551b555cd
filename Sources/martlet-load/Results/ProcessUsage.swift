import Glibc

/// CPU time and memory that a process has used so far, from proc(5).
struct ProcessUsage: Equatable, Sendable {
    let cpuSeconds: Double
    let residentBytes: Int

    /// Nil if there is no such process.
    init?(pid: Int) {
        guard let file = fopen("/proc/\(pid)/stat", "r") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 2048)
        let count = fread(&line, 1, line.count, file)
        self.init(
            stat: String(decoding: line[..<count], as: UTF8.self), ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)),
            pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The name, in parentheses, may hold anything; behind it come the fields from the third on.
    init?(stat: String, ticksPerSecond: Int, pageBytes: Int) {
        guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[nameEnd...].split(separator: " ").dropFirst()
        // By their numbers in proc(5): 14 is the user's time, 15 the system's, 24 the resident pages.
        func field(_ number: Int) -> Int? {
            fields.dropFirst(number - 3).first.flatMap { Int($0) }
        }
        guard let user = field(14), let system = field(15), let pages = field(24) else { return nil }
        cpuSeconds = Double(user + system) / Double(ticksPerSecond)
        residentBytes = pages * pageBytes
    }
}
