import ClientProtocol
import Domain
import Storage

/// A backend's change of a channel. A field that is nil stays as it is.
package struct ChannelChange: Sendable {
    package var title: String?
    package var description: String?
    package var ext: String?
    package var access: ChannelAccess?
    package var publishers: [String]?

    package init() {}
}

/// Channels come and go (F-01, F-06 to F-08).
extension Channels {
    private static let nextEnding = Channel.Column.select("WHERE state = 1 ORDER BY id LIMIT 1")

    package func create(
        _ id: ChannelID, _ info: ChannelInfo, publishers users: [String]
    ) throws(CommandError) {
        let former = try row(of: id)
        switch former?.state {
        case .open: throw .refused(.conflict, "there is such a channel", keys: ["channelID"])
        case .ending:
            throw .refused(
                .unavailable, "the former channel of this id is being deleted; try again", keys: ["channelID"])
        case .gone, nil: break
        }
        let publishers = try self.publishers(users)
        let number = if let former { former.number } else { try nextNumber() }
        // F-08: no position of the former channel is one of this.
        let channel = Channel(
            number: number, id: id, createdAt: try work.stamp(), info, after: former.map { $0.baseSeq + 1 } ?? 0)
        try save(channel)
        try setPublishers(publishers, in: channel)
        try work.note(.channelCreated, of: .channel(number))
    }

    package func modify(_ id: ChannelID, _ change: ChannelChange) throws(CommandError) {
        var channel = try known(id)
        let publishers = try change.publishers.map(self.publishers)
        let former = channel.info
        channel.info.title = change.title ?? former.title
        channel.info.description = change.description ?? former.description
        channel.info.ext = change.ext ?? former.ext
        channel.info.access = change.access ?? former.access
        if let publishers { try setPublishers(publishers, in: channel) }
        if channel.info != former {
            try save(channel)
            work.emit(ChannelChanged(channel: channel), toChannel: channel.number)
        }
        try work.note(.channelUpdated, of: .channel(channel.number))
    }

    /// F-07: at once nobody reads or hears it any more. Its rows go with the sweep.
    package func destroy(_ id: ChannelID) throws(CommandError) {
        var channel = try known(id)
        channel.state = .ending
        channel.baseSeq = try lastSeq(of: channel)
        try save(channel)
        try pushes.erase(ofChannel: channel.number)
        work.emit(ChannelDestroyed(channel: id), toChannel: channel.number)
        work.lead(to: .channelEnded(channel.number))
        try work.note(.channelDeleted, of: .channel(channel.number))
    }

    /// A piece of what is left of destroyed channels. Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        var ending: Channel?
        try work.query(Self.nextEnding, []) { row throws(StoreError) in ending = try Channel(row) }
        guard var channel = ending else { return false }
        guard try eraseFollowers(of: channel), try eraseMessages(of: channel) else { return true }
        try erasePublishers(of: channel)
        channel.state = .gone
        channel.followers = 0
        channel.info = ChannelInfo()
        try save(channel)
        return true
    }
}
