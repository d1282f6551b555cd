import ClientProtocol
import Domain
import JSON
import Storage

/// G-69, G-Q38: a file that members share: its bytes, or where they are.
package struct SharedFile: Sendable {
    package let id: FileNumber
    package let name: String
    package let owner: UserID
    package let size: Int64
    /// Milliseconds since 1970.
    package let createdAt: Milliseconds
    /// Nil: the gateway has the bytes.
    package let url: String?
}

extension SharedFile {
    package static let type = ValueType.object(
        [
            Field("fileID", .string, "The file's id."), Field("name", .string, "The file's name."),
            Field("owner", .string, "The member who added it."), Field("size", .integer, "The file's size in bytes."),
            Field("createTime", .milliseconds, "When it was added."),
            Field(optional: "url", .string, "Only if its bytes are elsewhere."),
        ], called: "SharedFile")
}

extension JSONWriter {
    package mutating func file(_ file: SharedFile) {
        field("fileID", String(file.id))
        field("name", file.name)
        field("owner", file.owner.text)
        field("size", file.size)
        field("createTime", file.createdAt.rawValue)
        if let url = file.url { field("url", url) }
    }
}

/// Files of groups, read from the store alone, on any reader's queue.
package enum SharedFiles {
    /// The last put there first; `after`: the last id of the page before.
    package static func list(
        of id: String, for number: AccountNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(CommandError) -> GroupQueries.Page<SharedFile> {
        let group = try GroupQueries.find(id, for: number, in: store)
        return try stored(list(group, after: after, count: count, in: store))
    }

    private static func list(
        _ group: GroupNumber, after: Int64, count: Int, in store: any Transaction
    ) throws(StoreError) -> GroupQueries.Page<SharedFile> {
        var page = GroupQueries.Page<SharedFile>()
        try store.query(
            """
            SELECT shared_file.id, shared_file.name, account.name, shared_file.size, shared_file.url
            FROM shared_file JOIN account ON account.id = shared_file.owner
            WHERE shared_file.group_number = $1 AND shared_file.id < $2 AND received = size
            ORDER BY shared_file.id DESC LIMIT $3
            """,
            [.integer(group), .integer(after == 0 ? .max : after), .integer(Int64(count + 1))]
        ) { row throws(StoreError) in
            if page.items.count < count {
                page.items.append(try SharedFile(row))
            } else {
                page.next = page.items.last?.id.rawValue ?? 0
            }
        }
        return page
    }

    /// The piece of a file that begins at an offset.
    package static func read(
        _ file: String, at offset: Int64, of id: String, for number: AccountNumber, in store: any Transaction
    ) throws(CommandError) -> (bytes: [UInt8], size: Int64) {
        let group = try GroupQueries.find(id, for: number, in: store)
        guard let id = FileNumber(file), let found = try stored(size(of: id, in: group, store)), found.isHere else {
            throw .refused(.noFile, keys: ["fileID"])
        }
        guard offset < found.size else {
            throw .refused(.groupParameters, "the file ends before this offset", keys: ["offset"])
        }
        return (try stored(piece(of: id, at: offset, in: store)), found.size)
    }

    private static func size(
        of id: FileNumber, in group: GroupNumber, _ store: any Transaction
    ) throws(StoreError) -> (size: Int64, isHere: Bool)? {
        var found: (size: Int64, isHere: Bool)?
        try store.query(
            "SELECT size, url FROM shared_file WHERE id = $1 AND group_number = $2 AND received = size",
            [.integer(id), .integer(group)]
        ) { row in found = (row.integer(0), row.isNull(1)) }
        return found
    }

    private static func piece(of id: FileNumber, at offset: Int64, in store: any Transaction) throws(StoreError)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        try store.query(
            "SELECT start, bytes FROM file_piece WHERE file = $1 AND start <= $2 ORDER BY start DESC LIMIT 1",
            [.integer(id), .integer(offset)]
        ) { row throws(StoreError) in
            guard (0...offset).contains(row.integer(0)) else { throw row.damaged(0) }
            bytes = Array(row.bytes(1).dropFirst(Int(offset - row.integer(0))))
        }
        return bytes
    }

    static func find(_ id: FileNumber, in store: any Transaction) throws(StoreError) -> SharedFile? {
        var file: SharedFile?
        try store.query(
            """
            SELECT shared_file.id, shared_file.name, account.name, shared_file.size, shared_file.url
            FROM shared_file JOIN account ON account.id = shared_file.owner WHERE shared_file.id = $1
            """, [.integer(id)]
        ) { row throws(StoreError) in file = try SharedFile(row) }
        return file
    }
}

extension SharedFile {
    fileprivate init(_ row: any Row) throws(StoreError) {
        self.init(
            id: row.integer(0), name: row.text(1), owner: try row.userID(2), size: row.integer(3),
            createdAt: (row.integer(0) as Stamp).time,
            url: row.optionalText(4))
    }
}
