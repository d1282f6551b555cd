import ClientProtocol
import Domain
import JSON
import Storage

/// Files that members of a group share.
extension GroupLife {
    private static let insertion = StoredFile.Column.insert()

    /// Begins a file; one by reference is there at once. Its bytes follow in pieces, in their order.
    package func addFile(
        named name: String, size: Int64, url: String?, to id: String, by number: AccountNumber
    ) throws(CommandError) -> String {
        let context = try groupMembers.memberContext(of: number, in: id)
        if size == 0 { throw .refused(.emptyFile, keys: ["size"]) }
        if size > Int64(work.options.bytesPerFile) {
            throw .refused(.fileTooLarge, "size must be at most \(work.options.bytesPerFile)", keys: ["size"])
        }
        var count: Int64 = 0
        try work.query("SELECT count(*) FROM shared_file WHERE group_number = $1", [.integer(context.group.number)]) {
            row in
            count = row.integer(0)
        }
        if count >= Int64(work.options.filesPerGroup) {
            throw .refused(.groupLimit, "the group has as many files as allowed")
        }
        try quotas.charge(
            Quotas.row + Int64(name.utf8.count + (url?.utf8.count ?? 0)), to: context.account, keys: ["name"])
        let file = StoredFile(
            id: FileNumber(try work.stamp()), group: context.group.number, owner: number, name: name, size: size,
            url: url, received: url == nil ? 0 : size)
        try work.execute(Self.insertion, file.values)
        if !file.isHere { try emitFile(file.id, of: context.group) }
        return String(file.id)
    }

    /// The next piece of a file; tells how many bytes are there. A piece that is there already changes nothing.
    package func putFile(_ file: String, _ bytes: [UInt8], at offset: Int64, in id: String, by number: AccountNumber)
        throws(CommandError)
        -> Int64
    {
        let context = try groupMembers.memberContext(of: number, in: id)
        let row = try self.file(file, of: context.group)
        guard row.isHere else { throw .refused(.noFile, "it lies elsewhere", keys: ["fileID"]) }
        guard row.owner == number else { throw .refused(.noGroupRight, keys: ["fileID"]) }
        if offset + Int64(bytes.count) <= row.received { return row.received }
        guard offset == row.received, offset + Int64(bytes.count) <= row.size else {
            throw .refused(.groupParameters, "the next byte is at \(row.received) of \(row.size)", keys: ["offset"])
        }
        try quotas.charge(Quotas.row + Int64(bytes.count), to: context.account, keys: ["data"])
        try work.execute(
            "INSERT INTO file_piece (file, start, bytes) VALUES ($1, $2, $3)",
            [.integer(row.id), .integer(offset), .bytes(bytes)])
        let received = offset + Int64(bytes.count)
        try work.execute(
            "UPDATE shared_file SET received = $2 WHERE id = $1", [.integer(row.id), .integer(received)])
        if received == row.size { try emitFile(row.id, of: context.group) }
        return received
    }

    /// G-70: by the user who put it there, or by owner and admins.
    package func removeFile(_ file: String, from id: String, by number: AccountNumber) throws(CommandError) {
        let context = try groupMembers.memberContext(of: number, in: id, storing: false)
        let row = try self.file(file, of: context.group)
        try groupMembers.require(row.owner == number ? .deleteOwnFile : .deleteOthersFile, by: context)
        try erase(file: row.id)
        if row.isWhole {
            try groups.emitMembers(GroupFileListDidUpdate(change: .removed(id: row.id)), of: context.group)
        }
    }

    /// A whole group's.
    func eraseFiles(of group: Group) throws(CommandError) {
        var ids: [FileNumber] = []
        try work.query("SELECT id FROM shared_file WHERE group_number = $1", [.integer(group.number)]) { row in
            ids.append(row.integer(0))
        }
        for id in ids { try erase(file: id) }
    }

    /// M-47: the account's. Looks at a piece of the files behind one, and returns how far; nil: there are no more.
    func eraseFiles(
        of account: Account, after first: FileNumber, through bound: Stamp
    ) throws(CommandError) -> FileNumber? {
        var last: FileNumber?
        // A file's number is the stamp of its beginning.
        try work.query(
            "SELECT max(id) FROM (SELECT id FROM shared_file WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3)",
            [.integer(first), .integer(bound), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return nil }
        var files: [StoredFile] = []
        try work.query(
            StoredFile.ofOwner,
            [.integer(first), .integer(last), .integer(account.number), .integer(Int64(filesPerPiece))]
        ) { row in files.append(StoredFile(row)) }
        for file in files {
            try erase(file: file.id)
            guard file.isWhole, let group = try groups.group(file.group) else { continue }
            try groups.emitMembers(GroupFileListDidUpdate(change: .removed(id: file.id)), of: group)
        }
        return files.count == filesPerPiece ? files.last?.id ?? last : last
    }

    /// Uploads that are not whole a day after they began.
    func trimFiles() throws(CommandError) {
        var ids: [FileNumber] = []
        try work.query(
            "SELECT id FROM shared_file WHERE received < size AND id < $1 LIMIT 10",
            [.integer(Stamp(milliseconds: work.now - .days(1)))]
        ) { row in ids.append(row.integer(0)) }
        for id in ids { try erase(file: id) }
    }

    private func erase(file: FileNumber) throws(CommandError) {
        try work.execute("DELETE FROM file_piece WHERE file = $1", [.integer(file)])
        try work.execute("DELETE FROM shared_file WHERE id = $1", [.integer(file)])
    }

    private func emitFile(_ id: FileNumber, of group: Group) throws(CommandError) {
        guard let file = try stored(SharedFiles.find(id, in: work.store)) else {
            throw .store(.missing("shared_file", id))
        }
        try groups.emitMembers(GroupFileListDidUpdate(change: .added(file)), of: group)
    }

    private func file(_ id: String, of group: Group) throws(CommandError) -> StoredFile {
        var found: StoredFile?
        if let number = FileNumber(id) {
            try work.query(StoredFile.byNumber, [.integer(number)]) { row in found = StoredFile(row) }
        }
        guard let found, found.group == group.number else { throw .refused(.noFile, keys: ["fileID"]) }
        return found
    }
}

/// Each may have megabytes.
private let filesPerPiece = 4
