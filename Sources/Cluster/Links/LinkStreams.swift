/// The links of one incarnation over a way that may lose, double or delay packets, as a value without I/O.
///
/// A link has a stream in each direction. It is up while each side follows the other's stream without a gap and has heard from
/// it. After a gap or silence the side that finds out begins a new stream, and the other one does so when it sees that; so both
/// are told that the link was down, and send again what counts.
struct LinkStreams {
    private struct Link {
        var outgoing: UInt64
        var lastSent: UInt64 = 0
        var incoming: (stream: UInt64, received: UInt64)?
        var lastHeard: Moment
        var isUp = false
    }

    /// The events to hand to the node, and the packets to send.
    struct Outcome {
        var events: [NodeEvent] = []
        var packets: [(receiver: Incarnation, packet: LinkPacket)] = []
    }

    private let silence: Moment
    private var links: [Incarnation: Link] = [:]
    private var lastStream: UInt64 = 0

    /// `silence`: after how long a node that is not heard of has no link.
    init(silence: Moment) { self.silence = silence }

    private mutating func nextStream() -> UInt64 {
        lastStream += 1
        return lastStream
    }

    /// These are the other nodes. A node that is not among them any more has no link.
    mutating func take(members: Set<Incarnation>, at now: Moment) -> Outcome {
        var outcome = Outcome()
        for (other, link) in links where !members.contains(other) {
            links[other] = nil
            if link.isUp { outcome.events.append(.linkDown(other)) }
        }
        for other in members where links[other] == nil {
            links[other] = Link(outgoing: nextStream(), lastHeard: now)
        }
        return outcome
    }

    /// A packet for each node, so that it hears of this one. A node that was silent for long has no link from now on.
    mutating func beat(at now: Moment) -> Outcome {
        var outcome = Outcome()
        for other in links.keys.sorted() {
            if let link = links[other], link.isUp, now - link.lastHeard > silence { cut(other, &outcome) }
            speak(to: other, &outcome)
        }
        return outcome
    }

    /// Nil: there is no link, and the message is lost.
    mutating func packet(with message: LinkMessage, to other: Incarnation) -> LinkPacket? {
        guard links[other]?.isUp == true else { return nil }
        return next(message, to: other)
    }

    private mutating func next(_ message: LinkMessage?, to other: Incarnation) -> LinkPacket? {
        guard var link = links[other] else { return nil }
        // Until the link is up it is the first packet, again and again.
        link.lastSent = link.isUp ? link.lastSent + 1 : 1
        links[other] = link
        return LinkPacket(
            stream: link.outgoing, serial: link.lastSent, follows: link.incoming?.stream, message: message)
    }

    private mutating func speak(to other: Incarnation, _ outcome: inout Outcome) {
        if let packet = next(nil, to: other) { outcome.packets.append((other, packet)) }
    }

    /// Of a node that is no member yet nothing is taken: it goes on saying that it is there.
    mutating func take(_ packet: LinkPacket, from other: Incarnation, at now: Moment) -> Outcome {
        var outcome = Outcome()
        guard links[other] != nil, follow(packet, from: other, &outcome), var link = links[other] else {
            return outcome
        }
        link.lastHeard = now
        links[other] = link
        if !link.isUp, packet.follows == link.outgoing {
            links[other]?.isUp = true
            outcome.events.append(.linkUp(other))
            speak(to: other, &outcome)
        }
        if let message = packet.message, links[other]?.isUp == true {
            outcome.events.append(.message(message, from: other))
        }
        return outcome
    }

    /// False: the packet is not the next one of the stream.
    private mutating func follow(_ packet: LinkPacket, from other: Incarnation, _ outcome: inout Outcome) -> Bool {
        if let incoming = links[other]?.incoming, incoming.stream == packet.stream {
            // The first one comes several times.
            if packet.serial == 1 { return isBeginning(packet, other, &outcome) }
            if packet.serial <= incoming.received { return false }
            guard packet.serial == incoming.received + 1 else {
                cut(other, &outcome)
                speak(to: other, &outcome)
                return false
            }
            links[other]?.incoming = (packet.stream, packet.serial)
            return true
        }
        // The rest of a stream of which the beginning is lost, or that is over.
        guard packet.serial == 1 else { return false }
        // The other one has begun anew, so what this one has sent may be lost as well.
        if links[other]?.incoming != nil { cut(other, &outcome) }
        begin(packet.stream, of: other, &outcome)
        return true
    }

    private mutating func begin(_ stream: UInt64, of other: Incarnation, _ outcome: inout Outcome) {
        links[other]?.incoming = (stream, 1)
        speak(to: other, &outcome)
    }

    /// The first packet of a stream that is known already. If its sender no longer follows this side, the link is down for
    /// both. False: it is none of this protocol, since a stream begins without a message.
    private mutating func isBeginning(_ packet: LinkPacket, _ other: Incarnation, _ outcome: inout Outcome) -> Bool {
        if let link = links[other], link.isUp, packet.follows != link.outgoing {
            cut(other, &outcome)
            begin(packet.stream, of: other, &outcome)
        }
        return packet.message == nil
    }

    private mutating func cut(_ other: Incarnation, _ outcome: inout Outcome) {
        guard var link = links[other] else { return }
        if link.isUp { outcome.events.append(.linkDown(other)) }
        link.isUp = false
        link.incoming = nil
        // One of which only the first packet was sent has lost nothing, and the two sides would go on beginning anew.
        if link.lastSent > 1 {
            link.outgoing = nextStream()
            link.lastSent = 0
        }
        links[other] = link
    }
}
