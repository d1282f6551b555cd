import CPostgres

/// A value for a `$n`, in PostgreSQL's binary form.
enum PostgresValue {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
}

/// The values of one statement as libpq takes them.
struct PostgresParameters {
    /// All values, one behind the other.
    private var buffer: [UInt8] = []
    private var lengths: [Int32] = []
    private(set) var types: [Oid] = []

    init(_ values: [PostgresValue]) {
        for value in values {
            let before = buffer.count
            switch value {
            case .integer(let number):
                withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
                types.append(20)
            case .bytes(let bytes):
                buffer += bytes
                types.append(17)
            case .text(let text):
                buffer += text.utf8
                types.append(25)
            }
            lengths.append(Int32(buffer.count - before))
        }
        // So that an empty value has a pointer, too: without one it would be NULL.
        buffer.append(0)
    }

    /// To the statement of that name. 1: libpq has it.
    func send(_ name: String, _ connection: OpaquePointer) -> Int32 {
        let formats = [Int32](repeating: 1, count: lengths.count)
        return buffer.withUnsafeBytes { bytes in
            var offset = 0
            let pointers = lengths.map { length -> UnsafePointer<CChar>? in
                defer { offset += Int(length) }
                return bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
            }
            return PQsendQueryPrepared(connection, name, Int32(lengths.count), pointers, lengths, formats, 1)
        }
    }
}
