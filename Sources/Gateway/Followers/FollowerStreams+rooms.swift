import ClientProtocol
import Domain
import Framing
import JSON
import Routing
import Settings
import Transport

/// L-31: `GET /v1/rooms/{id}/events` (docs/rooms.md). A user's stream is in the room as a session is, those of guests and backends
/// only hear. All get what sessions are told there.
extension FollowerStreams {
    func enter(_ stream: FollowerStream, _ id: RoomID, knowing position: RoomPosition, _ calls: HTTPCalls) {
        guard case .judged(let exchange) = stream.stage else { preconditionFailure("a stream was let in twice") }
        stream.stage = .catchingUp(exchange)
        hearing[stream.connection] = stream
        let finish: HTTPCalls.Finish = { [self] content in
            switch content {
            case .refusal(let refusal), .fault(let refusal): refuse(stream, refusal)
            case .ok(let facts):
                begin(stream, with: FollowerPage(entered: facts, wait: link.context.configuration.drain.wait))
            }
        }
        guard stream.isOfUser else {
            do throws(Refusal) {
                try charge(stream, calls)
                calls.ask(.hear(stream.identity.claim, knowing: position, on: stream.connection), in: id, finish)
            } catch {
                refuse(stream, error)
            }
            return
        }
        var data = JSONWriter()
        data.object { $0.field("roomID", id.text) }
        let call = HTTPCall(
            operation: "room.enter", data: Array(data.bytes), key: nil, caller: .user(stream.identity), trace: nil
        ) { [connection = stream.connection] _, caller in
            .room(id, .hear(caller.claim, knowing: position, on: connection))
        }
        calls.run(call, finish)
    }

    private func charge(_ stream: FollowerStream, _ calls: HTTPCalls) throws(Refusal) {
        if let access = stream.access { return try calls.charge(.key(access, user: nil), 1) }
        let payer = payer(of: stream)
        guard payer.meter.allows(payer.rate, now: link.now) else { throw Refusal(.rateLimited) }
    }

    func hears(_ connection: ConnectionID) -> Bool { hearing[connection] != nil }
}

extension FollowerPage {
    /// `facts`: the reply to `room.enter`.
    fileprivate init(entered facts: [UInt8], wait: Int) {
        self.init(seq: 0, wait: wait)
        do {
            let json = try JSONDocument().parse(facts, limits: JSONLimits(bytes: facts.count, values: facts.count))
            guard let epoch = json["epoch"]?.int64, let seq = json["seq"]?.int64 else {
                preconditionFailure("a room was entered that has no epoch")
            }
            append("room.entered", at: RoomPosition.text(RoomEpoch(epoch), Seq(seq)), data: facts)
        } catch {
            preconditionFailure("the reply of a room is no JSON: \(error)")
        }
    }
}
