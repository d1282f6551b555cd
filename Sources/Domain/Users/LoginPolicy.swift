/// The sessions that a login ends: always an older one of the same device, others only as configured.
package struct LoginPolicy: Sendable {
    /// Why a session was ended in favour of a newer one.
    package enum Reason: String, CaseIterable, Sendable {
        /// A newer login of the same user on the same device.
        case sameDevice
        /// A newer login on a platform that excludes this one.
        case exclusivePlatform
        /// The user has more sessions than allowed, and this is the oldest.
        case tooManySessions
    }

    /// Sets of platforms in which a user may have one session in all.
    package let exclusive: [Set<Platform>]
    package let sessionsPerUser: Int

    package init(exclusive: [Set<Platform>], sessionsPerUser: Int) {
        precondition(sessionsPerUser > 0, "a user needs at least one session")
        self.exclusive = exclusive
        self.sessionsPerUser = sessionsPerUser
    }

    /// The sessions of `present`, oldest first, that must end when a session on `device` comes.
    package func ended(
        among present: [(device: String, platform: Platform)], device: String, platform: Platform
    ) -> [(index: Int, reason: Reason)] {
        var ended: [(index: Int, reason: Reason)] = []
        for (index, session) in present.enumerated() {
            // Byte by byte: Swift's `==` takes two spellings of one character for the same.
            if session.device.utf8.elementsEqual(device.utf8) {
                ended.append((index, .sameDevice))
            } else if exclusive.contains(where: { $0.contains(platform) && $0.contains(session.platform) }) {
                ended.append((index, .exclusivePlatform))
            }
        }
        var excess = present.count - ended.count + 1 - sessionsPerUser
        for index in present.indices where excess > 0 && !ended.contains(where: { $0.index == index }) {
            ended.append((index, .tooManySessions))
            excess -= 1
        }
        return ended
    }
}
