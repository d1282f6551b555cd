import Commands
import EventLoop
import Gateway
import Glibc
import Settings

extension Command {
    private static let all = Flag("all", nil, "Shows also what is fine.")
    private static let withoutDisk = Flag("without-disk", nil, "Does not try the disk, which takes half a second.")

    static let doctor = Command(
        "doctor",
        "Reads configuration and machine, and the running gateway if it answers, and says what to change.",
        flags: [all, withoutDisk] + ControlConnection.flags,
        notes: """
            What weighs most comes first: `wrong` keeps the gateway or its clients out, with `risky` something can be lost,
            seen by others or fail under load, `better` costs less. With anything `wrong` or `risky` it exits with 1.
            Run it as the gateway's user, where the gateway runs.

            """
    ) { invocation in
        let diagnosis = Diagnosis(try findings(invocation))
        say(invocation.has(.json) ? diagnosis.json + "\n" : diagnosis.text(isWhole: invocation.has(all)))
        return diagnosis.needsAttention ? ExitCode.failure : ExitCode.success
    }

    private static func findings(_ invocation: Invocation) throws -> [Finding] {
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try invocation.configuration()
        } catch {
            return faults(error)
        }
        var findings: [Finding] = []
        do throws(ConfigurationError) {
            try RunningGateway.check(configuration)
            findings += try bucket(configuration)
        } catch {
            findings += faults(error)
        }
        findings += ConfigurationChecks(configuration: configuration, now: Clock.wallMicroseconds / 1_000_000).findings
        if !invocation.has(withoutDisk) { findings += disk(configuration.data.directory) }
        var machine = Machine.read()
        let gateway = LiveGateway(invocation, configuration)
        // The limit and the environment of this shell are not those of the unit or the container that runs the gateway.
        if let descriptors = gateway?.descriptors { machine.descriptors = descriptors }
        if let allocator = gateway?.allocator { machine.allocator = allocator }
        findings += MachineChecks(configuration: configuration, machine: machine).findings
        return findings + (gateway.map { LiveChecks(gateway: $0, configuration: configuration).findings } ?? [.silent])
    }

    private static func faults(_ error: ConfigurationError) -> [Finding] {
        error.problems.map { .wrong("\($0.place)", $0.message, "The gateway does not start with it.") }
    }

    private static func bucket(_ configuration: Configuration) throws(ConfigurationError) -> [Finding] {
        guard configuration.media.store == .s3 else { return [] }
        guard let problem = try configuration.problemOfBucket() else {
            return [.fine("s3.bucket", "The store answers, and lets the gateway look into the bucket.")]
        }
        return [
            .risky(
                "s3.bucket", "The store of media cannot be used: \(problem)",
                "Until that works no picture or file can be sent or read; messages go on.")
        ]
    }

    /// Tried in the folder above where there is no store yet.
    private static func disk(_ directory: String) -> [Finding] {
        var folder = directory
        while access(folder, F_OK) != 0, folder != "." {
            folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
            if folder.isEmpty { folder = "/" }
        }
        do throws(DiskTrial.Failure) {
            return DiskChecks(trial: try DiskTrial.run(in: folder)).findings
        } catch {
            return [
                .better("data.directory", "It could not be tried: \(error.reason)", "Run this as the gateway's user.")
            ]
        }
    }
}

extension Finding {
    fileprivate static let silent = Finding.fine(
        "the running gateway", "None answers at admin.listen with a key of auth.adminKeysFile, so none was asked.")
}
