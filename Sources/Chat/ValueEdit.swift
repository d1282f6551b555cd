import ClientProtocol
import Domain
import Storage

// The rules that the values of rooms and of groups have in common (L-23, L-24, Y-03).

/// A wish to set a key, or to remove it.
package struct ValueChange: Sendable {
    package let key: ExactText
    /// Nil: the key goes.
    package let value: String?
    /// L-23: only if the key has this version; 0: only if there is none; nil: in any case.
    package let version: Int?
    /// In a room.
    package let isTransient: Bool
    /// Of a new element of a room's queue: before all others.
    package let isFirst: Bool

    package init(key: String, value: String?, version: Int?, isTransient: Bool = false, isFirst: Bool = false) {
        self.key = ExactText(key)
        self.value = value
        self.version = version
        self.isTransient = isTransient
        self.isFirst = isFirst
    }
}

/// One who may set values, and what it may do with those of others.
struct ValueSetter {
    /// 0: a backend.
    let account: AccountNumber
    let name: String
    /// Owner, admins and backends act on what others have set, and have as many keys as they like.
    let isLeader: Bool

    static let backend = ValueSetter(account: 0, name: "", isLeader: true)

    /// Refuses what is another's, or has another version than the wanted one.
    func require(_ version: Int?, of value: (some KeyedValue)?, at key: ExactText) throws(CommandError) {
        if let value, !isLeader, value.account != account {
            throw .refused(.noGroupRight, "another user has set \(key.text)", keys: ["key"])
        }
        let found = Int(value?.version.rawValue ?? 0)
        guard version == nil || version == found else {
            throw .refused(.conflict, "\(key.text) has the version \(found)", keys: ["ifVersion"])
        }
    }
}

/// Changes of values that belong together, and what there is of them in their room or group.
struct ValueEdit<Value: KeyedValue> {
    let setter: ValueSetter
    private var (count, bytes, ofSetter) = (0, 0, 0)
    private(set) var set: [Value] = []
    private(set) var removed: [ExactText] = []

    init(by setter: ValueSetter) {
        self.setter = setter
    }

    /// `row`: how many values there are, with how many bytes, and how many of them are the setter's.
    mutating func begin(with row: any Row) {
        count = Int(row.integer(0) as Int64)
        bytes = Int(row.integer(1) as Int64)
        ofSetter = Int(row.integer(2) as Int64)
    }

    /// `value`: what takes the place of the former one.
    mutating func add(
        _ change: ValueChange, from former: Value?, _ value: (String) -> Value
    ) throws(CommandError) {
        try setter.require(change.version, of: former, at: change.key)
        if let former {
            count -= 1
            bytes -= former.size
            if former.account == setter.account { ofSetter -= 1 }
        }
        if let text = change.value {
            let new = value(text)
            count += 1
            bytes += new.size
            ofSetter += 1
            set.append(new)
        } else if former != nil {
            removed.append(change.key)
        }
    }

    /// `place`: as the refusal names it.
    func requireRoom(most: Int, in place: String, key: String) throws(CommandError) {
        guard count <= most, bytes <= Value.mostBytes else {
            throw .refused(.tooMany, "\(place) has \(most) keys and \(Value.mostBytes) bytes at most", keys: [key])
        }
        if !setter.isLeader, !set.isEmpty, ofSetter > Value.mostOfUser {
            throw .refused(.tooMany, "a user has \(Value.mostOfUser) keys in \(place) at most", keys: [key])
        }
    }

    var isEmpty: Bool { removed.isEmpty && set.isEmpty }
}

/// L-24: how often the values of a room or a group change.
let rateOfValues = RateLimit(perSecond: 10, burst: 10)

/// The name of the account that has set a value, beside the value's row; empty: a backend.
enum SetterColumn: Int, ColumnList {
    case name

    var expression: String { "coalesce(account.name, '')" }
}
