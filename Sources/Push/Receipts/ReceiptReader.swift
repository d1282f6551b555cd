import Domain
import JSON

/// P-45: receipts as phone makers send them. Nothing here has been checked but Huawei's signature: whether a ticket is
/// ours, its caller finds out.
package enum ReceiptReader {
    /// `signature`: the header `X-HUAWEI-CALLBACK-ID`. `secrets`: of the apps at Huawei and HarmonyOS, which
    /// sign theirs.
    /// `now`: milliseconds since 1970.
    package static func receipts(
        from provider: PushProvider, signature: String?, body: [UInt8], secrets: [ReceiptSecret],
        now: Milliseconds
    ) throws(ReceiptProblem) -> [PushReceipt] {
        switch provider {
        case .huawei, .harmony:
            try ReceiptSecret.check(signature, by: secrets, at: now)
            return try read(statuses(in: parse(body)), huaweiReceipts)
        case .honor: return try read(statuses(in: parse(body)), honorReceipts)
        case .xiaomi: return try read(members(of: parse(field("data", of: body)), code: "type"), xiaomiReceipts)
        case .oppo: return try read(events(in: parse(body)), oppoReceipts)
        case .vivo:
            // Those of the first kind have no code, since they tell of delivery alone.
            return try read(members(of: parse(body), code: "ackType"), vivoReceipts, withoutCode: "0")
        case .meizu: return try read(members(of: parse(field("cb", of: body)), code: "type"), meizuReceipts)
        case .apns, .apnsVoip, .fcm, .webPush, .webhook: throw .noReceipts(provider)
        }
    }

    private typealias Entry = (ticket: JSONValue?, code: JSONValue?)

    /// `{"statuses":[{"biTag":"…","status":0,…}]}`. In version 2, which HarmonyOS has, the code is within
    /// `deliveryStatus`.
    private static func statuses(in document: JSONValue) throws(ReceiptProblem) -> [Entry] {
        guard let elements = document["statuses"]?.elements else { throw .unreadable("it has no list `statuses`") }
        return elements.map { ($0["biTag"], $0["deliveryStatus"]?["result"] ?? $0["status"]) }
    }

    /// `[{"param":"…","eventType":"push_arrive",…}]`.
    private static func events(in document: JSONValue) throws(ReceiptProblem) -> [Entry] {
        guard let elements = document.elements else { throw .unreadable("it is no list") }
        return elements.map { ($0["param"], $0["eventType"]) }
    }

    /// `{"id of a message":{"param":"…",…}}`.
    private static func members(of document: JSONValue, code: StaticString) throws(ReceiptProblem) -> [Entry] {
        guard let members = document.members else { throw .unreadable("it is no object") }
        return members.map { ($0.value["param"], $0.value[code]) }
    }

    /// An entry without a ticket of ours belongs to a push that somebody else sent for the same app.
    private static func read(
        _ entries: [Entry], _ codes: [String: ReceiptCode], withoutCode: String? = nil
    ) throws(ReceiptProblem) -> [PushReceipt] {
        guard entries.count <= mostReceipts else { throw .tooMany(entries.count) }
        var receipts: [PushReceipt] = []
        for (ticket, code) in entries {
            guard let ticket = ticket?.string, isTicket(ticket) else { continue }
            guard let code = code == nil ? withoutCode : code?.codeText else {
                throw .unreadable("a receipt has no code")
            }
            let known = codes[code] ?? ReceiptCode(.notShown)
            let isGood = known.event == .delivered || known.event == .opened
            let reason = known.meaning.isEmpty ? code : "\(code): \(known.meaning)"
            receipts.append(
                PushReceipt(ticket: ticket, event: known.event, reason: isGood ? "" : printable(reason, upTo: 64)))
        }
        return receipts
    }

    private static func parse(_ text: [UInt8]) throws(ReceiptProblem) -> JSONValue {
        do {
            return try JSONDocument().parse(text)
        } catch {
            throw .unreadable("it is no JSON: \(error)")
        }
    }

    private static func field(_ name: String, of body: [UInt8]) throws(ReceiptProblem) -> [UInt8] {
        guard let value = Form.value(of: name, in: body) else { throw .unreadable("it is no form with `\(name)`") }
        return value
    }
}

/// The meaning of a code for the push, and for whoever asks why it was not shown.
private struct ReceiptCode: Sendable {
    let event: PushReceipt.Event
    let meaning: String

    init(_ event: PushReceipt.Event, _ meaning: String = "") {
        self.event = event
        self.meaning = meaning
    }
}

/// HarmonyOS has the same.
private let huaweiReceipts: [String: ReceiptCode] = [
    "0": ReceiptCode(.delivered),
    "2": ReceiptCode(.dead, "the app is no longer on the device"),
    "5": ReceiptCode(.dead, "the token is no longer the app's"),
    "10": ReceiptCode(.dead, "the device was offline for 30 days"),
    "6": ReceiptCode(.notShown, "the user has switched notifications off"),
    "14": ReceiptCode(.notShown, "Huawei has an error of its own"),
    "15": ReceiptCode(.notShown, "a later push took its place"),
    "22": ReceiptCode(.notShown, "the token is another user's of the device"),
    "31": ReceiptCode(.notShown, "the app has no page that `clickIntent` names"),
    "51": ReceiptCode(.notShown, "the device was not unlocked since its start"),
    "102": ReceiptCode(.notShown, "the device got too many that day"),
    "144": ReceiptCode(.notShown, "the device does not know the profile"),
    "201": ReceiptCode(.notShown, "Huawei holds pushes to this device back"),
    "256": ReceiptCode(.notShown, "the device got too many that day"),
    "259": ReceiptCode(.notShown, "Huawei does not take the text"),
]

/// Its receipts have the shape of Huawei's first ones, but its codes are not public. One open client takes the second of
/// these for success.
private let honorReceipts: [String: ReceiptCode] = [
    "0": ReceiptCode(.delivered),
    "40000002": ReceiptCode(.delivered),
]

private let xiaomiReceipts: [String: ReceiptCode] = [
    "1": ReceiptCode(.delivered),
    "2": ReceiptCode(.opened),
    "16": ReceiptCode(.dead, "the regId is no longer one"),
    "32": ReceiptCode(.notShown, "the app has switched pushes off"),
    "64": ReceiptCode(.notShown, "the device does not meet a condition"),
    "128": ReceiptCode(.notShown, "the day's quota is spent"),
    "1024": ReceiptCode(.notShown, "the push ran out before the device was online"),
]

private let oppoReceipts: [String: ReceiptCode] = [
    "push_arrive": ReceiptCode(.delivered),
    "regid_invalid": ReceiptCode(.dead, "the registration id is no longer one"),
    "user_daily_limit": ReceiptCode(.notShown, "the device got too many that day"),
]

private let vivoReceipts: [String: ReceiptCode] = ["0": ReceiptCode(.delivered)]

private let meizuReceipts: [String: ReceiptCode] = [
    "1": ReceiptCode(.delivered),
    "2": ReceiptCode(.opened),
]
