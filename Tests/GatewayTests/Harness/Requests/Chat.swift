import Bytes
import Client
import Framing
import JSON
import Security
import Testing

/// A gateway for tests of messages: they ask faster than a client may.
func withChat(
    _ settings: [String: String] = [:], door: RequestDoor = .usual, workspace: Workspace? = nil,
    _ body: (GatewayProcess) throws -> Void
) throws {
    let unhurried = [
        "requests.perSecondPerSession": "100000", "requests.burstPerSession": "1000000",
        "requests.perSecondPerUser": "100000", "requests.burstPerUser": "1000000",
        "groups.createsPerHour": "0", "groups.invitesPerHour": "0",
    ]
    try withGateway(unhurried.merging(settings) { $1 }, door: door, workspace: workspace, body)
}

extension GatewayProcess {
    /// An open session whose login has been synced: events from now on are new.
    func online(_ user: String, device: String = "d1") throws -> ClientSession {
        try session(user, device: device)
    }

    /// A session that says what it has; `resume` is a JSON text. The reply to its opening comes beside.
    func back(
        _ user: String, device: String = "d1", resume: String? = nil
    ) throws -> (session: ClientSession, opened: JSONValue) {
        let session = try guest()
        let more = resume.map { #""resume": \#($0)"# } ?? ""
        return (session, try session.open(token: token(user), device: device, more).get())
    }

    /// Accounts that nobody has opened a session of yet.
    func createAccounts(_ users: String...) throws { try createAccounts(users) }

    func createAccounts(_ users: [String]) throws {
        let accounts = users.map { #"{"userID": "\#($0)"}"# }.joined(separator: ",")
        let ok = try admin().request("admin.account.create", #"{"accounts": [\#(accounts)]}"#).get()
        try #require(try #require(ok["results"]?.elements).allSatisfy { $0["code"]?.int64 == 0 })
    }

    /// With everything later by that many seconds than it was at first, on the same data.
    func restart(after seconds: Int) throws {
        try restart(["data.clockOffsetSeconds": "\(seconds)"])
    }
}

/// The setting of a gateway whose clock a test moves.
let movableClock = ["auth.testMode": "true"]
let day = 86_400

func uniqueID() -> String { Base64.url.encode(Random.bytes(12)) }
