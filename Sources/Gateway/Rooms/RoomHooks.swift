import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Security
import Transport

/// L-29: a backend decides about messages that were drawn, so the room's rate bounds the questions. The home asks, and the room
/// goes on meanwhile: a message is told with the tick after the answer.
final class RoomHooks {
    private typealias Asked = RoomHome<RoomTicket>.Asked

    private let link: ShardLink
    private unowned let homes: RoomHomes
    private let replacements: HookReplacements
    private let document = JSONDocument()

    init(_ link: ShardLink, _ homes: RoomHomes) {
        self.link = link
        self.homes = homes
        replacements = HookReplacements(link.context.requests)
    }

    /// Nil: no hook decides about the message. Backends are not asked about their own.
    func speech(of asker: RoomAsker) -> HookedSpeech? {
        guard let hooks = link.context.hooks, case .call(let call) = asker.submission.request,
            let entry = link.context.operations[call.operation], let endpoint = hooks[entry.index],
            case .user(let caller) = call.caller.role, call.caller.keyName == nil
        else { return nil }
        let trace = asker.submission.trace ?? asker.submission.traceContext.map(link.context.tracing.resume)
        return HookedSpeech(endpoint: endpoint, call: call, caller: caller, trace: trace)
    }

    func ask(about message: RoomHome<RoomTicket>.Asked, _ speech: HookedSpeech?, in room: LiveRoom) {
        guard let speech else { preconditionFailure("no hook decides about a message in \(room.room.id)") }
        let (id, epoch) = (room.room.id, room.history.epoch)
        let ask = question(about: speech)
        speech.endpoint.ask(ask) { [mailbox = link.mailbox] decision in
            mailbox.post { gateway in
                // The sender of one that was asked about at a former home has been refused.
                guard let room = gateway.rooms.rooms[id], room.isHome, room.history.epoch == epoch else { return }
                gateway.rooms.hooks.take(decision, about: message, speech, ask, in: room)
            }
        }
    }

    private func question(about speech: HookedSpeech) -> HookAsk {
        do {
            let request = Request(
                operation: operation(of: speech).declaration, data: try Call.value(of: speech.call.data, in: document),
                context: link.context.requests, key: speech.call.key, isHooked: true)
            return HookAsk(request, isRepeatable: true, by: speech.caller, speech.trace)
        } catch {
            preconditionFailure("the data of \(speech.call.operation) could be read before: \(error)")
        }
    }

    private func operation(of speech: HookedSpeech) -> (declaration: Operation, handle: Handler.ForUser) {
        guard let entry = link.context.operations[speech.call.operation], case .user(let handle) = entry.handler else {
            preconditionFailure("\(speech.call.operation) is no operation of users")
        }
        return (entry.operation, handle)
    }

    // MARK: - Decisions

    private func take(
        _ decision: HookDecision, about message: Asked, _ speech: HookedSpeech, _ ask: HookAsk, in room: LiveRoom
    ) {
        let id = room.room.id
        switch decision {
        case .allow:
            _ = room.settle { home in
                home.allow(message)
                return []
            }
        case .refuse(let refusal):
            homes.replies.refuse(room.settle { $0.refuse(message) }, refusal, in: id)
        case .replace(let data):
            do throws(HookFailure) {
                let draft = try draft(of: speech, replacingWith: data)
                speech.endpoint.note(ask, nil)
                let refused = room.settle { $0.allow(message, as: draft, now: link.now) }
                homes.replies.refuse(refused, .tooManyHigh, in: id)
            } catch {
                speech.endpoint.note(ask, error)
                take(speech.endpoint.standard, about: message, speech, ask, in: room)
            }
        }
        homes.note(room)
        homes.stir(id)
    }

    private func draft(of speech: HookedSpeech, replacingWith data: [UInt8]) throws(HookFailure) -> RoomDraft {
        let (declaration, handle) = operation(of: speech)
        let call = try replacements.call(speech.call, of: declaration, replacingWith: data) {
            request throws(Refusal) in try handle(request, speech.caller)
        }
        guard case .room(_, .send(let replacement)) = call.madeWork else { throw HookReplacements.nothing }
        return RoomDraft(
            from: speech.caller.user.text, speech.caller.account, clientID: replacement.clientID, replacement.kind,
            body: replacement.body, replacement.priority, isReplaced: true)
    }
}

extension Refusal {
    static let tooManyHigh = Refusal(.rateLimited, "too many high messages in a second", keys: ["priority"])
}
