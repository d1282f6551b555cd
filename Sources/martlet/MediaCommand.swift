import Commands
import Gateway
import Settings

extension Command {
    private static let delete = Flag("delete", nil, "Removes the bytes of which no row knows.")

    static let mediaCheck = Command(
        "media check", "Compares the rows of media with their bytes, and exits with 1 if they differ.",
        flags: [.config, delete],
        notes: """
            It prints `missing` and the id of each upload whose bytes are not there, and `unknown` and the id of bytes of which
            no row knows, as after a backup of the store was put back that is older than its media. It may run while the
            gateway does. Uploads that are not complete count as well; which of their bytes have come is not looked at.

            """
    ) { invocation in
        let isDeleting = invocation.has(delete)
        guard let check = try MediaCheck.run(try invocation.configuration(), deletes: isDeleting) else {
            throw CommandFailure(reason: "the gateway keeps no media (media.store)", exitCode: ExitCode.failure)
        }
        for id in check.missing { say("missing \(id)\n") }
        for id in check.unknown { say("unknown \(id)\(isDeleting ? ": removed" : "")\n") }
        guard check.missing.isEmpty, check.unknown.isEmpty || isDeleting else { return ExitCode.failure }
        if check.unknown.isEmpty { say("All media have their bytes, and all bytes their media.\n") }
        return ExitCode.success
    }
}
