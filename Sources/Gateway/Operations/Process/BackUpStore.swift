import Chat
import ClientProtocol
import Glibc
import JSON
import Settings
import Storage
import Telemetry

/// `admin.gateway.backup`.
enum BackUpStore: AdminOperation {
    static let declaration = Operation(
        "admin.gateway.backup",
        "Copies the store to a new file in `admin.backupDirectory`, while everything goes on. The reply comes when the file "
            + "is whole.", roles: .admin, parameters: [name.description],
        result: [Field("file", .string, "Its path."), Field("bytes", .integer)],
        errors: [.conflict, .unavailable]
    ).forOperators

    private static let name = Parameter.string(
        "name", bytes: 1...100, "The file's name, of letters, digits, `.`, `-` and `_`. Left out: one with the time."
    ).checked { name throws(Mismatch) in
        let isPlain = name.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || "._-".contains(character))
        }
        guard isPlain, !name.hasPrefix(".") else { throw Mismatch("must be a plain name") }
    }.described(as: .pattern("^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$", "a plain name")).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let configuration = request.context.configuration
        guard let folder = configuration.admin.backupDirectory else {
            throw Refusal(.forbidden, "the gateway is told no folder for backups (admin.backupDirectory)")
        }
        let time = WallTime.now.description.prefix(19).filter { $0 != ":" }
        let file = "\(folder)/\(try request(name) ?? "martlet-\(time).sqlite")"
        return .operate { json throws(CommandError) in
            if access(file, F_OK) == 0 { throw .refused(.conflict, "\(file) is there already", keys: ["name"]) }
            do throws(StoreError) {
                try SQLiteStore.backUp(directory: configuration.data.directory, to: file)
            } catch {
                // The store itself is not to blame for a full or missing folder, nor are its readers.
                throw .refused(.unavailable, error.message)
            }
            var status = stat()
            guard stat(file, &status) == 0 else { throw .refused(.unavailable, "\(file) has gone") }
            json.field("file", file)
            json.field("bytes", Int(status.st_size))
        }
    }
}
