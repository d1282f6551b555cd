import Domain
import Storage

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
