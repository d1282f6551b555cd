import Domain
import JSON
import Storage

/// One page of a search: candidates from the index and from what is not in it yet, newest first, each judged on its row.
final class MessageSearchRun {
    private(set) var page = MessageSearch.Page()

    private let search: MessageSearch
    /// Nil: all of the user's.
    private let conversation: ConversationNumber?
    private let sender: AccountNumber?
    private let view: SearchView
    private let document = JSONDocument()
    /// Of conversations that the user cannot read, nil.
    private var readable: [ConversationNumber: MessageReader.Readable?] = [:]
    private var hasEnded = false

    // The costs that are left to the page.
    private var candidates = mostCandidates
    private var bytes = 1 << 20
    private var lookups = mostLookups
    private var room: Int

    init(
        _ search: MessageSearch, _ conversation: ConversationNumber?, _ sender: AccountNumber?, _ view: SearchView
    ) {
        self.search = search
        self.conversation = conversation
        self.sender = sender
        self.view = view
        room = search.reader.bytes
    }

    func find() throws(StoreError) {
        let state = view.state
        if try view.hasImports(since: state.imported) { page.isComplete = false }
        let range = search.range
        let end = min(max(state.indexed.next, range.lowerBound), range.upperBound)
        if end < range.upperBound {
            let unindexed = try view.unindexed(in: end..<range.upperBound)
            try judge(unindexed.messages)
            // Messages between those and the index are in no page.
            if !hasEnded, !unindexed.isWhole { page.isComplete = false }
        }
        if hasEnded || range.lowerBound == end { return }
        let changed = try view.changed(in: range.lowerBound..<end, since: state.followed)
        if !changed.isWhole { page.isComplete = false }
        var others = changed.messages
        let days = state.days.values.filter { $0.bounds.overlaps(range.lowerBound..<end) }
        let groups = conversation == nil ? try groups() : []
        for day in days.sorted(by: { $0.number > $1.number }) {
            // In a day that has nothing else, or in the day before.
            while let other = others.first, other.0 >= day.bounds.upperBound, !hasEnded {
                try judge([others.removeFirst()])
            }
            if hasEnded { return }
            if hasSpentAll { return endPage(before: min(end, day.bounds.upperBound)) }
            try find(in: day, day.bounds.clamped(to: range.lowerBound..<end), groups, &others)
            if hasEnded { return }
        }
        try judge(others)
    }

    private typealias GroupEnd = (conversation: ConversationNumber, last: MessageNumber)

    private func groups() throws(StoreError) -> [GroupEnd] {
        let groups = try view.groups(of: search.reader.account, atMost: mostConversations + 1)
        if groups.count > mostConversations { page.isComplete = false }
        return groups
    }

    /// `others`: candidates beside those of the index, newest first; those of the day are taken out.
    private func find(
        in day: SearchDay, _ range: Range<MessageNumber>, _ groups: [GroupEnd],
        _ others: inout [(MessageNumber, ConversationNumber)]
    ) throws(StoreError) {
        let numbers = try conversations(of: day, groups)
        let expression = expression(in: numbers)
        var end = range.upperBound
        repeat {
            var found: [(MessageNumber, ConversationNumber?)] = []
            var isLast = true
            if !numbers.isEmpty {
                let places = try day.table.places(
                    of: expression, in: day.place(of: range.lowerBound)..<day.place(of: end), atMost: piece, view.file)
                isLast = places.count < piece
                found = places.map { (day.message(at: $0), nil) }
                note(lookups: numbers.count * search.query.terms.count)
            }
            let first = isLast ? range.lowerBound : found.last?.0 ?? range.lowerBound
            let known = Set(found.map(\.0))
            while let other = others.first, other.0 >= first {
                if !known.contains(other.0) { found.append((other.0, other.1)) }
                others.removeFirst()
            }
            for (number, conversation) in found.sorted(by: { $0.0 > $1.0 }) where !hasEnded {
                try judge(number, in: conversation)
            }
            end = first
            if isLast { return }
        } while !hasEnded
    }

    /// Those in which the user may have something on that day.
    private func conversations(of day: SearchDay, _ groups: [GroupEnd]) throws(StoreError) -> [ConversationNumber] {
        if let conversation { return [conversation] }
        let limit = min(mostConversations, mostLookups / search.query.terms.count)
        var found = try day.talks(of: search.reader.account, atMost: limit + 1, in: view.file)
        found += groups.filter { $0.last >= day.bounds.lowerBound }.map(\.conversation)
        if found.count > limit { page.isComplete = false }
        return Array(found.prefix(limit))
    }

    /// For FTS5: the entries of one of the conversations.
    private func expression(in conversations: [ConversationNumber]) -> String {
        conversations.map { number in
            let prefix = SearchIndex.prefix(of: number)
            let terms = search.query.terms.map { "\"\(prefix)\($0.text)\"\($0.isPrefix ? "*" : "")" }
            return "(\(terms.joined(separator: " AND ")))"
        }.joined(separator: " OR ")
    }

    // Each page comes further, whatever its time: by a day, or by some candidates.

    private var hasSpentAll: Bool {
        lookups <= 0 || (candidates < mostCandidates || lookups < mostLookups) && view.isOverdue()
    }

    private var isOverdueAmongCandidates: Bool { mostCandidates - candidates >= fewestCandidates && view.isOverdue() }

    private func note(lookups count: Int) {
        lookups -= count
        view.lookups += count
    }

    // MARK: - Judging

    private func judge(_ messages: [(MessageNumber, ConversationNumber)]) throws(StoreError) {
        for (number, conversation) in messages where !hasEnded { try judge(number, in: conversation) }
    }

    /// `conversation`: if it is known without the row. Others' messages cost no more than that.
    private func judge(_ number: MessageNumber, in conversation: ConversationNumber?) throws(StoreError) {
        if let conversation, try readable(conversation) == nil { return }
        if candidates == 0 || bytes <= 0 || isOverdueAmongCandidates { return endPage(before: number.next) }
        candidates -= 1
        guard let message = try view.readableMessage(number), wants(message),
            let readable = try readable(message.conversation),
            try search.reader.shows(message.seq, message.audience, of: readable, in: view.store),
            let searchable = SearchableText(message, document)
        else { return }
        bytes -= message.body.utf8.count
        guard let matches = search.query.matches(in: searchable.texts) else { return }
        let hit = try search.reader.view(message, in: readable, view.store)
        room -= hit.weight
        if page.hits.count == search.limit || room < 0 && !page.hits.isEmpty { return endPage(before: number.next) }
        page.hits.append(MessageSearch.Hit(view: hit, matches: searchable.matches(matches)))
    }

    private func wants(_ message: StoredMessage) -> Bool {
        if let sender, message.sender != sender { return false }
        if let kinds = search.filter.kinds, !kinds.contains(message.kind) { return false }
        return !message.isGone(at: search.reader.now)
    }

    private func readable(_ number: ConversationNumber) throws(StoreError) -> MessageReader.Readable? {
        if let conversation, number != conversation { return nil }
        if let known = readable[number] { return known }
        let found = try search.reader.conversation(number, in: view.store)
        readable[number] = .some(found)
        return found
    }

    private func endPage(before number: MessageNumber) {
        page.next = number
        hasEnded = true
    }
}

extension SearchableText {
    fileprivate func matches(_ ranges: [[Range<Int>]]) -> [MessageSearch.Match] {
        zip(members, ranges).flatMap { place, ranges in
            ranges.map {
                MessageSearch.Match(
                    member: place.member.rawValue, element: place.element, start: $0.lowerBound, end: $0.upperBound)
            }
        }
    }
}

/// Of one page: entries of the index, and conversations on one day.
private let mostLookups = 16_000
private let mostCandidates = 1_000
private let fewestCandidates = 50
private let mostConversations = 1_000
/// So many candidates are read at once.
private let piece = 200
