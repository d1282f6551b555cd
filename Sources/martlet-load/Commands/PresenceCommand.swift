import Client
import Commands
import JSON

extension Command {
    private static let users = Flag("users", "N", "Users; default 5000.")
    private static let followed = Flag("followed", "N", "How many users each user follows; default 1000.")
    private static let away = Flag("away", "N", "How many seconds a user is away; default 1.")
    private static let adminKey = Flag("admin-key", "KEY", "The gateway's admin key, to create the accounts.")

    static let presence = Command(
        "presence",
        "Users who follow each other come and go, --rate a second, default 500; all followers must be told once.",
        flags: [users, followed, away, adminKey] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        guard run.threads == 1 else { throw UsageError(reason: "presence runs in one thread only") }
        guard let key = invocation[adminKey] else { throw UsageError(reason: "give --admin-key") }
        let number = UInt32.random(in: .min ... .max)
        var options = Presence.Options()
        options.users = try invocation.integer(users, in: 3...100_000) ?? options.users
        options.followed = try invocation.integer(followed, in: 1...1000) ?? options.followed
        options.perSecond = try invocation.rate() ?? options.perSecond
        options.awaySeconds = try invocation.integer(away, in: 1...3600).map(Double.init) ?? options.awaySeconds
        guard options.followed < options.users else {
            throw UsageError(
                reason: "--followed is more than there are other users")
        }
        let founding = try Founding(run.target, key)
        try founding.accounts((0..<options.users).map { Presence.user(number, $0) })
        try follow(options, number, run.target)
        let measurement = try Run(run).measure { [options] _ in Presence(options, run: number) }
        return try invocation.publish(
            Report(
                name: "presence",
                title: "\(grouped(options.users)) users who follow \(grouped(options.followed)) each, "
                    + "\(grouped(Int(options.perSecond))) leave a second for \(grouped(Int(run.timing.seconds))) s",
                parameters: [
                    ("users", options.users), ("followed", options.followed), ("rate", Int(options.perSecond)),
                    ("threads", run.threads),
                ],
                unit: "returns", measurement: measurement))
    }

    /// Each user comes once and says whom it follows, while nobody is there to hear of it.
    private static func follow(_ options: Presence.Options, _ run: UInt32, _ target: Target) throws {
        for user in 0..<options.users {
            let session = ClientSession(try ClientConnection(target.endpoint, target.connectionOptions))
            let name = Presence.user(run, user)
            try session.send("session.open", target.identity.opening(name, device: "before", platform: "pc"))
            let followed = Presence.followed(by: user, options)
            let requests = try stride(from: 0, to: followed.count, by: 200).map { start in
                var json = JSONWriter()
                json.object { json in
                    json.field("subscribeType", 1)
                    json.field("expiry", 86_400)
                    json.array("userIds") { json in
                        for other in followed[start..<min(start + 200, followed.count)] {
                            json.value(Presence.user(run, other))
                        }
                    }
                }
                return try session.send("subscription.subscribe", json.text)
            }
            for request in requests {
                let ok = try session.reply(to: request).get()
                guard ok["status"]?.int64 == 0 else {
                    throw CommandFailure(reason: "subscription.subscribe: \(excerpt(ok.raw))")
                }
            }
            try session.connection.close()
            if user % 500 == 499 { complain("\(grouped(user + 1)) follow \(grouped(options.followed)) each\n") }
        }
    }
}
