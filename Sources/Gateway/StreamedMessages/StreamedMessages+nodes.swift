import Chat
import ClientProtocol
import Cluster
import Domain
import EventLoop
import Telemetry
import Transport

/// N-10: the node at which a message was begun holds it. Others send it what their clients ask, and are told its text while
/// somebody watches there.
extension StreamedMessages {
    /// On the queue of the links. True: the event was a letter about streamed messages.
    static func take(_ event: NodeEvent, at node: Node<ShardGateway>) -> Bool {
        let home = node.mailboxes[0]
        switch event {
        case .linkUp(let other): home.post { $0.streamedMessages.reach(other) }
        case .linkDown(let other): home.post { $0.streamedMessages.lose(other) }
        case .message(.streamed(let packet), from: let other):
            home.post { $0.streamedMessages.take(packet, from: other) }
            return true
        default: break
        }
        return false
    }

    /// This process is that node from now on. It goes on with the texts that it holds; other nodes have told that they ended.
    func begin(_ own: Incarnation) {
        for node in links.begin(own) { lose(node) }
    }

    private func reach(_ node: Incarnation) {
        links.reach(node)
        for (parties, place) in places where !place.watchers.isEmpty { links.post(.watch(parties), to: [node]) }
    }

    /// The link is gone, perhaps with the node. If it comes back, so do the texts.
    private func lose(_ node: Incarnation) {
        let unknown = Refusal(.unavailable, "the node that has the message is gone; it may have taken this, or not")
        for address in links.lose(node) { give(.refusal(unknown), at: address) }
        for text in places.values.flatMap(\.texts) where text.id.node == node { remove(text, telling: .ended(.failed)) }
    }

    private func take(_ packet: [UInt8], from node: Incarnation) {
        do throws(RecordError) {
            for letter in try StreamedLetter.letters(in: packet) { take(letter, from: node) }
        } catch {
            link.context.log.error("what another node says of streamed messages cannot be read", ["reason": "\(error)"])
        }
    }

    private func take(_ letter: StreamedLetter, from node: Incarnation) {
        switch letter {
        case .watch(let parties):
            links.note(parties, isWatchedBy: node, true)
            for text in places[parties]?.texts ?? [] where text.isLive && messages[text.id] != nil {
                let soFar = StreamedNews.more(text.text.text(in: 0..<text.told), at: 0)
                links.post(.news(text.id, from: text.from, in: parties, soFar), to: [node])
            }
        case .unwatch(let parties): links.note(parties, isWatchedBy: node, false)
        case .news(let id, let from, let parties, let news): take(news, of: id, from: from, in: parties)
        case .request(let bytes): carryOut(bytes, of: node)
        case .reply(let content, let address):
            // One that was given up may still come.
            if links.end(address) { give(content, at: address) }
        }
    }

    private func take(_ news: StreamedNews, of id: StreamedMessageID, from user: UserID, in parties: Parties) {
        guard let place = places[parties], !place.watchers.isEmpty else { return }
        let known = place.texts.first { $0.id == id }
        switch news {
        case .more(let chunk, let offset):
            let text = known ?? WatchedText(id, from: user, in: place.names, now: link.now)
            guard text.text.hear(chunk, at: offset) else { return }
            if offset == 0 { text.told = 0 }
            if known == nil { places[parties]?.texts.append(text) }
            stir(parties)
        case .ended, .sent: if let known { remove(known, telling: news) }
        }
    }

    /// As any node can carry it out: its work is made of its bytes.
    private func carryOut(_ bytes: [UInt8], of node: Incarnation) {
        do throws(RecordError) {
            let submission = try Submission.made(of: .bytes(bytes))
            guard let call = submission.request.call, submission.address != nil else { throw .damaged(at: 0) }
            do throws(Refusal) {
                let made = try call.made(by: link.context.operations, link.context.requests)
                let asker = StreamedAsker(made, on: nil, submission, at: node)
                switch made.madeWork {
                case .streamed(let request): take(request, of: asker)
                case .judged(let judgement): runner.judge(judgement, asker)
                default: throw Refusal(.unknownOperation)
                }
            } catch {
                give(.refusal(error), to: StreamedAsker(call, on: nil, submission, at: node))
            }
        } catch {
            link.context.log.error("a request about a streamed message cannot be read", ["reason": "\(error)"])
        }
    }
}
