import Chat
import ClientProtocol
import Domain
import Framing
import JSON
import Meters
import Push
import Transport

/// `POST /v1/push/receipts` (P-43) and `POST /v1/push/receipts/{provider}` (P-45): a ticket is all that its sender has to show,
/// so an app's extension needs no session, and a phone maker no key.
struct PushReceiptDoor {
    static let pathStart: StaticString = "/v1/push/receipts"

    private let link: ShardLink
    private let access: AdminAccess

    init(_ link: ShardLink) {
        self.link = link
        access = AdminAccess(gateway: "push receipts", perSecond: 1_000, scopes: ["admin.push.receipts"])
    }

    /// The call that notes them. `rest`: of the path. Nil: there is nothing to note, and a maker has nothing to mend.
    func call(for request: HTTPRequest, at rest: String) throws(HTTPFailure) -> HTTPCall? {
        let receipts = rest.isEmpty ? [try ownReceipt(in: request.body)] : try makersReceipts(in: request, at: rest)
        let key = link.context.requests.askKey.now
        let own = receipts.filter { PushTicket($0.ticket, key) != nil }
        guard !own.isEmpty else {
            if rest.isEmpty { throw HTTPFailure(Refusal(.noMessage, keys: ["ticket"])) }
            return nil
        }
        return HTTPCall(
            operation: "admin.push.receipts", data: data(of: own), key: nil, caller: .key(access, user: nil), trace: nil
        )
    }

    private func data(of receipts: [PushReceipt]) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.array("receipts") { json in
                for receipt in receipts {
                    json.object {
                        $0.field("ticket", receipt.ticket)
                        $0.field("event", receipt.event.rawValue)
                        if !receipt.reason.isEmpty { $0.field("reason", receipt.reason) }
                    }
                }
            }
        }
        return Array(json.bytes)
    }

    private func makersReceipts(in request: HTTPRequest, at rest: String) throws(HTTPFailure) -> [PushReceipt] {
        guard rest.hasPrefix("/"), let provider = PushProvider(rawValue: String(rest.dropFirst())) else {
            throw HTTPFailure(Refusal(.unknownOperation))
        }
        do throws(ReceiptProblem) {
            return try ReceiptReader.receipts(
                from: provider, signature: request.headers.first(of: "x-huawei-callback-id"), body: request.body,
                secrets: link.context.requests.pushes.receiptSecrets(of: provider),
                now: link.context.configuration.now.time)
        } catch {
            // So comes the test of Huawei's console, which takes no address that does not answer it.
            if error == .unsigned { return [] }
            throw HTTPFailure(Refusal(.badRequest, "\(error)"))
        }
    }

    private func ownReceipt(in body: [UInt8]) throws(HTTPFailure) -> PushReceipt {
        guard let json = try? JSONDocument().parse(body), let ticket = json["ticket"]?.string,
            let event = json["event"]?.string.flatMap(PushReceipt.Event.init), [.delivered, .opened].contains(event)
        else {
            throw HTTPFailure(
                Refusal(.badRequest, "the body must have a ticket, and delivered or opened as event", keys: ["ticket"]))
        }
        return PushReceipt(ticket: ticket, event: event)
    }
}
