import Settings
import Testing

@testable import martlet

extension CommandLineTests {
    /// `martlet doctor`, on machines and configurations as they may be.
    struct DoctorTests {
        private static let well: Machine = {
            var machine = Machine()
            machine.kernel = (6, 12)
            machine.descriptors = 1_000_000
            machine.settings = [
                "net.core.somaxconn": 65_536, "net.core.wmem_max": 16 << 20, "fs.nr_open": 1 << 30,
                "net.netfilter.nf_conntrack_max": 1 << 30, "kernel.io_uring_disabled": 0,
            ]
            machine.hasRing = true
            machine.isClockSynchronised = true
            machine.clockSource = "tsc"
            machine.processors = 64
            machine.memoryBytes = 64 << 30
            machine.isFiltered = true
            machine.allocator = "jemalloc 5.3.0"
            return machine
        }()

        private func findings(
            _ change: (inout Machine) -> Void = { _ in }, _ configure: (inout Configuration) -> Void = { _ in }
        ) -> [Finding] {
            var (machine, configuration) = (Self.well, Configuration.defaults)
            change(&machine)
            configure(&configuration)
            return MachineChecks(configuration: configuration, machine: machine).findings.filter { $0.weight > .fine }
        }

        @Test func `a machine that is well has nothing to change`() {
            #expect(findings().isEmpty)
        }

        /// One thing that is amiss.
        struct Flaw: Sendable, CustomTestStringConvertible {
            let about: String
            let weight: Finding.Weight
            let change: @Sendable (inout Machine) -> Void

            init(_ about: String, _ weight: Finding.Weight, _ change: @escaping @Sendable (inout Machine) -> Void) {
                (self.about, self.weight, self.change) = (about, weight, change)
            }

            var testDescription: String { "\(weight) \(about)" }
        }

        private static let flaws = [
            Flaw("descriptors", .risky) { $0.descriptors = 1_024 },
            Flaw("memory", .risky) { $0.memoryBytes = 64 << 20 },
            Flaw("clock", .risky) { $0.isClockSynchronised = false },
            Flaw("clock", .better) { $0.clockSource = "hpet" },
            Flaw("net.core.somaxconn", .better) { $0.settings["net.core.somaxconn"] = 16 },
            Flaw("fs.nr_open", .risky) { $0.settings["fs.nr_open"] = 1_024 },
            Flaw("net.netfilter.nf_conntrack_max", .risky) { $0.settings["net.netfilter.nf_conntrack_max"] = 100 },
            Flaw("io_uring", .better) { $0.hasRing = false },
            Flaw("io_uring", .better) { $0.kernel = (5, 15) },
            Flaw("allocator", .better) { $0.allocator = "glibc 2.36" },
        ]

        @Test(arguments: flaws) func `one thing that is amiss is one finding`(flaw: Flaw) throws {
            let found = findings(flaw.change)
            let first = try #require(found.first)
            #expect(found.map(\.about) == [flaw.about], "\(found)")
            #expect(first.weight == flaw.weight && !first.advice.isEmpty, "\(found)")
        }

        @Test func `why there is no io_uring decides what to do`() {
            let advice = { (change: (inout Machine) -> Void) in self.findings(change).first?.advice ?? "" }
            #expect(advice { ($0.hasRing, $0.kernel) = (false, (5, 4)) }.contains("kernel from 6.1"))
            #expect(advice { ($0.hasRing, $0.settings["kernel.io_uring_disabled"]) = (false, 2) }.contains("sysctl"))
            #expect(advice { $0.hasRing = false }.contains("seccomp"))
            #expect(findings({ $0.hasRing = false }, { $0.shards.ioUring = false }).isEmpty)
        }

        @Test func `what is not known is no fault`() {
            let found = findings { machine in
                (machine.isClockSynchronised, machine.memoryBytes, machine.settings) = (nil, nil, [:])
            }
            #expect(found.isEmpty, "\(found)")
        }

        @Test(
            arguments: [
                (DiskTrial(freeBytes: 1 << 40, syncsPerSecond: 3_000, slowestMilliseconds: 2), nil),
                (DiskTrial(freeBytes: 1 << 40, syncsPerSecond: 90, slowestMilliseconds: 20), .risky),
                (DiskTrial(freeBytes: 1 << 40, syncsPerSecond: 400_000, slowestMilliseconds: 0.01), .risky),
                (DiskTrial(freeBytes: 1 << 20, syncsPerSecond: 3_000, slowestMilliseconds: 2), .risky),
                (DiskTrial(fileSystem: .memory, freeBytes: 1 << 40, syncsPerSecond: 3_000), .wrong),
                (DiskTrial(fileSystem: .network, freeBytes: 1 << 40, syncsPerSecond: 3_000), .wrong),
            ] as [(DiskTrial, Finding.Weight?)])
        func `a disk is judged by its place, its room and its pace`(trial: DiskTrial, weight: Finding.Weight?) {
            #expect(DiskChecks(trial: trial).findings.map(\.weight).max() == weight ?? .fine)
        }

        // MARK: - A running gateway

        private func live(
            _ page: String = "", sessions: [String: Int] = [:], trusted: [String] = []
        ) -> [Finding] {
            var configuration = Configuration.defaults
            configuration.proxy.trusted = trusted
            let gateway = LiveGateway(metrics: MetricsSample(page), health: nil, sessions: sessions)
            return LiveChecks(gateway: gateway, configuration: configuration).findings.filter { $0.weight > .fine }
        }

        @Test func `a proxy that nobody trusts is seen by its sessions`() {
            let found = live(sessions: ["10.0.0.7": 900, "192.0.2.1": 3])
            #expect(
                found.map(\.about) == ["proxy.trusted"]
                    && found[0].finding.contains("900 of 903 sessions come from 10.0.0.7"))
            let silent = live(sessions: ["10.0.0.7": 900], trusted: ["10.0.0.0/8"])
            #expect(silent.first?.advice.contains("X-Forwarded-For") == true)
            #expect(live(sessions: ["10.0.0.7": 9]).isEmpty)
            #expect(live(sessions: Dictionary(uniqueKeysWithValues: (1...90).map { ("192.0.2.\($0)", 2) })).isEmpty)
        }

        @Test func `what a gateway has refused and dropped is told`() {
            let page = """
                martlet_connections_refused_total{reason="descriptors"} 4
                martlet_connections_refused_total{reason="total"} 0
                martlet_log_lines_dropped_total 7
                process_max_fds 4096
                martlet_memory_allocator_info{name="libmimalloc.so.2",version=""} 1

                """
            let found = live(page)
            #expect(found.map(\.about) == ["connections", "log"] && found[0].finding.contains("4 were refused"))
            let gateway = LiveGateway(metrics: MetricsSample(page), health: nil, sessions: [:])
            #expect(gateway.descriptors == 4_096 && gateway.allocator == "libmimalloc.so.2")
        }

        // MARK: - What is shown

        @Test func `what weighs most comes first, and what is fine is shown when it is asked for`() {
            let diagnosis = Diagnosis([
                .fine("a", "is fine"), .better("b", "is slow", "hurry"), .wrong("c", "is b\u{1B}[2Jad", "mend it"),
                .risky("d", "is weak", "strengthen it"),
            ])
            #expect(
                diagnosis.text(isWhole: false) == """
                    wrong  c
                      is b·[2Jad
                      → mend it

                    risky  d
                      is weak
                      → strengthen it

                    better  b
                      is slow
                      → hurry

                    1 wrong, 1 risky, 1 better, 1 fine

                    """)
            #expect(diagnosis.text(isWhole: true).contains("fine  a\n  is fine\n\n"))
            #expect(diagnosis.needsAttention && !Diagnosis([.better("b", "is slow", "hurry")]).needsAttention)
        }

        @Test func `this machine can be read`() throws {
            let machine = Machine.read()
            #expect(machine.kernel.major >= 4 && machine.descriptors > 0 && machine.processors > 0)
            #expect(machine.settings["net.core.somaxconn"] ?? 0 > 0 && machine.memoryBytes ?? 0 > 1 << 20)
        }
    }
}
