import ClientProtocol
import Domain
import Storage

/// The values and counters of groups (Y-03).
extension GroupQueries {
    /// As of one moment.
    package struct Values: Sendable {
        package let values: [GroupValue]
        package let counters: [ExactText: Int]
        /// The last seq of the group's stream that is in this.
        package let seq: Seq
    }

    private static let valuesOfGroup = PairSelection<GroupValue.Column, SetterColumn>(
        """
        FROM group_value LEFT JOIN account ON account.id = group_value.account
        WHERE group_value.group_number = $1 ORDER BY group_value.key
        """)

    /// `number`: of a member; nil: an administrator asks.
    package static func values(
        of id: String, for number: AccountNumber?, in store: any Transaction
    ) throws(CommandError) -> Values {
        let group =
            if let number { try find(id, for: number, in: store) } else { try find(id, ledBy: nil, in: store) }
        return try stored(values(of: group, in: store))
    }

    static func values(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> Values {
        var values: [GroupValue] = []
        try store.query(valuesOfGroup, [.integer(group)]) { row, setter in values.append(GroupValue(row, setter)) }
        return Values(
            values: values, counters: try counters(of: group, in: store), seq: try streamSeq(of: group, in: store))
    }

    /// The sums of all counters.
    static func counters(of group: GroupNumber, in store: any Transaction) throws(StoreError) -> [ExactText: Int] {
        var counters: [ExactText: Int] = [:]
        try store.query("SELECT name, sum FROM group_count WHERE group_number = $1", [.integer(group)]) { row in
            counters[ExactText(row.text(0))] = Int(row.integer(1) as Int64)
        }
        return counters
    }
}
