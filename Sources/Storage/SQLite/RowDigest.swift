import CSQLite
import Security

extension SQLiteConnection {
    /// Has SQL know `martlet_digest(…)`: one number for all rows of the values that it is given, whatever their order.
    func addRowDigest() throws(StoreError) {
        let code = sqlite3_create_function_v2(
            database, "martlet_digest", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
            { context, count, values in
                guard let sum = sqlite3_aggregate_context(context, Int32(MemoryLayout<Int64>.size)) else {
                    return sqlite3_result_error_nomem(context)
                }
                var bytes: [UInt8] = []
                for index in 0..<Int(count) {
                    // SQLite gives as many values as it says.
                    SQLValue(values![index]).write(to: &bytes)
                }
                let digest = bytes.withUnsafeBytes { Digest.sha256($0) }
                let number = digest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
                // SQLite's memory for it begins with 0.
                let total = sum.assumingMemoryBound(to: Int64.self)
                total.pointee &+= number
            },
            { context in
                // None was made if there was no row.
                let sum = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: Int64.self)
                sqlite3_result_int64(context, sum?.pointee ?? 0)
            }, nil)
        guard code == SQLITE_OK else { throw StoreError(of: database, code, while: "adding a function") }
    }
}

extension SQLValue {
    fileprivate init(_ value: OpaquePointer?) {
        let count = Int(sqlite3_value_bytes(value))
        switch sqlite3_value_type(value) {
        case SQLITE_NULL: self = .null
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_TEXT:
            let text = UnsafeRawBufferPointer(start: sqlite3_value_text(value), count: count)
            self = .text(String(decoding: text, as: UTF8.self))
        case SQLITE_BLOB:
            self = .bytes(Array(UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)))
        // A fraction, which no column of ours has: its bits as a number.
        default: self = .integer(Int64(bitPattern: sqlite3_value_double(value).bitPattern))
        }
    }
}
