import CSQLite

/// A prepared statement, and the row it is at.
final class SQLiteStatement: Row {
    private let database: OpaquePointer
    private let handle: OpaquePointer
    let sql: SQL
    /// For each of SQLite's parameters, in the order in which they first appear, the place of its value.
    private let places: [Int]
    private let valueCount: Int
    private var isRunning = false
    /// Texts and bytes for the run, so that SQLite makes no copies of its own.
    private var scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The damage of the row that is read.
    private var damage: StoreError?

    init(_ sql: SQL, _ database: OpaquePointer) throws(StoreError) {
        var handle: OpaquePointer?
        let code = sql.utf8.withMemoryRebound(to: CChar.self) {
            sqlite3_prepare_v3(
                database, $0.baseAddress, Int32($0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        }
        guard code == SQLITE_OK else { throw StoreError(of: database, code, while: "\(sql)") }
        guard let handle else { preconditionFailure("\(sql) is no SQL") }
        self.sql = sql
        self.database = database
        self.handle = handle
        // `$n` is a name to SQLite, numbered by its first appearance.
        places = (0..<sqlite3_bind_parameter_count(handle)).map { index in
            guard let name = sqlite3_bind_parameter_name(handle, index + 1),
                let number = Int(String(cString: name).dropFirst()), number > 0
            else { preconditionFailure("\(sql) has a parameter that is no $n") }
            return number - 1
        }
        valueCount = places.max().map { $0 + 1 } ?? 0
    }

    func finalize() {
        // It repeats the error of the last step, which was thrown then.
        sqlite3_finalize(handle)
        scratch.deallocate()
    }

    /// Calls `row` for each row. Returns how many steps of SQLite's machine that took.
    func run(_ values: [SQLValue], _ row: (SQLiteStatement) throws(StoreError) -> Void) throws(StoreError) -> Int {
        begin(values.count)
        defer { end() }
        makeScratch(for: values)
        var used = 0
        for index in places.indices {
            let code = bind(values[places[index]], at: Int32(index + 1), &used)
            guard code == SQLITE_OK else { throw failure(code) }
        }
        return try step(row)
    }

    /// As `run`, with the list's values where they lie, for what has no rows.
    func run(_ values: Range<Int>, of list: StatementList) throws(StoreError) -> Int {
        begin(values.count)
        defer { end() }
        return try list.bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
            let bytes = UnsafeRawBufferPointer(bytes)
            for index in places.indices {
                let code = bind(list.values[values.lowerBound + places[index]], in: bytes, at: Int32(index + 1))
                guard code == SQLITE_OK else { throw failure(code) }
            }
            return try step { _ in }
        }
    }

    private func begin(_ count: Int) {
        precondition(!isRunning, "\(sql) is run within its own rows")
        precondition(count == valueCount, "\(sql) takes \(valueCount) values and got \(count)")
        isRunning = true
    }

    private func end() {
        sqlite3_reset(handle)
        isRunning = false
    }

    private func step(_ row: (SQLiteStatement) throws(StoreError) -> Void) throws(StoreError) -> Int {
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)) }
            guard code == SQLITE_ROW else { throw failure(code) }
            do throws(StoreError) {
                try row(self)
            } catch {
                // A wrong type comes first: the error may be its consequence.
                throw takeDamage() ?? error
            }
            if damage != nil, let damage = takeDamage() { throw damage }
        }
    }

    private func takeDamage() -> StoreError? {
        defer { damage = nil }
        return damage
    }

    private func failure(_ code: Int32) -> StoreError {
        StoreError(of: database, code, while: "\(sql)")
    }

    /// Bound values stay where they are until the next run.
    private func bind(_ value: SQLValue, at index: Int32, _ used: inout Int) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .text(var text):
            let kept = text.withUTF8 { keep(UnsafeRawBufferPointer($0), &used) }
            return martlet_sqlite_bind_text(handle, index, kept.baseAddress, UInt64(kept.count))
        case .bytes(let bytes):
            let kept = bytes.withUnsafeBytes { keep($0, &used) }
            return martlet_sqlite_bind_blob(handle, index, kept.baseAddress, UInt64(kept.count))
        }
    }

    private func bind(_ value: StatementList.Value, in bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .text(let place):
            let text = UnsafeRawBufferPointer(rebasing: bytes[place.range])
            return martlet_sqlite_bind_text(handle, index, text.baseAddress, UInt64(text.count))
        case .bytes(let place):
            let blob = UnsafeRawBufferPointer(rebasing: bytes[place.range])
            return martlet_sqlite_bind_blob(handle, index, blob.baseAddress, UInt64(blob.count))
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer, _ used: inout Int) -> UnsafeRawBufferPointer {
        let place = UnsafeMutableRawBufferPointer(rebasing: scratch[used..<(used + bytes.count)])
        if bytes.count > 0 { place.copyMemory(from: bytes) }
        used += bytes.count
        return UnsafeRawBufferPointer(place)
    }

    /// A value that stands at several places is kept once for each.
    private func makeScratch(for values: [SQLValue]) {
        var needed = 0
        for place in places {
            switch values[place] {
            case .text(let text): needed += text.utf8.count
            case .bytes(let bytes): needed += bytes.count
            case .null, .integer: break
            }
        }
        if needed <= scratch.count, scratch.count <= usualScratch { return }
        scratch.deallocate()
        scratch = .allocate(byteCount: max(needed, min(2 * needed, usualScratch)), alignment: 16)
    }

    // MARK: - The row

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    func integer(_ column: Int) -> Int64 {
        let number = key(column)
        if (-largestNumber...largestNumber).contains(number) { return number }
        noteDamage(column)
        return 0
    }

    func key(_ column: Int) -> Int64 {
        guard has(column, SQLITE_INTEGER) else { return 0 }
        return sqlite3_column_int64(handle, Int32(column))
    }

    func text(_ column: Int) -> String {
        guard has(column, SQLITE_TEXT) else { return "" }
        return String(decoding: content(column), as: UTF8.self)
    }

    func bytes(_ column: Int) -> [UInt8] {
        guard has(column, SQLITE_BLOB) else { return [] }
        return Array(content(column))
    }

    func withBytes(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        if isNull(column) { throw damaged(column) }
        try body(content(column))
    }

    /// A value of any type.
    func value(_ column: Int) -> SQLValue {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(key(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .bytes(bytes(column))
        case let type: preconditionFailure("column \(column) of \(sql) has type \(type)")
        }
    }

    private func content(_ column: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }

    private func has(_ column: Int, _ type: Int32) -> Bool {
        if sqlite3_column_type(handle, Int32(column)) == type { return true }
        noteDamage(column)
        return false
    }

    func noteDamage(_ column: Int) {
        if damage == nil { damage = damaged(column) }
    }

    func damaged(_ column: Int) -> StoreError {
        let place = Int32(column)
        let table = sqlite3_column_table_name(handle, place).map { String(cString: $0) } ?? "\(sql)"
        let type =
            switch sqlite3_column_type(handle, place) {
            case SQLITE_NULL: "nothing"
            case SQLITE_INTEGER: "\(sqlite3_column_int64(handle, place))"
            case SQLITE_FLOAT: "a fraction"
            case SQLITE_TEXT: "a text"
            default: "bytes"
            }
        return .corrupt(table: table, row: numbers, "\(name(of: place)) holds \(type)")
    }

    /// The row's whole numbers, which say where it is. Texts are the users' own.
    private var numbers: String {
        (0..<sqlite3_column_count(handle)).filter { sqlite3_column_type(handle, $0) == SQLITE_INTEGER }
            .map { "\(name(of: $0)) = \(sqlite3_column_int64(handle, $0))" }.joined(separator: ", ")
    }

    private func name(of column: Int32) -> String { String(cString: sqlite3_column_name(handle, column)) }
}

/// A larger one is not kept for the next run.
private let usualScratch = 16_384

/// Times in microseconds, the largest numbers that are stored, stay below it until 2255. Sums of such numbers, and a
/// thousand times one, are far from an overflow.
private let largestNumber: Int64 = 1 << 53
