import ClientProtocol
import Domain
import Storage

/// F-19: a page of a channel's messages. Read from the store alone, on any reader's queue.
package struct ChannelHistory: Sendable {
    /// 0: the end of the channel that the direction begins at.
    let cursor: Seq
    let direction: History.Direction
    let limit: Int
    /// The bytes that a page may take, about.
    let bytes: Int
    /// The stamp before which messages are no longer given out.
    let cutoff: Stamp

    private static let older = StoredChannelMessage.Column.select(
        "WHERE id > $1 AND id < $2 AND stamp >= $3 ORDER BY id DESC LIMIT $4")
    private static let newer = StoredChannelMessage.Column.select(
        "WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4")

    package init(cursor: Seq, direction: History.Direction, limit: Int, bytes: Int = .max, cutoff: Stamp) {
        self.cursor = cursor
        self.direction = direction
        self.limit = limit
        self.bytes = bytes
        self.cutoff = cutoff
    }

    package struct Page: Sendable {
        package var messages: [ChannelMessageView] = []
        /// 0: there are no more.
        package var next: Seq = 0
    }

    package func page(of channel: Channel, in store: any Transaction) throws(StoreError) -> Page {
        let bounds = PairKey.bounds(channel.number)
        let place = SQLValue.integer(cursor == 0 ? bounds.after : PairKey.key(channel.number, cursor))
        let (query, from, to) =
            switch direction {
            case .older: (Self.older, SQLValue.integer(bounds.after), cursor == 0 ? .integer(bounds.through) : place)
            case .newer: (Self.newer, place, SQLValue.integer(bounds.through))
            }
        var found: [StoredChannelMessage] = []
        try store.query(query, [from, to, .integer(cutoff), .integer(Int64(limit + 1))]) { row throws(StoreError) in
            found.append(try StoredChannelMessage(row))
        }
        let views = try ChannelMessageView.views(of: found, in: channel.id, store)
        var (page, left) = (Page(), bytes)
        for view in views.prefix(limit) {
            left -= view.weight
            if left < 0, !page.messages.isEmpty { break }
            page.messages.append(view)
        }
        if page.messages.count < found.count { page.next = page.messages.last?.seq ?? 0 }
        return page
    }
}
