import Domain
import Security
import Storage

/// The row that a query is at, of which columns are read by their names.
struct TypedRow<Column: ColumnList> {
    private let row: any Row
    /// Where its columns begin.
    private let start: Int

    @inline(__always)
    init(_ row: any Row, from start: Int = 0) {
        self.row = row
        self.start = start
    }

    @inline(__always)
    private func index(_ column: Column) -> Int { start + column.rawValue }

    func isNull(_ column: Column) -> Bool { row.isNull(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> Int64 { row.integer(index(column)) }

    @inline(__always)
    func integer<Number: TypedNumber>(_ column: Column) -> Number { row.integer(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> AccountNumber { row.integer(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> GroupNumber { row.integer(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> ConversationNumber { row.integer(index(column)) }

    func integer(_ column: Column) -> ChannelNumber { row.integer(index(column)) }

    func integer(_ column: Column) -> RoomNumber { row.integer(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> PairKey { row.integer(index(column)) }

    @inline(__always)
    func integer(_ column: Column) -> Seq { row.integer(index(column)) }

    func integer(_ column: Column) -> FriendGroupNumber { row.integer(index(column)) }

    func integer(_ column: Column) -> NodeNumber { row.integer(index(column)) }

    func seq(inKey column: Column) -> Seq { row.seq(inKey: index(column)) }

    func seqs(_ column: Column) throws(StoreError) -> [Seq] { try row.seqs(index(column)) }

    func damaged(_ column: Column) -> StoreError { row.damaged(index(column)) }

    func optionalInteger(_ column: Column) -> Int64? { row.optionalInteger(index(column)) }

    func optionalInteger<Number: TypedNumber>(_ column: Column) -> Number? { row.optionalInteger(index(column)) }

    func flag(_ column: Column) -> Bool { row.integer(index(column)) != 0 }

    func text(_ column: Column) -> String { row.text(index(column)) }

    func optionalText(_ column: Column) -> String? { row.optionalText(index(column)) }

    func bytes(_ column: Column) -> [UInt8] { row.bytes(index(column)) }

    // See `Row`.

    func choice<Choice: RawRepresentable<Int64>>(_ column: Column) throws(StoreError) -> Choice {
        try row.choice(index(column))
    }

    func choice<Choice: RawRepresentable<String>>(_ column: Column) throws(StoreError) -> Choice {
        try row.choice(index(column))
    }

    func userID(_ column: Column) throws(StoreError) -> UserID { try row.userID(index(column)) }

    func small(_ column: Column) throws(StoreError) -> UInt32 { try row.small(index(column)) }

    func list<Number: LosslessStringConvertible>(_ column: Column) throws(StoreError) -> [Number] {
        try row.list(index(column))
    }

    func decoded<Value>(_ column: Column, _ read: (String) -> Value?) throws(StoreError) -> Value {
        try row.decoded(index(column), read)
    }

    func digest(_ column: Column) throws(StoreError) -> RequestDigest { try row.digest(index(column)) }

    func json(_ column: Column) throws(StoreError) -> String { try row.json(index(column)) }

    func optionalJSON(_ column: Column) throws(StoreError) -> String? { try row.optionalJSON(index(column)) }
}
