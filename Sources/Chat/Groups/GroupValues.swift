import ClientProtocol
import Domain
import Storage

/// Keeps the values and the counters of groups (Y-03). A change of values is an event of the group's stream, whose seq is their
/// version; of what is counted the stream tells once a second.
package final class GroupValues {
    let work: UnitOfWork
    let quotas: Quotas
    let groups: Groups
    let groupMembers: GroupMembers

    private var rate = RateMeters<GroupNumber>(rateOfValues)
    /// Up to this one, groups have been told in the current pass of `tellCounts`.
    private var toldGroup: GroupNumber = 0
    private static let writing = GroupValue.Column.upsert()
    private static let one = PairSelection<GroupValue.Column, SetterColumn>(
        """
        FROM group_value LEFT JOIN account ON account.id = group_value.account
        WHERE group_value.group_number = $1 AND group_value.key = $2
        """)

    init(work: UnitOfWork, quotas: Quotas, groups: Groups, groupMembers: GroupMembers) {
        self.work = work
        self.quotas = quotas
        self.groups = groups
        self.groupMembers = groupMembers
    }

    /// All or none of these, which have different keys. Returns the last seq of the group's stream.
    package func set(
        _ changes: [ValueChange], in id: String, by number: AccountNumber
    ) throws(CommandError) -> Seq {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.setValues, by: context)
        let group = context.group
        // A backend's values do not go with the account in whose name it asks.
        let (account, name) = work.isForAdministrator ? (0, "") : (context.account.number, context.account.id.text)
        var edit = try edit(
            by: ValueSetter(account: account, name: name, isLeader: context.role != .member), in: group)
        let version = group.streamSeq.next
        for change in changes {
            try edit.add(change, from: value(change.key, in: group)) { text in
                GroupValue(key: change.key, value: text, account: account, setter: name, version: version)
            }
        }
        try edit.requireRoom(most: GroupValue.most, in: "a group", key: "groupID")
        if edit.isEmpty { return group.streamSeq }
        try payChange(of: group)
        try write(edit.set, edit.removed, in: group)
        try groups.emitMembers(GroupValuesChanged(set: edit.set, removed: edit.removed), of: group)
        return group.streamSeq
    }

    /// The group's counters, each with the least that its sum is from here on; others go with their sums. Returns the last seq of
    /// the group's stream.
    package func setCounters(
        _ counters: [ExactText: Int], in id: String, by number: AccountNumber
    ) throws(CommandError) -> Seq {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.setCounters, by: context)
        let group = context.group
        let former = try stored(GroupQueries.counters(of: group.number, in: work.store))
        var sums = counters
        for (name, sum) in former { sums[name] = sums[name].map { max($0, sum) } }
        if sums == former { return group.streamSeq }
        try payChange(of: group)
        try work.execute("DELETE FROM group_count WHERE group_number = $1", [.integer(group.number)])
        for (name, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try work.execute(
                "INSERT INTO group_count (group_number, name, sum, is_untold) VALUES ($1, $2, $3, 0)",
                [.integer(group.number), .text(name.text), .integer(Int64(sum))])
        }
        try groups.emitMembers(GroupValuesChanged(counters: sums), of: group)
        return group.streamSeq
    }

    /// Returns the sum. It costs members nothing: `tellCounts` tells them.
    package func count(
        _ count: Int, on name: ExactText, in id: String, by number: AccountNumber
    ) throws(CommandError) -> Int {
        let group = try groupMembers.memberContext(of: number, in: id, storing: false).group
        guard let former = try stored(GroupQueries.counters(of: group.number, in: work.store))[name] else {
            throw .refused(.groupParameters, "the group has no such counter", keys: ["counter"])
        }
        let sum = min(former + count, GroupCounter.greatestSum)
        try work.execute(
            "UPDATE group_count SET sum = $3, is_untold = 1 WHERE group_number = $1 AND name = $2",
            [.integer(group.number), .text(name.text), .integer(Int64(sum))])
        return sum
    }

    /// Tells members the sums that have grown, a piece of the groups at a time. Returns whether there may be more: a group that is
    /// counted in meanwhile waits for the next pass.
    func tellCounts() throws(CommandError) -> Bool {
        var numbers: [GroupNumber] = []
        try work.query(
            """
            SELECT DISTINCT group_number FROM group_count WHERE is_untold = 1 AND group_number > $1
            ORDER BY group_number LIMIT $2
            """, [.integer(toldGroup), .integer(Int64(groupsPerPiece))]
        ) { row in numbers.append(row.integer(0)) }
        toldGroup = numbers.count == groupsPerPiece ? numbers[groupsPerPiece - 1] : 0
        for number in numbers {
            try work.execute(
                "UPDATE group_count SET is_untold = 0 WHERE group_number = $1 AND is_untold = 1", [.integer(number)])
            // A damaged row is that group's matter, and no other's.
            _ = try work.skippingDamage { () throws(CommandError) in
                guard let group = try groups.outline(ofGroup: number) else { return }
                let counters = try stored(GroupQueries.counters(of: number, in: work.store))
                try groups.emitMembers(GroupValuesChanged(counters: counters), of: group)
            }
        }
        return numbers.count == groupsPerPiece
    }

    /// Of a group that is no more.
    func erase(of group: Group) throws(CommandError) {
        try work.execute("DELETE FROM group_value WHERE group_number = $1", [.integer(group.number)])
        try work.execute("DELETE FROM group_count WHERE group_number = $1", [.integer(group.number)])
    }

    /// Of a deleted account, also in groups that it has left.
    func erase(of account: Account) throws(CommandError) {
        var keys: [GroupNumber: [ExactText]] = [:]
        try work.query(
            "SELECT group_number, key FROM group_value WHERE account = $1 AND account != 0 ORDER BY group_number, key",
            [.integer(account.number)]
        ) { row in keys[row.integer(0), default: []].append(ExactText(row.text(1))) }
        for (number, removed) in keys.sorted(by: { $0.key < $1.key }) {
            guard let group = try groups.outline(ofGroup: number) else { continue }
            try write([], removed, in: group)
            try groups.emitMembers(GroupValuesChanged(removed: removed), of: group)
        }
    }

    /// L-24: one more change, of which all members are told. A backend makes as many as it likes, as an import does.
    private func payChange(of group: Group) throws(CommandError) {
        guard work.isForAdministrator || rate.allows(group.number, now: work.now) else {
            throw .refused(.rateLimited, "a group's values change 10 times a second at most", keys: ["groupID"])
        }
    }

    // MARK: - Rows

    private func write(_ set: [GroupValue], _ removed: [ExactText], in group: Group) throws(CommandError) {
        for value in set {
            try work.execute(Self.writing, value.values(in: group.number))
            try quotas.countRow(with: value.size)
        }
        for key in removed {
            try work.execute(
                "DELETE FROM group_value WHERE group_number = $1 AND key = $2",
                [.integer(group.number), .text(key.text)])
        }
    }

    private func value(_ key: ExactText, in group: Group) throws(CommandError) -> GroupValue? {
        var found: GroupValue?
        try work.query(Self.one, [.integer(group.number), .text(key.text)]) { row, setter in
            found = GroupValue(row, setter)
        }
        return found
    }

    private func edit(by setter: ValueSetter, in group: Group) throws(CommandError) -> ValueEdit<GroupValue> {
        var edit = ValueEdit<GroupValue>(by: setter)
        try work.query(
            """
            SELECT count(*), coalesce(sum(size), 0), coalesce(sum(account = $2), 0)
            FROM group_value WHERE group_number = $1
            """, [.integer(group.number), .integer(setter.account)]
        ) { row in edit.begin(with: row) }
        return edit
    }
}

/// Each has one event for all its members.
private let groupsPerPiece = 20

/// A row of `group_value`, with the group and the key as its key.
extension GroupValue {
    enum Column: Int, TableColumn {
        static let table = "group_value"
        static let keys = 2
        case groupNumber, key, account, version, size, value
    }

    init(_ row: TypedRow<Column>, _ setter: TypedRow<SetterColumn>) {
        self.init(
            key: ExactText(row.text(.key)), value: row.text(.value), account: row.integer(.account),
            setter: setter.text(.name), version: row.integer(.version))
    }

    fileprivate func values(in group: GroupNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .groupNumber: .integer(group)
            case .key: .text(key.text)
            case .account: .integer(account)
            case .version: .integer(version)
            case .size: .integer(Int64(size))
            case .value: .text(value)
            }
        }
    }
}
