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
    private enum Owner: Int, TableColumn {
        static let table = "account"
        case name
    }

    private static let ofGroup = PairSelection<StoredFile.Column, Owner>(
        """
        FROM shared_file JOIN account ON account.id = shared_file.owner
        WHERE shared_file.group_number = $1 AND shared_file.id < $2 AND received = size
        ORDER BY shared_file.id DESC LIMIT $3
        """)
    private static let withOwner = PairSelection<StoredFile.Column, Owner>(
        "FROM shared_file JOIN account ON account.id = shared_file.owner WHERE shared_file.id = $1")

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
            ofGroup, [.integer(group), .integer(after == 0 ? .max : after), .integer(Int64(count + 1))]
        ) { file, owner throws(StoreError) in
            if page.items.count < count {
                page.items.append(try SharedFile(StoredFile(file), of: owner.userID(.name)))
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
        guard let id = FileNumber(file), let found = try stored(whole(id, in: group, store)), found.isHere else {
            throw .refused(.noFile, keys: ["fileID"])
        }
        guard offset < found.size else {
            throw .refused(.groupParameters, "the file ends before this offset", keys: ["offset"])
        }
        return (try stored(piece(of: id, at: offset, in: store)), found.size)
    }

    private static func whole(
        _ id: FileNumber, in group: GroupNumber, _ store: any Transaction
    ) throws(StoreError) -> StoredFile? {
        var found: StoredFile?
        try store.query(StoredFile.byNumber, [.integer(id)]) { row in found = StoredFile(row) }
        return found.flatMap { $0.group == group && $0.isWhole ? $0 : nil }
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
        try store.query(withOwner, [.integer(id)]) { row, owner throws(StoreError) in
            file = try SharedFile(StoredFile(row), of: owner.userID(.name))
        }
        return file
    }
}

extension SharedFile {
    fileprivate init(_ file: StoredFile, of owner: UserID) {
        self.init(
            id: file.id, name: file.name, owner: owner, size: file.size,
            createdAt: Stamp(rawValue: file.id.rawValue).time, url: file.url)
    }
}

/// A row of `shared_file`.
struct StoredFile {
    let id: FileNumber
    let group: GroupNumber
    let owner: AccountNumber
    let name: String
    let size: Int64
    /// Nil: the gateway has the bytes.
    let url: String?
    /// How many bytes have come; all of them: it is there for everybody.
    let received: Int64

    var isHere: Bool { url == nil }
    var isWhole: Bool { received == size }
}

extension StoredFile {
    enum Column: Int, TableColumn {
        static let table = "shared_file"
        case id, groupNumber, owner, name, size, url, received
    }

    static let byNumber = Column.select("WHERE id = $1")
    /// Behind one and through another.
    static let ofOwner = Column.select("WHERE id > $1 AND id <= $2 AND owner = $3 ORDER BY id LIMIT $4")

    init(_ row: TypedRow<Column>) {
        self.init(
            id: row.integer(.id), group: row.integer(.groupNumber), owner: row.integer(.owner), name: row.text(.name),
            size: row.integer(.size), url: row.optionalText(.url), received: row.integer(.received))
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .groupNumber: .integer(group)
            case .owner: .integer(owner)
            case .name: .text(name)
            case .size: .integer(size)
            case .url: .optionalText(url)
            case .received: .integer(received)
            }
        }
    }
}
