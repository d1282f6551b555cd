import Domain
import JSON
import Security
import Storage

/// Values of columns, as the domain knows them. Each names the row in the error if the column holds something else.
extension Row {
    func choice<Choice: RawRepresentable>(_ column: Int) throws(StoreError) -> Choice where Choice.RawValue == Int64 {
        guard let choice = Choice(rawValue: integer(column)) else { throw damaged(column) }
        return choice
    }

    func choice<Choice: RawRepresentable>(_ column: Int) throws(StoreError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text(column)) else { throw damaged(column) }
        return choice
    }

    func userID(_ column: Int) throws(StoreError) -> UserID {
        let text = text(column)
        guard (1...UserID.longest).contains(text.utf8.count) else { throw damaged(column) }
        return UserID(stored: text)
    }

    func small(_ column: Int) throws(StoreError) -> UInt32 {
        guard let number = UInt32(exactly: integer(column)) else { throw damaged(column) }
        return number
    }

    /// Of a text such as `3 7 12`.
    func list<Number: LosslessStringConvertible>(_ column: Int) throws(StoreError) -> [Number] {
        var numbers: [Number] = []
        for part in text(column).split(separator: " ") {
            guard let number = Number(String(part)) else { throw damaged(column) }
            numbers.append(number)
        }
        return numbers
    }

    func seqs(_ column: Int) throws(StoreError) -> [Seq] {
        let numbers: [Int64] = try list(column)
        guard numbers.allSatisfy(Seq.stored.contains) else { throw damaged(column) }
        return numbers.map(Seq.init(rawValue:))
    }

    /// The value that `read` makes of the text; nil for a text that was not written like this.
    func decoded<Value>(_ column: Int, _ read: (String) -> Value?) throws(StoreError) -> Value {
        guard let value = read(text(column)) else { throw damaged(column) }
        return value
    }

    func digest(_ column: Int) throws(StoreError) -> RequestDigest {
        let bytes = bytes(column)
        guard bytes.count == RequestDigest.size else { throw damaged(column) }
        return RequestDigest(bytes: bytes)
    }

    /// A JSON text that is given to clients as it is.
    func json(_ column: Int) throws(StoreError) -> String {
        let text = text(column)
        if (try? JSONDocument().parse(text)) == nil { throw damaged(column) }
        return text
    }

    func optionalJSON(_ column: Int) throws(StoreError) -> String? { isNull(column) ? nil : try json(column) }
}

extension StoreError {
    /// Another row names it.
    static func missing(_ table: String, _ number: some CustomStringConvertible) -> StoreError {
        .corrupt(table: table, row: number, "it is missing, and another row names it")
    }
}
