import Commands
import Gateway
import Glibc
import Security
import Settings

/// The file of admin keys, as an operator changes it beside a running gateway.
extension Command {
    private static let scope = Flag(
        "scope", "OPERATION",
        "The key is good for this operation, or all that begin so (`admin.account.*`); repeatable.",
        repeats: true)
    private static let from = Flag(
        "address", "ADDRESS", "The key is good from this address or network alone; repeatable.", repeats: true)

    static let adminKeyAdd = Command(
        "admin-key add", "Makes an admin key for a person or a program, and shows its secret.",
        operands: "NAME", flags: [.config, .adminKeyFile, scope, from],
        notes: """
            The file is made if there is none. Owner, group and mode of one that exists stay. A running gateway takes the
            key when it reads its files again: `martlet ctl reload`, or SIGHUP.

            """
    ) { invocation in
        let (name, file) = try named(invocation)
        var key = AdminKeyFile.Entry(name: name)
        if invocation.has(scope) { key.scopes = invocation.all(scope) }
        if invocation.has(from) { key.addresses = invocation.all(from) }
        let added = key
        if access(file, F_OK) != 0 {
            try create(file, try checked(AdminKeyFile([added]), file).text)
            say("Created \(file). The gateway takes it when it starts, if auth.adminKeysFile names it.\n")
        } else {
            try change(file) { keys in
                guard !keys.entries.contains(where: { $0.name == name }) else {
                    throw CommandFailure(reason: "\(file) has a key named \(name)")
                }
                keys.entries.append(added)
            }
        }
        say(TextTable(pairs: [("name", name), ("secret", added.secret)]).text)
        say(whatIsNext)
        return ExitCode.success
    }

    static let adminKeyList = Command(
        "admin-key list", "Lists the admin keys of the file with what they are good for, without their secrets.",
        flags: [.config, .adminKeyFile]
    ) { invocation in
        let file = try adminKeysFile(invocation)
        var table = TextTable("NAME", "SCOPES", "ADDRESSES")
        for key in try keys(of: try File.readSecret(file), file).entries {
            table.add(
                key.name, key.scopes?.joined(separator: " ") ?? "all", key.addresses?.joined(separator: " ") ?? "all")
        }
        say(table.text)
        return ExitCode.success
    }

    static let adminKeyRemove = Command(
        "admin-key remove", "Takes an admin key out of the file.", operands: "NAME", flags: [.config, .adminKeyFile],
        notes: """
            A running gateway refuses the key, and ends its sessions at the console, when it has read its files again:
            `martlet ctl reload` with another key, or SIGHUP. The last key cannot be removed: the gateway takes no empty
            file.

            """
    ) { invocation in
        let (name, file) = try named(invocation)
        try change(file) { keys in
            let left = keys.entries.filter { $0.name != name }
            guard left.count < keys.entries.count else {
                throw CommandFailure(reason: "\(file) has no key named \(name)")
            }
            guard !left.isEmpty else {
                throw CommandFailure(reason: "\(name) is the last key in \(file); add another one before")
            }
            keys.entries = left
        }
        say("Removed \(name).\n")
        say(whatIsNext)
        return ExitCode.success
    }

    private static let whatIsNext = "A running gateway knows it after `martlet ctl reload`, or SIGHUP.\n"

    private static func named(_ invocation: Invocation) throws -> (name: String, file: String) {
        guard let name = invocation.operands.first, invocation.operands.count == 1 else {
            throw UsageError(reason: "give the name of one key")
        }
        guard 1...64 ~= name.utf8.count, TextTable.harmless(name) == name else {
            throw UsageError(reason: "a key's name has up to 64 bytes, and no control characters")
        }
        return (name, try adminKeysFile(invocation))
    }

    private static func adminKeysFile(_ invocation: Invocation) throws -> String {
        if let file = invocation[.adminKeyFile] { return file }
        // The file may be still to be made.
        if let file = try invocation.configuration(checkFiles: false).auth.adminKeysFile { return file }
        throw CommandFailure(
            reason: "auth.adminKeysFile is not set: name a file there, or give --key-file",
            exitCode: ExitCode.configuration)
    }

    private static func change(_ file: String, _ change: (inout AdminKeyFile) throws -> Void) throws {
        do {
            try File.changeSecret(file) { bytes in
                var keys = try keys(of: bytes, file)
                try change(&keys)
                return try checked(keys, file).text
            }
        } catch let error as FileError {
            throw CommandFailure(reason: error.description, exitCode: ExitCode.cannotCreate)
        }
    }

    private static func keys(of bytes: [UInt8], _ file: String) throws(CommandFailure) -> AdminKeyFile {
        do {
            return try AdminKeyFile(bytes)
        } catch {
            throw CommandFailure(reason: "the key file \(file) \(error)", exitCode: ExitCode.configuration)
        }
    }

    /// A file that the gateway would refuse is not written.
    private static func checked(_ keys: AdminKeyFile, _ file: String) throws(CommandFailure) -> AdminKeyFile {
        let read: [AdminKeys.Key]
        do {
            read = try AdminKeys(Array(keys.text.utf8)).keys
        } catch {
            throw CommandFailure(reason: "the key file \(file) \(error)", exitCode: ExitCode.configuration)
        }
        for key in read {
            if let fault = key.fault {
                throw CommandFailure(reason: "the key \(key.name) \(fault)", exitCode: ExitCode.configuration)
            }
        }
        return keys
    }
}
