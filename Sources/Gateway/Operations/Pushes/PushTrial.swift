import Chat
import ClientProtocol
import Domain
import JSON
import Push

/// P-27: a push to one device, at once, with what its provider says.
extension OperationTable {
    @OperationList static var pushTrial: [OperationDefinition] {
        let device = Parameter.string("device", bytes: 1...128, "One of the user's devices that get pushes.")
        let outcomes = ["accepted", "refused", "unregistered", "later"]
        Operation(
            "admin.push.test",
            "Sends a push to one of a user's devices now, whatever its settings are, and tells what the provider says. "
                + "Nothing is kept of it, and no device is forgotten for it.",
            roles: .admin, parameters: [PushParameters.user, device],
            result: [
                Field(
                    "outcome", .words(outcomes),
                    "`accepted`: the provider has it; `refused`: it takes no such push; `unregistered`: it does not know "
                        + "the device; `later`: it takes none now, or does not take us for whom we are."),
                Field("status", .integer, "Of HTTP; 0: there was no answer."),
                Field("answer", .string, "The provider's code and words, and what to do about it where that is known."),
                Field("milliseconds", .integer, "Until the answer."),
            ], errors: [.noAccount, .badRequest, .noProvider, .unavailable]
        ).forOperators.admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(PushParameters.user))
            let (device, pushes) = (try request(device), request.context.pushes)
            return .operate { json throws(CommandError) in
                let result = try pushes.test(user, on: device)
                json.field("outcome", result.outcome.word)
                json.field("status", result.status)
                json.field("answer", result.text)
                json.field("milliseconds", result.milliseconds)
            }
        }
    }
}

extension PushOutcome {
    fileprivate var word: StaticString {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .unregistered: "unregistered"
        case .later, .expired: "later"
        }
    }
}
