import Storage
import TestSupport
import Testing

@testable import Cluster

/// Links over a way that loses, doubles and delays packets.
struct LinkStreamsTests {
    private struct Pair: Hashable {
        let from: Incarnation
        let to: Incarnation
    }

    private struct World {
        var random = SeededRandom()
        let nodes = [1, 2, 3].map { Incarnation($0) }
        var streams: [Incarnation: LinkStreams] = [:]
        var onTheWay: [(pair: Pair, packet: LinkPacket)] = []
        var now: Moment = 0
        var lastMessage: UInt64 = 0
        /// What each side of a link has sent and heard since it was told that the link is up; nil: it is down.
        var sent: [Pair: [UInt64]] = [:]
        var heard: [Pair: [UInt64]] = [:]
        var packets = 0
        /// Nothing that it says arrives.
        var silent: Incarnation?

        init() {
            for node in nodes {
                streams[node] = LinkStreams(silence: 1_000)
                handle(streams[node]!.take(members: Set(nodes).subtracting([node]), at: 0), at: node)
            }
        }

        mutating func handle(_ outcome: LinkStreams.Outcome, at node: Incarnation) {
            for (receiver, packet) in outcome.packets { post(packet, Pair(from: node, to: receiver)) }
            for event in outcome.events {
                switch event {
                case .linkUp(let other):
                    #expect(sent[Pair(from: node, to: other)] == nil, "\(random)")
                    sent[Pair(from: node, to: other)] = []
                    heard[Pair(from: other, to: node)] = []
                case .linkDown(let other):
                    #expect(sent[Pair(from: node, to: other)] != nil, "\(random)")
                    sent[Pair(from: node, to: other)] = nil
                    heard[Pair(from: other, to: node)] = nil
                case .message(.refusal(let number), let other):
                    #expect(heard[Pair(from: other, to: node)] != nil, "\(random)")
                    heard[Pair(from: other, to: node)]?.append(number)
                default: Issue.record("\(event)")
                }
            }
        }

        mutating func post(_ packet: LinkPacket, _ pair: Pair) {
            packets += 1
            if pair.from != silent { onTheWay.append((pair, packet)) }
        }

        mutating func send(on pair: Pair) {
            lastMessage += 1
            let packet = streams[pair.from]?.packet(with: .refusal(lastMessage), to: pair.to)
            #expect((packet == nil) == (sent[pair] == nil), "\(random)")
            guard let packet else { return }
            sent[pair]?.append(lastMessage)
            post(packet, pair)
        }

        mutating func deliver(at index: Int) {
            let (pair, packet) = onTheWay.remove(at: index)
            guard let outcome = streams[pair.to]?.take(packet, from: pair.from, at: now) else { return }
            handle(outcome, at: pair.to)
        }

        mutating func beat() {
            now += 250
            for node in nodes { handle(streams[node]!.beat(at: now), at: node) }
        }

        var pairs: [Pair] { nodes.flatMap { one in nodes.filter { $0 != one }.map { Pair(from: one, to: $0) } } }

        mutating func step() {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<40: send(on: pairs.randomElement(using: &random)!)
            case 40..<90 where !onTheWay.isEmpty: deliver(at: 0)
            case 90..<93 where !onTheWay.isEmpty: onTheWay.removeFirst()
            case 93..<95 where !onTheWay.isEmpty: onTheWay.append(onTheWay[0])
            case 95..<97 where !onTheWay.isEmpty: deliver(at: Int.random(in: onTheWay.indices, using: &random))
            case 97: beat()
            default: break
            }
            for (pair, numbers) in heard { #expect(numbers == numbers.sorted(), "\(pair) \(random)") }
        }

        mutating func settle() {
            for _ in 0..<12 {
                while !onTheWay.isEmpty { deliver(at: 0) }
                beat()
            }
            while !onTheWay.isEmpty { deliver(at: 0) }
        }
    }

    @Test func `what is lost cuts the link for both, and what is sent over a link that stays up arrives in order`() {
        for _ in 0..<100 {
            var world = World()
            for _ in 0..<1_000 { world.step() }
            world.settle()
            for pair in world.pairs {
                #expect(world.sent[pair] != nil, "\(pair) is down, \(world.random)")
                #expect(world.sent[pair] == world.heard[pair], "\(pair), \(world.random)")
                world.send(on: pair)
            }
            world.settle()
            for pair in world.pairs { #expect(world.sent[pair] == world.heard[pair], "\(pair), \(world.random)") }
            // Nothing but beats, so they do not go on beginning anew.
            let before = world.packets
            world.beat()
            world.settle()
            #expect(world.packets - before == 13 * world.pairs.count, "\(world.random)")
        }
    }

    @Test func `a node that is not heard of for long has no link, and one that is no member has none at once`() {
        var world = World()
        world.settle()
        let (one, other, third) = (world.nodes[0], world.nodes[1], world.nodes[2])
        world.silent = other
        world.settle()
        #expect(world.sent[Pair(from: one, to: other)] == nil)
        #expect(world.sent[Pair(from: one, to: third)] != nil)
        world.handle(world.streams[one]!.take(members: [other], at: world.now), at: one)
        #expect(world.sent[Pair(from: one, to: third)] == nil)
        #expect(world.streams[one]!.packet(with: .leads(Epoch(1)), to: third) == nil)
        // Nobody takes anything of a node that is none.
        let packet = LinkPacket(stream: 99, serial: 1, follows: nil, message: nil)
        let outcome = world.streams[one]!.take(packet, from: third, at: world.now)
        #expect(outcome.events.isEmpty && outcome.packets.isEmpty)
    }

    private let packets: [LinkPacket] = [
        LinkPacket(stream: 1, serial: 1, follows: nil, message: nil),
        LinkPacket(
            stream: .max, serial: 2, follows: 7,
            message: .forward(
                [SessionRequest.Kind.join, .login, .change, .leave].enumerated().map { index, kind in
                    ForwardedRequest(
                        number: UInt64(index) + 3, after: 2,
                        request: SessionRequest(session: .max, ticket: 9, kind: kind, bytes: [1, 2, 3]),
                        isSuspect: index == 1)
                }, epoch: Epoch(4))),
        LinkPacket(stream: 1, serial: 3, follows: 0, message: .leads(Epoch(5))),
        LinkPacket(stream: 1, serial: 4, follows: 0, message: .kept(.beginning(of: "test"))),
        LinkPacket(stream: 1, serial: 5, follows: 0, message: .refusal(6)),
        LinkPacket(stream: 1, serial: 6, follows: 0, message: .passLead(to: Incarnation(.max))),
    ]

    @Test func `packets are read as they were written, and never of another application`() throws {
        let bytes = LinkPacket.bytes(of: packets)
        #expect(try LinkPacket.packets(bytes) == packets)
        #expect(try LinkPacket.packets(LinkPacket.bytes(of: [])) == [])
        #expect(throws: RecordError.self) { try LinkPacket.packets(bytes, application: 1) }
        for count in bytes.indices {
            #expect(throws: RecordError.self) { try LinkPacket.packets(Array(bytes[..<count])) }
        }
        #expect(throws: RecordError.self) { try LinkPacket.packets(bytes + [0]) }
    }
}
