/// A text under a key, with its setter and its version: of a room (L-23) or of a group (Y-03).
package protocol KeyedValue {
    var key: ExactText { get }
    var value: String { get }
    /// 0: a backend has set it.
    var account: AccountNumber { get }
    /// For those who change it on condition that nobody else has.
    var version: Seq { get }
}

extension KeyedValue {
    /// As the limits count it.
    package var size: Int { key.text.utf8.count + value.utf8.count }

    /// L-24: of all together.
    package static var mostBytes: Int { 65_536 }
    /// L-24: of a user who is neither owner nor admin.
    package static var mostOfUser: Int { 10 }
}

/// A value of a group that all members see (Y-03).
package struct GroupValue: KeyedValue, Equatable, Sendable {
    package let key: ExactText
    package let value: String
    package let account: AccountNumber
    /// The name of `account`; empty: a backend.
    package let setter: String
    /// The seq of the event in the group's stream that tells of it.
    package let version: Seq

    package init(key: ExactText, value: String, account: AccountNumber, setter: String, version: Seq) {
        self.key = key
        self.value = value
        self.account = account
        self.setter = setter
        self.version = version
    }

    /// L-24: of a group.
    package static let most = 100
}

/// The counters of a group (Y-03).
package enum GroupCounter {
    /// Of one group.
    package static let most = 20
    /// A sum grows no further.
    package static let greatestSum = 9_007_199_254_740_991
}
