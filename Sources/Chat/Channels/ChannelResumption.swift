import Domain

/// Finds the messages that a returning device has missed in the channels that its user follows (F-13).
final class ChannelResumption {
    private let work: UnitOfWork
    private let channelFollowers: ChannelFollowers

    init(work: UnitOfWork, channelFollowers: ChannelFollowers) {
        self.work = work
        self.channelFollowers = channelFollowers
    }

    func positions(of account: Account, with claim: ChannelClaim) throws(CommandError) -> [ChannelPosition] {
        try channelFollowers.positions(of: account, with: claim)
    }

    /// Of those that the user follows and may read, and of which the device knows. Those that it has named beside them are not
    /// there.
    func resume(
        _ channels: [ChannelPosition], _ known: StreamPositions, named: StreamPositions,
        within budget: inout ResumeBudget
    ) throws(CommandError) -> [(id: String, stream: Resumption.Stream<ChannelMessageView>)] {
        var streams: [(id: String, stream: Resumption.Stream<ChannelMessageView>)] = []
        var strange = Set(named.channels.keys)
        for channel in channels {
            let id = channel.id.text
            guard let position = known.channels[id] else { continue }
            strange.remove(id)
            streams.append(
                (
                    id,
                    try stored(
                        channel.missed(after: position, since: work.channelCutoff, within: &budget, in: work.store))
                ))
        }
        return streams + strange.sorted().map { ($0, .init(verdict: .reset(from: 1), seq: 0)) }
    }
}
