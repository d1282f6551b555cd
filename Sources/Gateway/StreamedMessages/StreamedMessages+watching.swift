import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Transport

/// N-03: the sessions that look at conversations, and what they are told of the texts there.
extension StreamedMessages {
    /// `asker`: nil for a stream over HTTP (N-12), which is told the texts so far as if they came now.
    func watch(
        _ places: [StreamedPlace], by account: AccountNumber, on connection: ConnectionID, _ asker: StreamedAsker? = nil
    ) {
        for parties in watched[connection] ?? [] where !places.contains(where: { $0.parties == parties }) {
            unwatch(connection, parties)
        }
        for place in places {
            if self.places[place.parties]?.watchers.isEmpty ?? true { links.post(.watch(place.parties)) }
            self.places[place.parties, default: Place(place)].watchers[connection] = account
            guard asker != nil, let group = place.parties.group else { continue }
            receipts.begin(group, place.id(for: account), for: account)
        }
        watched[connection] = places.map(\.parties)
        guard let asker else {
            let texts = places.flatMap { self.places[$0.parties]?.texts ?? [] }
            for text in texts where text.isLive && text.told > 0 {
                tell(.more(text.text.text(in: 0..<text.told), at: 0), of: text, to: [connection: account])
            }
            return
        }
        let content = Reply.Content.ok(encoding: { write(places, for: account, to: &$0) }, with: &json)
        // Chunks from now on come behind it.
        link.context.node.mailboxes[Int(connection.shard)].post { gateway in
            gateway.streamedDelivery.admit(connection, to: places.map(\.parties))
            gateway.give(Reply(asker.address, content))
        }
    }

    private func write(_ places: [StreamedPlace], for account: AccountNumber, to json: inout JSONWriter) {
        json.array("conversations") { json in
            for place in places {
                json.object { json in
                    json.field("conversationID", place.id(for: account))
                    json.array("streams") { json in
                        for text in self.places[place.parties]?.texts ?? [] where text.isLive {
                            json.object { text.writeSoFar(to: &$0) }
                        }
                    }
                }
            }
        }
    }

    /// The session watches nothing any more, or is over.
    func unwatch(_ connection: ConnectionID) {
        for parties in watched.removeValue(forKey: connection) ?? [] { unwatch(connection, parties) }
    }

    func unwatch(_ connection: ConnectionID, _ parties: Parties) {
        guard places[parties]?.watchers.removeValue(forKey: connection) != nil else { return }
        if places[parties]?.watchers.isEmpty == true {
            links.post(.unwatch(parties))
            // Nobody tells this node of others' texts any more.
            places[parties]?.texts.removeAll { messages[$0.id] == nil }
        }
        forget(parties)
    }

    private func forget(_ parties: Parties) {
        guard let place = places[parties], place.texts.isEmpty, place.watchers.isEmpty else { return }
        places[parties] = nil
        stirred.remove(parties)
    }

    // MARK: - Telling

    func stir(_ parties: Parties) {
        guard let place = places[parties], stirred.insert(parties).inserted else { return }
        wake(at: max(link.now, place.toldAt + place.interval))
    }

    /// A few milliseconds late, so that many conversations are told in one turn.
    private func wake(at moment: Milliseconds) {
        let moment = Milliseconds((moment.rawValue / tick + 1) * tick)
        if let tickAt, tickAt <= moment { return }
        tickAt = moment
        link.wake(at: moment)
    }

    func tellNews() {
        tickAt = nil
        for parties in stirred {
            guard let place = places[parties] else { continue }
            let due = place.toldAt + place.interval
            if due > link.now {
                wake(at: due)
                continue
            }
            stirred.remove(parties)
            places[parties]?.toldAt = link.now
            for text in place.texts where text.hasNews {
                let more = text.told..<text.text.length
                text.told = more.upperBound
                tell(.more(text.text.text(in: more), at: more.lowerBound), of: text)
            }
        }
    }

    /// D-05: the sender's sessions alone.
    func tell(_ counts: [AccountNumber: [GroupReceiptView]]?, ofGroup number: GroupNumber) {
        let watchers = places[.group(number)]?.watchers ?? [:]
        for (account, event) in receipts.changes(counts, ofGroup: number) {
            let connections = watchers.filter { $0.value == account }.map(\.key)
            for (shard, here) in Dictionary(grouping: connections, by: \.shard) {
                link.context.node.mailboxes[Int(shard)].post {
                    $0.streamedDelivery.tellReceipts(event, to: here, in: .group(number))
                }
            }
        }
    }

    /// Nothing more comes of it.
    func remove(_ text: WatchedText, telling news: StreamedNews) {
        tell(news, of: text)
        places[text.place.parties]?.texts.removeAll { $0 === text }
        forget(text.place.parties)
    }

    /// Encoded once for all who see the conversation under the same name: all of a group, each side between two. `newcomer`: only
    /// that one is told.
    private func tell(
        _ news: StreamedNews, of text: WatchedText, to newcomer: [ConnectionID: AccountNumber]? = nil
    ) {
        let parties = text.place.parties
        // Of what another node holds, that node tells the others.
        if newcomer == nil, messages[text.id] != nil { links.post(news, of: text) }
        guard let watchers = newcomer ?? places[parties]?.watchers, !watchers.isEmpty else { return }
        var sides: [AccountNumber: [ConnectionID]] = [:]
        for (connection, account) in watchers {
            sides[parties.group == nil ? account : 0, default: []].append(connection)
        }
        for (account, connections) in sides {
            guard let payload = news.payload(of: text, for: account, &json) else { return }
            for (shard, here) in Dictionary(grouping: connections, by: \.shard) {
                link.context.node.mailboxes[Int(shard)].post {
                    $0.streamedDelivery.tell(payload, to: here, in: parties, most: news.isChunk ? mostUnread : .max)
                }
            }
        }
    }
}

/// Milliseconds.
private let tick: Int64 = 5
/// Bytes.
private let mostUnread = 65_536
