import Chat
import ClientProtocol
import Domain
import JSON

/// Reports of devices and providers on pushes (P-43, P-45).
extension OperationTable {
    @OperationList static var pushReceipts: [OperationDefinition] {
        let ticket = Parameter.string("ticket", bytes: 1...64, "The push's ticket, as it came with it.")
        let event = Parameter<PushReceipt.Event>(
            "event", type: .words(["delivered", "opened"]), "What has become of the push."
        ) { value throws(Mismatch) in
            switch value.string {
            case "delivered": return .delivered
            case "opened": return .opened
            default: throw Mismatch("must be delivered or opened")
            }
        }
        Operation(
            "push.receipt",
            "Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts. Without a "
                + "session: `POST /v1/push/receipts` with the same members.",
            roles: .user, parameters: [ticket, event], errors: [.noMessage, .unavailable]
        ).user { request, _ throws(Refusal) in
            let receipt = PushReceipt(ticket: try request(ticket), event: try request(event))
            guard PushTicket(receipt.ticket, request.context.askKey.now) != nil else {
                throw Refusal(.noMessage, keys: ["ticket"])
            }
            return .change { chat, _ throws(CommandError) in _ = try chat.pushReceipts.note([receipt]) }
        }

        Operation(
            "admin.push.receipts",
            "Tells what has become of pushes, for backends that carry them on. A receipt with a wrong ticket is passed over.",
            roles: .admin, parameters: [PushReceiptParameters.receipts],
            result: [Field("noted", .integer, "How many were news.")], errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let receipts = try request(PushReceiptParameters.receipts)
            return .change { chat, json throws(CommandError) in
                let noted = try chat.pushReceipts.note(receipts)
                json.field("noted", noted)
            }
        }
    }
}

enum PushReceiptParameters {
    static let receipts = Parameter<[PushReceipt]>(
        "receipts",
        type: .list(
            .object([
                Field("ticket", .string), Field("event", .words(PushReceipt.Event.allCases.map(\.rawValue))),
                Field(optional: "reason", .string),
            ]), 1...1_000),
        "1 to 1000: each with the push's `ticket`, `event`, and why it was `notShown` as `reason`. `dead`: the device is "
            + "gone, and is pushed to no more."
    ) { value throws(Mismatch) in
        guard let elements = value.elements, (1...1_000).contains(elements.count) else {
            throw Mismatch("must be a list of 1 to 1000 receipts")
        }
        var receipts: [PushReceipt] = []
        for element in elements {
            guard let ticket = element["ticket"]?.string,
                let event = element["event"]?.string.flatMap(PushReceipt.Event.init)
            else { throw Mismatch("has a receipt without a ticket or a known event") }
            receipts.append(PushReceipt(ticket: ticket, event: event, reason: element["reason"]?.string ?? ""))
        }
        return receipts
    }
}
