import Chat
import Domain

/// A client that fetches its requests page by page, while they change (R-94, R-Q36).
struct AskingWalk {
    /// The list that the client has.
    private(set) var seq: Seq = -1
    private(set) var cursor: Stamp = 0
    private var given: [Given] = []
    /// Requests that have been there, unchanged, since the first page.
    private var lasting: Set<Given>?

    private struct Given: Hashable {
        var user: String
        var isOutgoing: Bool
        var serial: Int
    }

    /// Takes a page of what is all there now.
    mutating func take(
        _ list: FriendRequestList, _ count: Int, of all: [(face: RelationModel.RequestSnapshot, serial: Int)]
    )
        throws
    {
        let there = all.map { Given(user: $0.face.user, isOutgoing: $0.face.isOutgoing, serial: $0.serial) }
        let page = list.requests.map(RelationModel.RequestSnapshot.init)
        if cursor == 0, seq == list.seq {
            guard page.isEmpty, list.next == 0 else { throw difference("the client has the list, and gets \(page)") }
            return
        }
        let start = page.first.flatMap { first in all.firstIndex { $0.face == first } } ?? all.count
        let rest = all[start...].prefix(count)
        guard rest.map(\.face) == page else { throw difference("\(page) is no part of \(all)") }
        let isLast = start + page.count == all.count
        guard isLast == (list.next == 0) else { throw difference("the page ends with \(list.next), \(all)") }
        // Behind the last one given; if that has gone or changed, rather something twice than something not at all.
        let last = given.last.map { there.firstIndex(of: $0) } ?? -1
        if let last, start != last + 1 { throw difference("\(page) does not follow \(given)") }
        lasting = lasting?.intersection(there) ?? Set(there)
        given += there[start...].prefix(count)
        cursor = list.next
        guard isLast else { return }
        let lost = lasting!.subtracting(given)
        guard lost.isEmpty else { throw difference("\(lost) was never given") }
        self = AskingWalk()
        seq = list.seq
    }

    private func difference(_ text: String) -> Difference { Difference(description: text) }
}
