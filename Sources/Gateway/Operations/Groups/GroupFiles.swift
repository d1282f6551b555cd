import Chat
import ClientProtocol
import Domain
import JSON

/// Files that a group's members share (G-69, G-79).
extension OperationTable {
    @OperationList static var groupFiles: [OperationDefinition] {
        let fileID = Parameter.string("fileID", bytes: 1...20, "The file.")
        let offset = Parameter.integer("offset", in: 0...1_073_741_824, "The byte where the piece begins.")

        let name = Parameter<String>("name", type: .characters(1...255), "The file's name.") {
            value throws(Mismatch) in try value.text(characters: 1...255)
        }.named()
        // An empty file has a code of its own.
        let size = Parameter.integer("size", in: 0...1_073_741_824, "The file's size in bytes.")
            .described(as: .integer(1...1_073_741_824))
        let url = Parameter.string(
            "url", bytes: 1...2048, "The file's URL. Left out: its bytes follow by `group.putFile`."
        ).optional
        Operation.group(
            "group.addFile", "Begins a shared file. All members are told when it is complete.",
            [GroupParameters.groupID, name, size, url],
            result: [Field("fileID", .string, "The file's id.")],
            errors: [.emptyFile, .fileTooLarge, .groupLimit, .noGroupRight]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let name = try request(name)
            let size = Int64(try request(size))
            let url = try request(url)
            return .change { chat, json throws(CommandError) in
                let file = try chat.groupLife.addFile(named: name, size: size, url: url, to: id, by: caller.account)
                json.field("fileID", file)
            }
        }

        let data = Parameter<[UInt8]>(
            "data", type: .called("{b: base64}", .object([Field("b", .base64Text(empty: false))])), "1 to 32,768 bytes."
        ) {
            value throws(Mismatch) in
            guard value.kind == .object, let bytes = value.bytes else {
                throw Mismatch("must be {\"b\": padded base64}")
            }
            guard (1...32_768).contains(bytes.count) else {
                throw Mismatch("must have 1 to 32768 bytes, not \(bytes.count)")
            }
            return bytes
        }
        Operation.group(
            "group.putFile", "Adds the next piece of a file. A piece that is there already changes nothing.",
            [GroupParameters.groupID, fileID, offset, data],
            result: [Field("received", .integer, "How many bytes the gateway has.")], errors: [.noFile, .noGroupRight]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let file = try request(fileID)
            let offset = Int64(try request(offset))
            let bytes = try request(data)
            return .change { chat, json throws(CommandError) in
                let received = try chat.groupLife.putFile(file, bytes, at: offset, in: id, by: caller.account)
                json.field("received", received)
            }
        }

        Operation.group(
            "group.getFile", "Reads the piece of a file that begins at an offset.",
            [GroupParameters.groupID, fileID, offset],
            result: [
                Field("data", .base64, "The bytes."), Field("size", .integer, "The file's size in bytes."),
                Field("isFinished", .boolean, "Whether this was the last piece."),
            ], errors: [.noFile]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let file = try request(fileID)
            let offset = Int64(try request(offset))
            return .read { transaction, json throws(CommandError) in
                let (bytes, size) = try SharedFiles.read(file, at: offset, of: id, for: caller.account, in: transaction)
                json.field("data", bytes: bytes)
                json.field("size", size)
                json.field("isFinished", offset + Int64(bytes.count) == size)
            }
        }

        let pageSize = Parameter.integer("pageSize", in: 1...1000, standard: 20, "At most this many files.")
        Operation.group(
            "group.files", "Lists shared files, newest first.",
            [GroupParameters.groupID, GroupParameters.cursor, pageSize],
            result: [
                Field("files", .list(SharedFile.type), "`createTime` in milliseconds."),
                Field("cursor", .string, "Send it for the next page; empty at the end."),
            ]
        ).user { request, caller throws(Refusal) in
            let id = try request(GroupParameters.groupID)
            let after = try request.cursor()
            let count = try request(pageSize)
            return .read { transaction, json throws(CommandError) in
                let page = try SharedFiles.list(
                    of: id, for: caller.account, after: after, count: count, in: transaction)
                json.array("files") { json in
                    for file in page.items { json.object { $0.file(file) } }
                }
                json.cursor(page.next)
            }
        }

        Operation.group(
            "group.removeFile", "Removes a file. Members remove their own files; owner and admins remove any.",
            [GroupParameters.groupID, fileID], errors: [.noFile, .noGroupRight]
        ).member { request, id throws(Refusal) in
            let file = try request(fileID)
            return { chat, me, _ throws(CommandError) in try chat.groupLife.removeFile(file, from: id, by: me) }
        }
    }
}
