import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings
import Storage

/// Why a message was pushed, or was not.
extension OperationTable {
    @OperationList static var pushExplanations: [OperationDefinition] {
        Operation(
            "push.explain", "Tells whether a message was pushed to the caller, and why or why not.", roles: .user,
            parameters: [PushParameters.message], result: PushParameters.story,
            errors: [.noMessage, .unavailable]
        ).user { request, caller throws(Refusal) in
            let (templates, most) = (request.context.pushes.templates, request.context.configuration.push.content)
            let explanation = try request.explainer(of: caller.user)
            return .read { transaction, json throws(CommandError) in
                let explanation = try explanation(transaction)
                json.explanation(explanation, templates, showing: most)
            }
        }

        Operation(
            "admin.push.explain", "Tells whether a message was pushed to a user, and why or why not.", roles: .admin,
            parameters: [PushParameters.user, PushParameters.message],
            result: PushParameters.story,
            errors: [.noMessage, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let (templates, most) = (request.context.pushes.templates, request.context.configuration.push.content)
            let explanation = try request.explainer(of: UserID(naming: try request(PushParameters.user)))
            return .read { transaction, json throws(CommandError) in
                let explanation = try explanation(transaction)
                json.explanation(explanation, templates, showing: most)
            }
        }
    }
}

/// `push.…`: how devices without a session are reached, and why they were, or were not.
enum PushParameters {
    private static let deviceFields = [
        Field("device", .string), Field("platform", .platform),
        Field("provider", .words(PushProvider.allCases.map(\.rawValue))), Field(optional: "app", .string),
        Field("token", .string),
    ]
    static let deviceList = Field(
        "devices",
        .list(
            .object(
                deviceFields + [
                    Field(optional: "language", .string),
                    Field("preview", .words(PushPreview.allCases.map(\.rawValue))),
                    Field("since", .milliseconds),
                ])),
        "In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8 "
            + "characters; `language`, `preview`: as registered.")
    static let message = Parameter.string("msgId", bytes: 1...20, "The message.")
    static let user = Parameter.user("userID", "The user.")
    static let story = [
        Field("pushed", .orNull(.boolean), "Whether the message was pushed; null: not decided yet."),
        Field(
            optional: "reason", .string,
            "Only if not: " + PushObstacle.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; see [pushes.md](pushes.md)."),
        Field(optional: "rule", .string, "The rule that gives the reason."),
        Field(optional: "text", .string, "Only if pushed: the push's text."),
        Field(optional: "badge", .integer, "Only if pushed: the number of all unread messages."),
        Field(optional: "forced", .boolean, "Only if pushed: whether the sender forced it."),
        Field(
            optional: "sessionLost", .onlyTrue,
            "True if it was pushed because a session that had been sent the message was lost; else left out."),
        Field(
            optional: "recalled", .onlyTrue,
            "True if it was recalled after it was pushed: the text is that of the push that takes its place."),
        Field(optional: "expired", .onlyTrue, "The same if it has expired since."),
        Field(optional: "edited", .onlyTrue, "True if it was edited after it was pushed, and pushed again for that."),
        Field(
            optional: "devices",
            .list(
                .object(
                    deviceFields + [
                        Field(optional: "title", .string), Field("body", .string),
                        Field("state", .words(["waiting", "accepted", "refused", "unregistered", "expired"])),
                        Field("attempts", .integer), Field("status", .integer), Field("answer", .string),
                        Field("answeredAt", .milliseconds), Field(optional: "delivered", .milliseconds),
                        Field(optional: "opened", .milliseconds), Field(optional: "notShown", .string),
                        Field(optional: "replaced", .onlyTrue),
                    ])),
            "Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`, `refused`, "
                + "`unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`, `notShown`: what "
                + "receipts say, left out before; `replaced`: this is the push that took the place of another."),
    ]
}

extension Request {
    func explainer(
        of user: UserID
    ) throws(Refusal) -> @Sendable (any Transaction) throws(CommandError) -> PushExplanation {
        let configuration = context.configuration
        // A text that is no id names no message.
        let message = MessageNumber(try self(PushParameters.message)) ?? 0
        let cutoff = configuration.pushCutoff
        let hasProviders = configuration.hasPushes
        return { transaction throws(CommandError) in
            try PushExplanation.explain(
                of: message, to: user, hasProviders: hasProviders, cutoff: cutoff, in: transaction)
        }
    }
}

extension JSONWriter {
    /// `most`: a device may show less.
    mutating func explanation(_ explanation: PushExplanation, _ templates: PushTemplates, showing most: PushPreview) {
        switch explanation.conclusion {
        case .undecided:
            null("pushed")
        case .notPushed(let obstacle):
            field("pushed", false)
            field("reason", obstacle.rawValue)
            field("rule", obstacle.rule)
        case .pushed(let deliveries):
            field("pushed", true)
            field("rule", deliveries[0].isForced ? "T-54" : "X-M13" as StaticString)
            field("text", explanation.text)
            field("badge", deliveries[0].badge)
            field("forced", deliveries[0].isForced)
            if deliveries[0].isLate { field("sessionLost", true) }
            if let replacement = deliveries.lazy.compactMap(\.replacement).first { field(replacement.member, true) }
            array("devices") { json in
                for delivery in deliveries {
                    let content = templates.content(
                        of: explanation.parts, in: delivery.preferences.language,
                        showing: min(most, delivery.preferences.preview))
                    json.object { $0.delivery(delivery, content) }
                }
            }
        }
    }

    private mutating func delivery(_ delivery: PushExplanation.DeviceResult, _ content: PushContent) {
        device(delivery.device, delivery.platform, delivery.service, token: delivery.token)
        if !content.title.isEmpty { field("title", content.title) }
        field("body", content.body)
        field("state", "\(delivery.state)")
        field("attempts", delivery.attempts)
        field("status", delivery.status)
        field("answer", delivery.answer)
        field("answeredAt", delivery.answeredAt)
        if delivery.deliveredAt > 0 { field("delivered", delivery.deliveredAt) }
        if delivery.openedAt > 0 { field("opened", delivery.openedAt) }
        if !delivery.notShown.isEmpty { field("notShown", delivery.notShown) }
        if delivery.replacement != nil { field("replaced", true) }
    }

    mutating func devices(_ addresses: [PushAddress]) {
        array("devices") { json in
            for address in addresses {
                json.object { json in
                    json.device(address.device, address.platform, address.service, token: address.token)
                    if !address.preferences.language.isEmpty { json.field("language", address.preferences.language) }
                    json.field("preview", address.preferences.preview.rawValue)
                    json.field("since", address.since)
                }
            }
        }
    }

    /// A token is as good as a key to the device: its end is enough to know it by.
    mutating func device(
        _ device: String, _ platform: Platform, _ service: PushService, token: String
    ) {
        field("device", device)
        field("platform", platform.rawValue)
        field("provider", service.provider.rawValue)
        if !service.app.isEmpty { field("app", service.app) }
        field("token", String(token.suffix(8)))
    }
}
