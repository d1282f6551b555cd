import Commands
import JSON

extension Command {
    static let controlOfUsers = [controlSessions, controlKick, controlUser, controlUsers, controlExplain]

    private static let session = Flag("session", "ID", "Only this session.")
    private static let device = Flag("device", "ID", "Only sessions of this device.")
    static let sessionPlatform = Flag("platform", "NAME", "Only sessions on this platform: ios, android, web, pc …")
    private static let reason = Flag("reason", "TEXT", "The text that the sessions' clients are told.")

    private static let controlKick = control(
        "kick", "Ends a user's sessions: all, or those that the flags together describe. They may come back.",
        operands: ["USER"], flags: [session, device, sessionPlatform, reason]
    ) { invocation, gateway, printer in
        let result = try gateway.request("admin.session.kick") { json in
            json.field("userID", invocation.operands[0])
            if let session = invocation[session] { json.field("session", session) }
            if let device = invocation[device] { json.field("device", device) }
            if let platform = invocation[sessionPlatform] { json.field("platform", platform) }
            if let reason = invocation[reason] { json.field("reason", reason) }
        }
        printer.show(result) { "\($0.cell("kicked")) sessions have ended.\n" }
    }

    private static let controlUser = control(
        "user", "Shows a user's account, sessions, unread messages and devices for pushes.", operands: ["USER"]
    ) { invocation, gateway, printer in
        let user = invocation.operands[0]
        let found = try gateway.request("admin.account.get") { $0.array("userIDs") { $0.value(user) } }
        guard let account = found.list("accounts").first else {
            throw CommandFailure(
                reason: "there is no account \(TextTable.harmless(user))", exitCode: ExitCode.refused)
        }
        let state = try gateway.request("admin.user.state") { $0.field("userID", user) }
        printer.show([("account", account.compactText), ("state", state.compactText)]) { describe(account, state) }
    }

    private static func describe(_ account: JSONValue, _ state: JSONValue) -> String {
        var devices = TextTable("DEVICE", "PLATFORM", "PROVIDER", "TOKEN", "SINCE")
        for device in state.list("devices") {
            devices.add(
                device.cell("device"), device.cell("platform"), device.cell("provider"), device.cell("token"),
                device.time("since"))
        }
        let pairs = TextTable(pairs: [
            ("user", account.cell("userID")), ("nickname", account.cell("nickname")),
            ("avatar", account.cell("faceUrl")), ("created", account.time("createdAt")),
            ("disabled", account.cell("disabled")), ("online", state.cell("online")),
            ("unread", state.cell("totalUnread")),
        ])
        return pairs.text + section("Sessions", sessionTable(state)) + section("Devices for pushes", devices)
    }

    private static let controlUsers = control(
        "users", "Lists all accounts in the order in which they were made.", flags: [.limit, .after]
    ) { invocation, gateway, printer in
        let limit = try invocation.integer(.limit, in: 1...1_000) ?? 20
        let cursor = try invocation.integer(.after, in: 0...4_294_967_295) ?? 0
        let result = try gateway.request("admin.account.list") { json in
            json.field("limit", limit)
            json.field("cursor", cursor)
        }
        printer.show(result) { result in
            var table = TextTable("USER", "NICKNAME", "CREATED", "ONLINE", "DISABLED")
            for account in result.list("accounts") {
                table.add(
                    account.cell("userID"), account.cell("nickname"), account.time("createdAt"),
                    account.cell("online"), account.cell("disabled"))
            }
            return table.text + furtherPage(result.cell("cursor"))
        }
    }

    private static let controlExplain = control(
        "explain", "Tells whether a message was pushed to a user, and why or why not.", operands: ["USER", "MESSAGE"]
    ) { invocation, gateway, printer in
        let result = try gateway.request("admin.push.explain") { json in
            json.field("userID", invocation.operands[0])
            json.field("msgId", invocation.operands[1])
        }
        printer.show(result, describePush)
    }

    private static func describePush(_ result: JSONValue) -> String {
        var pairs: [(name: String, value: String)] = [
            ("pushed", result["pushed"]?.bool == nil ? "not decided yet" : result.cell("pushed"))
        ]
        for name: StaticString in ["reason", "rule", "text", "badge", "forced", "sessionLost"] where result[name] != nil
        {
            pairs.append(("\(name)", result.cell(name)))
        }
        var text = TextTable(pairs: pairs).text
        guard result["devices"] != nil else { return text }
        var devices = TextTable("DEVICE", "PROVIDER", "STATE", "ATTEMPTS", "STATUS", "ANSWER")
        for device in result.list("devices") {
            devices.add(
                device.cell("device"), device.cell("provider"), device.cell("state"), device.cell("attempts"),
                device.cell("status"), device.cell("answer"))
        }
        text += section("Devices", devices)
        return text
    }
}
