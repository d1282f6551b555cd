import Chat
import ClientProtocol
import Domain
import JSON

/// Texts under keys that all members of a group see, and counters to which they add (Y-03).
extension OperationTable {
    @OperationList static var groupValues: [OperationDefinition] {
        let (values, counters) = (Parameter.values().optional, counters.optional)
        Operation.group(
            "group.setValues",
            "Sets and removes values of a group, all of these or none, or says which counters it has. For owner and admins; "
                + "with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets "
                + "has no `by`. Members hear `group.valuesChanged`.",
            [GroupParameters.groupID, values, counters],
            alternatives: [values.description.name, counters.description.name],
            result: [Field("seq", .integer, "The last seq of the group's stream: the version of what was set.")],
            errors: [.noGroupRight, .conflict, .tooMany, .rateLimited]
        ).hooked(.replaces(except: ["groupID"])).leader(isNotified: false) { request, id throws(Refusal) in
            switch (try request(values), try request(counters)) {
            case (let changes?, nil):
                return { chat, me, json throws(CommandError) in
                    json.field("seq", try chat.groupValues.set(changes, in: id, by: me).rawValue)
                }
            case (nil, let sums?):
                return { chat, me, json throws(CommandError) in
                    json.field("seq", try chat.groupValues.setCounters(sums, in: id, by: me).rawValue)
                }
            default:
                throw Refusal(
                    .groupParameters, "either values or counters must be there", keys: ["values", "counters"])
            }
        }

        let count = Parameter.integer("count", in: 1...100, standard: 1, "So much is added.")
        Operation.group(
            "group.count",
            "Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most.",
            [GroupParameters.groupID, counter, count],
            result: [Field("sum", .integer, "With what was added.")], errors: [.noGroupRight]
        ).leader(isNotified: false) { request, id throws(Refusal) in
            let (name, count) = (ExactText(try request(counter)), try request(count))
            return { chat, me, json throws(CommandError) in
                json.field("sum", try chat.groupValues.count(count, on: name, in: id, by: me))
            }
        }

        Operation.group(
            "group.values", "Returns the values and counters of a group.", [GroupParameters.groupID], result: found
        ).user { request, caller throws(Refusal) in
            .values(ofGroup: try request(GroupParameters.groupID), for: caller.account)
        }
    }

    @OperationList static var groupValuesForAdministrators: [OperationDefinition] {
        Operation.groupForAdministrator(
            "admin.group.values", "Returns the values and counters of a group.", [GroupParameters.groupID],
            result: found, errors: [.emptyGroupID, .noGroup]
        ).admin { request, _ throws(Refusal) in
            .values(ofGroup: try request(GroupParameters.groupID), for: nil)
        }
    }
}

private let counter = Parameter.string("counter", bytes: 1...32, "The counter's name.")
private let counters = Parameter<[ExactText: Int]>(
    "counters",
    type: .list(
        .object([
            Field("name", .bytes(1...32)), Field(optional: "sum", .integer(0...GroupCounter.greatestSum)),
        ]), 0...GroupCounter.most),
    "The group's counters, with different names. `sum`: the least that the sum is from here on; no sum falls. One that is "
        + "named no more is gone with its sum."
) { value throws(Mismatch) in
    guard let elements = value.elements, elements.count <= GroupCounter.most else {
        throw Mismatch("must be a list of up to \(GroupCounter.most) counters")
    }
    var sums: [ExactText: Int] = [:]
    for element in elements {
        guard let name = element["name"] else { throw Mismatch("has a counter without a name") }
        let key = ExactText(try name.text(bytes: 1...32))
        guard sums[key] == nil else { throw Mismatch("has a name twice") }
        sums[key] = 0
        guard let sum = element["sum"], !sum.isNull else { continue }
        guard let number = sum.int64, 0...Int64(GroupCounter.greatestSum) ~= number else {
            throw Mismatch("has a sum that is no number from 0 to \(GroupCounter.greatestSum)")
        }
        sums[key] = Int(number)
    }
    return sums
}

private let found = [
    Field("values", .list(GroupValue.type), "By their keys."),
    Field("counters", .map(.integer), "The sums by the counters' names."),
    Field("seq", .integer, "The last seq of the group's stream that is in this."),
]

extension Work {
    /// `account`: nil for an administrator.
    fileprivate static func values(ofGroup id: String, for account: AccountNumber?) -> Work {
        .read { transaction, json throws(CommandError) in
            let found = try GroupQueries.values(of: id, for: account, in: transaction)
            found.values.write(as: "values", to: &json)
            GroupCounter.write(found.counters, to: &json)
            json.field("seq", found.seq.rawValue)
        }
    }
}
