import Commands
import JSON

extension Command {
    static let controlOfGroups = [controlGroup, controlGroups, controlConversation]

    private static let members = Flag("members", nil, "Lists the members, too.")

    private static let controlGroup = control(
        "group", "Shows a group.", operands: ["GROUP"], flags: [members]
    ) { invocation, gateway, printer in
        let id = invocation.operands[0]
        let found = try gateway.request("admin.group.get") { $0.field("groupID", id) }
        guard let group = found["group"] else { throw CommandFailure(reason: "the gateway's answer has no group") }
        guard invocation.has(members) else { return printer.show(group, describe) }
        let members = try allMembers(of: id, gateway)
        let list = "[" + members.map(\.compactText).joined(separator: ",") + "]"
        printer.show([("group", group.compactText), ("members", list)]) {
            var table = TextTable("USER", "ROLE", "NICKNAME", "JOINED")
            for member in members {
                table.add(
                    member.cell("userID"), member.cell("role"), member.cell("nickname"), member.time("joinTime"))
            }
            return describe(group) + section("Members", table)
        }
    }

    private static func allMembers(of id: String, _ gateway: ControlConnection) throws -> [JSONValue] {
        var (members, cursor): ([JSONValue], String) = ([], "")
        repeat {
            let page = try gateway.request("admin.group.members") { json in
                json.field("groupID", id)
                json.field("cursor", cursor)
                json.field("pageSize", 100)
            }
            members += page.list("members")
            cursor = page["cursor"]?.string ?? ""
        } while !cursor.isEmpty
        return members
    }

    private static func describe(_ group: JSONValue) -> String {
        let names: [StaticString] = [
            "groupID", "kind", "name", "description", "owner", "memberCount", "maxUsers", "isAllMemberMuted",
            "disabled",
            "joinMode", "inviteMode", "adminList",
        ]
        let pairs = names.map { (name: "\($0)", value: group.cell($0)) }
        return TextTable(pairs: pairs + [("createTime", group.time("createTime"))]).text
    }

    private static let controlGroups = control(
        "groups", "Lists all groups, the newest first.", flags: [.limit, .after]
    ) { invocation, gateway, printer in
        let limit = try invocation.integer(.limit, in: 1...100) ?? 20
        let result = try gateway.request("admin.group.list") { json in
            json.field("pageSize", limit)
            json.field("cursor", invocation[.after] ?? "")
        }
        printer.show(result) { result in
            var table = TextTable("GROUP", "NAME", "KIND", "MEMBERS")
            for group in result.list("groups") {
                table.add(group.cell("groupID"), group.cell("name"), group.cell("kind"), group.cell("memberCount"))
            }
            return table.text + furtherPage(result.cell("cursor"))
        }
    }

    private static let user = Flag(
        "user", "USER", "Of a conversation between two: the one for whom CONVERSATION names the other.")
    private static let oldest = Flag("oldest", nil, "From the oldest message forward, not from the newest back.")

    private static let controlConversation = control(
        "conversation", "Reads the messages of a conversation, also those that its members do not see.",
        operands: ["CONVERSATION"], flags: [user, oldest, .limit, .after],
        notes: """
            CONVERSATION is group_GROUP, or c2c_USER with --user for the other one.

            """
    ) { invocation, gateway, printer in
        let limit = try invocation.integer(.limit, in: 1...100) ?? 20
        let cursor = try invocation.integer(.after, in: 0...4_294_967_295) ?? 0
        let result = try gateway.request("admin.message.history") { json in
            json.field("conversationID", invocation.operands[0])
            if let user = invocation[user] { json.field("userID", user) }
            json.field("direction", invocation.has(oldest) ? "newer" : "older" as StaticString)
            json.field("cursor", cursor)
            json.field("limit", limit)
        }
        printer.show(result) { result in
            var table = TextTable("SEQ", "TIME", "FROM", "TYPE", "MESSAGE", "BODY")
            for message in result.list("messages") {
                table.add(
                    message.cell("seq"), message.time("time"), message.cell("from"), message.cell("type"),
                    message.cell("msgId"), body(of: message))
            }
            return table.text + furtherPage(result.cell("cursor"))
        }
    }

    /// As much as a line has room for.
    private static func body(of message: JSONValue) -> String {
        if message["recalled"] != nil { return "(recalled)" }
        let text = message["body"]?["text"]?.string ?? message.cell("body")
        return text.count > 60 ? text.prefix(59) + "…" : text
    }
}
