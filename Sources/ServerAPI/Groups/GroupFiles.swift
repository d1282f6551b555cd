import Chat
import ClientProtocol
import JSON

/// Files that a group's members share (G-69, G-79).
package enum GroupFiles {
    static let all = [add, put, get, list, remove]

    private static let group = GroupOperations.groupID.description

    package static let name = Parameter<String>("name", type: .characters(1...255), "The file's name.") {
        value throws(Mismatch) in try value.text(characters: 1...255)
    }.named()
    /// An empty file has a code of its own.
    package static let size = Parameter.integer("size", in: 0...1_073_741_824, "The file's size in bytes.")
        .described(as: .integer(1...1_073_741_824))
    package static let url = Parameter.string(
        "url", bytes: 1...2048, "The file's URL. Left out: its bytes follow by `group.putFile`."
    ).optional
    package static let add = GroupOperations.operation(
        "group.addFile", "Begins a shared file. All members are told when it is complete.",
        [group, name.description, size.description, url.description],
        result: [Field("fileID", .string, "The file's id.")],
        errors: [.emptyFile, .fileTooLarge, .groupLimit, .noGroupRight])

    package static let fileID = Parameter.string("fileID", bytes: 1...20, "The file.")
    package static let offset = Parameter.integer("offset", in: 0...1_073_741_824, "The byte where the piece begins.")
    package static let data = Parameter<[UInt8]>(
        "data", type: .called("{b: base64}", .object([Field("b", .base64Text(empty: false))])), "1 to 32,768 bytes."
    ) {
        value throws(Mismatch) in
        guard value.kind == .object, let bytes = value.bytes else { throw Mismatch("must be {\"b\": padded base64}") }
        guard (1...32_768).contains(bytes.count) else {
            throw Mismatch("must have 1 to 32768 bytes, not \(bytes.count)")
        }
        return bytes
    }
    package static let put = GroupOperations.operation(
        "group.putFile", "Adds the next piece of a file. A piece that is there already changes nothing.",
        [group, fileID.description, offset.description, data.description],
        result: [Field("received", .integer, "How many bytes the gateway has.")], errors: [.noFile, .noGroupRight])
    package static let get = GroupOperations.operation(
        "group.getFile", "Reads the piece of a file that begins at an offset.",
        [group, fileID.description, offset.description],
        result: [
            Field("data", .base64, "The bytes."), Field("size", .integer, "The file's size in bytes."),
            Field("isFinished", .boolean, "Whether this was the last piece."),
        ], errors: [.noFile])

    package static let pageSize = Parameter.integer("pageSize", in: 1...1000, standard: 20, "At most this many files.")
    package static let list = GroupOperations.operation(
        "group.files", "Lists shared files, newest first.",
        [group, GroupOperations.cursor.description, pageSize.description],
        result: [
            Field("files", .list(SharedFile.type), "`createTime` in milliseconds."),
            Field("cursor", .string, "Send it for the next page; empty at the end."),
        ])
    package static let remove = GroupOperations.operation(
        "group.removeFile", "Removes a file. Members remove their own files; owner and admins remove any.",
        [group, fileID.description], errors: [.noFile, .noGroupRight])
}
