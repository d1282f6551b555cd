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
package final class ChannelLife {
    private let work: UnitOfWork
    private let pushes: Pushes
    private let channels: Channels
    private let channelPublishers: ChannelPublishers
    private let channelStreams: ChannelStreams
    private let channelFollowers: ChannelFollowers

    init(
        work: UnitOfWork, pushes: Pushes, channels: Channels, channelPublishers: ChannelPublishers,
        channelStreams: ChannelStreams, channelFollowers: ChannelFollowers
    ) {
        self.work = work
        self.pushes = pushes
        self.channels = channels
        self.channelPublishers = channelPublishers
        self.channelStreams = channelStreams
        self.channelFollowers = channelFollowers
    }

    package func create(
        _ id: ChannelID, _ info: ChannelInfo, publishers users: [String]
    ) throws(CommandError) {
        let former = try channels.row(of: id)
        switch former?.state {
        case .open: throw .refused(.conflict, "there is such a channel", keys: ["channelID"])
        case .ending:
            throw .refused(
                .unavailable, "the former channel of this id is being deleted; try again", keys: ["channelID"])
        case .gone, nil: break
        }
        let publishers = try channelPublishers.find(users)
        let number = if let former { former.number } else { try channels.nextNumber() }
        // F-08: no position of the former channel is one of this.
        let channel = Channel(
            number: number, id: id, createdAt: try work.stamp(), info, after: former.map { $0.baseSeq + 1 } ?? 0)
        try channels.save(channel)
        try channelPublishers.list(publishers, in: channel)
        try work.note(.channelCreated, of: .channel(number))
    }

    package func modify(_ id: ChannelID, _ change: ChannelChange) throws(CommandError) {
        var channel = try channels.known(id)
        let publishers = try change.publishers.map(channelPublishers.find)
        let former = channel.info
        channel.info.title = change.title ?? former.title
        channel.info.description = change.description ?? former.description
        channel.info.ext = change.ext ?? former.ext
        channel.info.access = change.access ?? former.access
        if let publishers { try channelPublishers.list(publishers, in: channel) }
        if channel.info != former {
            try channels.save(channel)
            work.emit(ChannelChanged(channel: channel), toChannel: channel.number)
        }
        try work.note(.channelUpdated, of: .channel(channel.number))
    }

    /// F-07: at once nobody reads or hears it any more. Its rows go with the sweep.
    package func destroy(_ id: ChannelID) throws(CommandError) {
        var channel = try channels.known(id)
        channel.state = .ending
        channel.baseSeq = try channelStreams.lastSeq(of: channel)
        try channels.save(channel)
        try pushes.erase(ofChannel: channel.number)
        work.emit(ChannelDestroyed(channel: id), toChannel: channel.number)
        work.lead(to: .channelEnded(channel.number))
        try work.note(.channelDeleted, of: .channel(channel.number))
    }

    /// Of a deleted account.
    func withdraw(_ account: Account) throws(CommandError) {
        try channelFollowers.erase(of: account)
        try channelPublishers.erase(of: account)
    }

    /// A piece of what is left of destroyed channels. Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        guard var channel = try channels.nextEnding() else { return false }
        guard try channelFollowers.erase(of: channel), try channelStreams.erase(of: channel) else { return true }
        try channelPublishers.erase(of: channel)
        channel.state = .gone
        channel.followers = 0
        channel.info = ChannelInfo()
        try channels.save(channel)
        return true
    }
}
