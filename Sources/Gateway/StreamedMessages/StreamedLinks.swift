import Chat
import ClientProtocol
import Cluster
import Domain
import EventLoop
import Transport

/// The way of letters about streamed messages between this node of a cluster and the others (N-10). At the first shard, as
/// `StreamedMessages` is. Letters are not stored, and one that is lost takes the link down for both nodes.
final class StreamedLinks {
    private struct Peer {
        /// They go with the next packet.
        var letters: [[UInt8]] = []
        /// The conversations that somebody watches there.
        var watched: Set<Parties> = []
    }

    private let link: ShardLink
    /// Number 0: the gateway runs alone.
    private(set) var own = Incarnation(0)
    /// The nodes that are to be reached.
    private var peers: [Incarnation: Peer] = [:]
    /// The requests of clients here that another node carries out.
    private var underWay: [ReplyAddress: Incarnation] = [:]
    private var sentAt: Milliseconds = 0
    private var sendsAt: Milliseconds?

    init(_ link: ShardLink) {
        self.link = link
    }

    /// This process is that node from now on, and reaches none yet. Returns those that it did reach.
    func begin(_ own: Incarnation) -> [Incarnation] {
        self.own = own
        return Array(peers.keys)
    }

    func reach(_ node: Incarnation) { peers[node] = Peer() }

    /// Returns the requests that are under way there.
    func lose(_ node: Incarnation) -> [ReplyAddress] {
        peers[node] = nil
        let lost = underWay.filter { $0.value == node }.map(\.key)
        for address in lost { underWay[address] = nil }
        return lost
    }

    func note(_ parties: Parties, isWatchedBy node: Incarnation, _ isWatched: Bool) {
        if isWatched { peers[node]?.watched.insert(parties) } else { peers[node]?.watched.remove(parties) }
    }

    // MARK: - Requests

    /// False: this node is to carry it out, or to refuse it.
    func forward(_ asker: StreamedAsker, to node: Incarnation) -> Bool {
        guard asker.node == nil, peers[node] != nil else { return false }
        underWay[asker.address] = node
        post(.request(asker.submission.bytes), to: [node])
        return true
    }

    /// False: nobody waits for that reply any more.
    func end(_ address: ReplyAddress) -> Bool { underWay.removeValue(forKey: address) != nil }

    // MARK: - Sending

    func post(_ letter: StreamedLetter) { post(letter, to: peers.keys) }

    /// For the nodes where somebody watches.
    func post(_ news: StreamedNews, of text: WatchedText) {
        let nodes = peers.filter { $0.value.watched.contains(text.place.parties) }.keys
        post(.news(text.id, from: text.from, in: text.place.parties, news), to: nodes)
    }

    func post(_ letter: StreamedLetter, to nodes: some Collection<Incarnation>) {
        if nodes.isEmpty { return }
        let bytes = letter.bytes
        for node in nodes { peers[node]?.letters.append(bytes) }
        if sendsAt != nil { return }
        let moment = max(link.now + tick, sentAt + betweenPackets)
        sendsAt = moment
        link.wake(at: moment)
    }

    func timerFired() {
        guard let moment = sendsAt else { return }
        guard moment <= link.now else { return link.wake(at: moment) }
        (sentAt, sendsAt) = (link.now, nil)
        for (node, peer) in peers where !peer.letters.isEmpty {
            peers[node]?.letters = []
            link.context.cluster?.send(.streamed(StreamedLetter.packet(of: peer.letters)), to: node)
        }
    }
}

private let betweenPackets: Milliseconds = 50
/// A few milliseconds late, so that what is told in one turn goes together.
private let tick: Milliseconds = 5
