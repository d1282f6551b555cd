import CLinux
import EventLoop
import Glibc
import Telemetry
import Transport

/// The facts about the machine that the doctor has read.
struct Machine: Sendable {
    /// Of the kernel: `6.1` is 6 and 1.
    var kernel = (major: 0, minor: 0)
    /// How many descriptors a process may have here.
    var descriptors = 0
    /// By their names, as sysctl(8) has them; those that this kernel does not have are missing.
    var settings: [String: Int] = [:]
    /// The kernel and every filter of system calls let this process have an io_uring.
    var hasRing = false
    /// Nil: it is not known.
    var isClockSynchronised: Bool?
    var clockSource = ""
    var processors = 1
    /// Of the machine, or of the control group if that has less; nil: it is not known.
    var memoryBytes: Int?
    /// A filter of system calls is in force for this process.
    var isFiltered = false
    /// Its name and version. It comes with the program, and what is preloaded can take its place.
    var allocator = ""

    static let settingNames = [
        "net.core.somaxconn", "net.core.wmem_max", "fs.nr_open", "net.netfilter.nf_conntrack_max",
        "kernel.io_uring_disabled", "vm.overcommit_memory",
    ]

    static func read() -> Machine {
        var machine = Machine()
        machine.kernel = kernelVersion()
        machine.descriptors = DescriptorLimit.raise()
        for name in settingNames {
            let path = "/proc/sys/" + name.split(separator: ".").joined(separator: "/")
            machine.settings[name] = text(of: path).flatMap { Int($0) }
        }
        machine.hasRing = Ring.isOffered
        machine.isClockSynchronised = [0: false, 1: true][martlet_clock_is_synchronised()]
        machine.clockSource = text(of: "/sys/devices/system/clocksource/clocksource0/current_clocksource") ?? ""
        machine.processors = Processors.count
        machine.memoryBytes = memory()
        machine.isFiltered = field("Seccomp:", of: "/proc/self/status").map { $0 != "0" } ?? false
        machine.allocator = Allocator.title
        return machine
    }

    private static func kernelVersion() -> (major: Int, minor: Int) {
        let numbers = (text(of: "/proc/sys/kernel/osrelease") ?? "").split { !$0.isNumber }.prefix(2).compactMap {
            Int($0)
        }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : (0, 0)
    }

    private static func memory() -> Int? {
        let kilobytes = field("MemTotal:", of: "/proc/meminfo").flatMap { $0.split(separator: " ").first }
        let machine = kilobytes.flatMap { Int($0) }.map { $0 * 1_024 }
        // "max" is no number: then the machine's own counts.
        let group = text(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0) }
        return [machine, group].compactMap(\.self).min()
    }

    /// The rest of the line that begins so.
    private static func field(_ name: String, of path: String) -> String? {
        let line = text(of: path)?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.map { String($0.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }) }
    }

    /// A small file of the kernel's, without the end of its last line.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
