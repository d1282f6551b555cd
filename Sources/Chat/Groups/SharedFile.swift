import ClientProtocol
import Domain
import JSON
import Storage

/// G-69, G-Q38: a file that members share: its bytes, or where they are.
package struct SharedFile: Sendable {
    package let id: Int64
    package let name: String
    package let owner: UserID
    package let size: Int64
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// Nil: the gateway has the bytes.
    package let url: String?
}

extension JSONWriter {
    package mutating func file(_ file: SharedFile) {
        field("fileID", String(file.id))
        field("name", file.name)
        field("owner", file.owner.text)
        field("size", file.size)
        field("createTime", file.createdAt)
        if let url = file.url { field("url", url) }
    }
}

/// A row of `shared_file`.
private struct FileRow {
    let id: Int64
    let group: Int64
    let owner: Int64
    let size: Int64
    /// How many bytes have come; all of them: it is there for everybody.
    let received: Int64
    /// The gateway has the bytes.
    let isHere: Bool

    var isWhole: Bool { received == size }
}

extension ChatState {
    /// Begins a file; one by reference is there at once. Its bytes follow in pieces, in their order.
    package func addFile(
        named name: String, size: Int64, url: String?, to id: String, by number: Int64
    ) throws -> String {
        let context = try memberContext(of: number, in: id)
        if size == 0 { throw Refusal(.emptyFile, keys: ["size"]) }
        if size > Int64(options.bytesPerFile) {
            throw Refusal(.fileTooLarge, "size must be at most \(options.bytesPerFile)", keys: ["size"])
        }
        var count: Int64 = 0
        try store.query("SELECT count(*) FROM shared_file WHERE team = $1", [.integer(context.group.number)]) { row in
            count = row.integer(0)
        }
        if count >= Int64(options.filesPerGroup) {
            throw Refusal(.groupLimit, "the group has as many files as allowed")
        }
        let stamp = try stamp()
        try store.execute(
            """
            INSERT INTO shared_file (id, team, owner, name, size, url, received) VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .integer(stamp), .integer(context.group.number), .integer(number), .text(name), .integer(size),
                url.map(SQLValue.text) ?? .null, .integer(url == nil ? 0 : size),
            ])
        if url != nil { try emitFile(stamp, of: context.group) }
        return String(stamp)
    }

    /// The next piece of a file; tells how many bytes are there. A piece that is there already changes nothing.
    package func putFile(_ file: String, _ bytes: [UInt8], at offset: Int64, in id: String, by number: Int64) throws
        -> Int64
    {
        let context = try memberContext(of: number, in: id)
        let row = try self.file(file, of: context.group)
        guard row.isHere else { throw Refusal(.noFile, "it lies elsewhere", keys: ["fileID"]) }
        guard row.owner == number else { throw Refusal(.noGroupRight, keys: ["fileID"]) }
        if offset + Int64(bytes.count) <= row.received { return row.received }
        guard offset == row.received, offset + Int64(bytes.count) <= row.size else {
            throw Refusal(.groupParameters, "the next byte is at \(row.received) of \(row.size)", keys: ["offset"])
        }
        try store.execute(
            "INSERT INTO file_piece (file, start, bytes) VALUES ($1, $2, $3)",
            [.integer(row.id), .integer(offset), .bytes(bytes)])
        let received = offset + Int64(bytes.count)
        try store.execute(
            "UPDATE shared_file SET received = $2 WHERE id = $1", [.integer(row.id), .integer(received)])
        if received == row.size { try emitFile(row.id, of: context.group) }
        return received
    }

    /// G-70: by whoever put it there, or owner and admins.
    package func removeFile(_ file: String, from id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        let row = try self.file(file, of: context.group)
        try require(row.owner == number ? .deleteOwnFile : .deleteOthersFile, by: context)
        try erase(file: row.id)
        if row.isWhole {
            try emitMembers(.fileListDidUpdate, of: context.group) { $0.field("removed", String(row.id)) }
        }
    }

    /// A whole group's.
    func eraseFiles(of group: Group) throws {
        var ids: [Int64] = []
        try store.query("SELECT id FROM shared_file WHERE team = $1", [.integer(group.number)]) { row in
            ids.append(row.integer(0))
        }
        for id in ids { try erase(file: id) }
    }

    /// Uploads that are not whole a day after they began.
    func sweepFiles() throws {
        var ids: [Int64] = []
        try store.query(
            "SELECT id FROM shared_file WHERE received < size AND id < $1 LIMIT 10",
            [.integer((now - millisecondsPerDay) * 1_000)]
        ) { row in ids.append(row.integer(0)) }
        for id in ids { try erase(file: id) }
    }

    private func erase(file: Int64) throws {
        try store.execute("DELETE FROM file_piece WHERE file = $1", [.integer(file)])
        try store.execute("DELETE FROM shared_file WHERE id = $1", [.integer(file)])
    }

    private func emitFile(_ id: Int64, of group: Group) throws {
        guard let file = try SharedFiles.find(id, in: store) else { preconditionFailure("file \(id) is gone") }
        try emitMembers(.fileListDidUpdate, of: group) { json in json.object("added") { $0.file(file) } }
    }

    private func file(_ id: String, of group: Group) throws -> FileRow {
        var found: FileRow?
        if let number = Int64(id) {
            try store.query(
                "SELECT id, team, owner, size, received, url FROM shared_file WHERE id = $1", [.integer(number)]
            ) { row in
                found = FileRow(
                    id: row.integer(0), group: row.integer(1), owner: row.integer(2), size: row.integer(3),
                    received: row.integer(4), isHere: row.isNull(5))
            }
        }
        guard let found, found.group == group.number else { throw Refusal(.noFile, keys: ["fileID"]) }
        return found
    }
}

/// Files of groups, read from the store alone, on any reader's thread.
package enum SharedFiles {
    /// The last put there first; `after`: the last id of the page before.
    package static func list(
        of id: String, for number: Int64, after: Int64, count: Int, in store: any Transaction
    ) throws -> GroupQueries.Page<SharedFile> {
        let group = try GroupQueries.find(id, for: number, in: store)
        var page = GroupQueries.Page<SharedFile>()
        try store.query(
            """
            SELECT shared_file.id, shared_file.name, account.name, shared_file.size, shared_file.url
            FROM shared_file JOIN account ON account.id = shared_file.owner
            WHERE shared_file.team = $1 AND shared_file.id < $2 AND received = size ORDER BY shared_file.id DESC LIMIT $3
            """,
            [.integer(group), .integer(after == 0 ? .max : after), .integer(Int64(count + 1))]
        ) { row in
            if page.items.count < count { page.items.append(SharedFile(row)) } else { page.next = page.items.last!.id }
        }
        return page
    }

    /// The piece of a file that begins at an offset.
    package static func read(
        _ file: String, at offset: Int64, of id: String, for number: Int64, in store: any Transaction
    ) throws -> (bytes: [UInt8], size: Int64) {
        let group = try GroupQueries.find(id, for: number, in: store)
        var found: (size: Int64, isHere: Bool)?
        try store.query(
            "SELECT size, url FROM shared_file WHERE id = $1 AND team = $2 AND received = size",
            [.integer(Int64(file) ?? 0), .integer(group)]
        ) { row in found = (row.integer(0), row.isNull(1)) }
        guard let found, found.isHere else { throw Refusal(.noFile, keys: ["fileID"]) }
        guard offset < found.size else {
            throw Refusal(.groupParameters, "the file ends before this offset", keys: ["offset"])
        }
        var bytes: [UInt8] = []
        try store.query(
            "SELECT start, bytes FROM file_piece WHERE file = $1 AND start <= $2 ORDER BY start DESC LIMIT 1",
            [.integer(Int64(file)!), .integer(offset)]
        ) { row in bytes = Array(row.bytes(1).dropFirst(Int(offset - row.integer(0)))) }
        return (bytes, found.size)
    }

    static func find(_ id: Int64, in store: any Transaction) throws -> SharedFile? {
        var file: SharedFile?
        try store.query(
            """
            SELECT shared_file.id, shared_file.name, account.name, shared_file.size, shared_file.url
            FROM shared_file JOIN account ON account.id = shared_file.owner WHERE shared_file.id = $1
            """, [.integer(id)]
        ) { row in file = SharedFile(row) }
        return file
    }
}

extension SharedFile {
    fileprivate init(_ row: any Row) {
        guard let owner = UserID(row.text(2)) else {
            preconditionFailure("file \(row.integer(0)) is not as it was written")
        }
        self.init(
            id: row.integer(0), name: row.text(1), owner: owner, size: row.integer(3),
            createdAt: row.integer(0) / 1_000,
            url: row.optionalText(4))
    }
}
