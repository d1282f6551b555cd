import Chat
import ClientProtocol
import Domain
import JSON

/// `group.addFile`.
enum AddGroupFile: UserOperation {
    static let declaration = Operation.group(
        "group.addFile", "Begins a shared file. All members are told when it is complete.",
        [GroupParameters.groupID.description, name.description, size.description, url.description],
        result: [Field("fileID", .string, "The file's id.")],
        errors: [.emptyFile, .fileTooLarge, .groupLimit, .noGroupRight])

    private static let name = Parameter<String>("name", type: .characters(1...255), "The file's name.") {
        value throws(Mismatch) in try value.text(characters: 1...255)
    }.named()

    /// An empty file has a code of its own.
    private static let size = Parameter.integer("size", in: 0...1_073_741_824, "The file's size in bytes.")
        .described(as: .integer(1...1_073_741_824))
    private static let url = Parameter.string(
        "url", bytes: 1...2048, "The file's URL. Left out: its bytes follow by `group.putFile`."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let name = try request(Self.name)
        let size = Int64(try request(Self.size))
        let url = try request(Self.url)
        return .change { chat, json throws(CommandError) in
            let file = try chat.groupFiles.addFile(named: name, size: size, url: url, to: id, by: caller.account)
            json.field("fileID", file)
        }
    }
}
