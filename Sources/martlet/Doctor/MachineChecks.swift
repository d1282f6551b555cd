import Settings

/// Compares the machine with what this configuration needs.
struct MachineChecks {
    let configuration: Configuration
    let machine: Machine

    var findings: [Finding] { [descriptors, memory, clock] + settings + [ring, filter, processors, allocator] }

    private var descriptors: Finding {
        let needed = configuration.connections.total + besideConnections
        guard machine.descriptors < needed else {
            return .fine("descriptors", "A process may have \(machine.descriptors).")
        }
        return .risky(
            "descriptors",
            "A process may have \(machine.descriptors), but connections.total is \(configuration.connections.total).",
            "Raise the hard limit to at least \(needed): LimitNOFILE= in the unit, --ulimit nofile= of the container.")
    }

    private var memory: Finding {
        let store = configuration.store
        let needed = configuration.outbox.bytesPerNode + store.cacheBytes + (store.readers + 1) * (64 << 20)
        guard let bytes = machine.memoryBytes else { return .fine("memory", "It is not known how much there is.") }
        guard needed * 5 > bytes * 4 else { return .fine("memory", "There are \(mebibytes(bytes)).") }
        return .risky(
            "memory",
            "Outboxes and the store's caches may take \(mebibytes(needed)) of \(mebibytes(bytes)), beside all connections.",
            "Lower outbox.bytesPerNode or store.cacheBytes, or give the gateway more memory.")
    }

    private var clock: Finding {
        let source = machine.clockSource
        if machine.isClockSynchronised == false {
            return .risky(
                "clock", "Nothing keeps the machine's clock. Messages expire and tokens end by it.",
                "Run an NTP client (systemd-timesyncd, chrony).")
        }
        if ["hpet", "acpi_pm"].contains(source) {
            return .better(
                "clock", "The kernel reads the time by \(source), which takes long.",
                "Boot with tsc=reliable if the processor's counter can be relied on.")
        }
        return .fine("clock", machine.isClockSynchronised == nil ? "Whether it is kept is not known." : "It is kept.")
    }

    private var settings: [Finding] {
        [
            setting("net.core.somaxconn", configuration.listen.backlog, .better, "listen.backlog"),
            setting(
                "net.core.wmem_max", configuration.outbox.kernelBytesPerConnection, .better,
                "outbox.kernelBytesPerConnection"),
            setting("fs.nr_open", configuration.connections.total + besideConnections, .risky, "connections.total"),
            setting(
                "net.netfilter.nf_conntrack_max", configuration.connections.total * 5 / 4, .risky, "connections.total"),
        ].compactMap(\.self)
    }

    /// A limit of the kernel that a setting wants to be at least so high.
    private func setting(_ name: String, _ least: Int, _ weight: Finding.Weight, _ wanting: String) -> Finding? {
        guard let value = machine.settings[name] else { return nil }
        guard value < least else { return .fine(name, "It is \(value).") }
        return Finding(
            weight: weight, about: name, finding: "It is \(value), and the kernel goes by it instead of \(wanting).",
            advice: "sysctl \(name)=\(least), and the same in /etc/sysctl.d")
    }

    private var ring: Finding {
        guard configuration.shards.ioUring else { return .fine("io_uring", "It is off (shards.ioUring).") }
        if machine.hasRing {
            guard machine.kernel < (6, 1) else { return .fine("io_uring", "It is there.") }
            return .better(
                "io_uring", "It is there, but the kernel is \(machine.kernel.major).\(machine.kernel.minor).",
                "A kernel from 6.1 on makes messages to many users cheaper.")
        }
        let advice =
            machine.kernel < (5, 6)
            ? "Use a kernel from 6.1 on."
            : machine.settings["kernel.io_uring_disabled"] ?? 0 > 0
                ? "sysctl kernel.io_uring_disabled=0"
                : "Allow io_uring_setup, io_uring_enter and io_uring_register in the filter of system calls (seccomp)."
        return .better("io_uring", "This process is not given one. Messages to many users cost more.", advice)
    }

    private var filter: Finding {
        if machine.isFiltered { return .fine("seccomp", "A filter of system calls is in force.") }
        return .fine("seccomp", "No filter of system calls is in force for this process; the unit of deploy/ has one.")
    }

    private var processors: Finding {
        let shards = configuration.shards.count
        guard shards > machine.processors else { return .fine("processors", "There are \(machine.processors).") }
        return .better(
            "processors", "shards.count is \(shards), but there are \(machine.processors).",
            "Lower shards.count, or leave it out.")
    }

    private var allocator: Finding {
        let told = "It is \(machine.allocator)"
        if machine.allocator.hasPrefix("jemalloc") { return .fine("allocator", "\(told).") }
        return .better(
            "allocator", "\(told). Messages cost less processor time with jemalloc, for which the gateway is tuned.",
            "Build without MARTLET_ALLOCATOR=system, and preload no other allocator.")
    }
}

/// Compares the disk with what a store needs.
struct DiskChecks {
    let trial: DiskTrial

    var findings: [Finding] { [place, room, pace] }

    private var place: Finding {
        switch trial.fileSystem {
        case .local: .fine("data.directory", "It is on a disk of this machine.")
        case .memory:
            .wrong("data.directory", "It is in memory: a restart of the machine loses everything.", "Use a disk.")
        case .network:
            .wrong(
                "data.directory", "It is on a network file system, where SQLite's locks and its log do not work.",
                "Use a disk of this machine.")
        }
    }

    private var room: Finding {
        let free = mebibytes(trial.freeBytes)
        guard trial.freeBytes < 1 << 30 else { return .fine("data.directory", "\(free) are free.") }
        return .risky(
            "data.directory", "Only \(free) are free. A full disk makes the gateway refuse every change.", "Make room.")
    }

    private var pace: Finding {
        let rate = Int(trial.syncsPerSecond)
        let told =
            "The disk says \(rate) times a second that a page lasts, and takes up to \(rounded(trial.slowestMilliseconds)) ms."
        if rate > 50_000 {
            return .risky(
                "data.directory", told + " No disk is so quick: it says so before it is so.",
                "Turn off the cache that power does not keep, or that of the virtual machine's host.")
        }
        if rate < 200 {
            return .risky(
                "data.directory", told + " No acknowledgement of a message is quicker than that.",
                "Use a quicker disk: an SSD of this machine has several thousand.")
        }
        return .fine("data.directory", told)
    }

    private func rounded(_ milliseconds: Double) -> String {
        "\((milliseconds * 10).rounded() / 10)"
    }
}

/// The descriptors of the store, of shards, and of pushes.
private let besideConnections = 200

private func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
