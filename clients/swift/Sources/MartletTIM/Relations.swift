import Foundation
import MartletClient
import MartletFacade

/// The profiles and friends that were read, so that not each look asks the gateway.
final class Relations: Sendable {
    /// Profiles beyond this many push out the one that was read first.
    private static let limit = 5000

    private struct FriendList {
        var friends: [String: Friend] = [:]
        var version = 0
        let readAt: Date
    }

    private struct Kept {
        var profiles: [String: (profile: Profile, readAt: Date)] = [:]
        /// As `profile.changed` said: an older profile is stale.
        var versions: [String: Int] = [:]
        var friends: FriendList?
        /// Counts sessions and lost places: what was asked before is not kept.
        var run = 0
    }

    let expiry = Guarded<TimeInterval>(86_400)
    private let kept = Guarded(Kept())

    /// A user signs in, or events were missed: what is kept may be wrong.
    func forget() {
        kept.with { $0 = Kept(run: $0.run + 1) }
    }

    func changed(_ user: String, version: Int) {
        kept.with { $0.versions[user] = version }
    }

    /// The profiles of users who exist, in the order asked for, each once.
    func profiles(_ users: [String], isForced: Bool, _ client: Client) async throws -> [Profile] {
        var seen: Set<String> = []
        let users = users.filter { seen.insert($0).inserted }
        let run = kept.with { $0.run }
        var found = isForced ? [:] : fresh(users)
        var missing = users.filter { found[$0] == nil }
        // An empty list is the gateway's to refuse.
        while !missing.isEmpty || users.isEmpty {
            let page: ProfileGetResult
            do {
                page = try await client.profile.get(userIDs: missing)
            } catch let error as MartletError where error.isOf("tim", 40003) && !found.isEmpty {
                // None of the others exists.
                break
            }
            keep(page.profiles, run)
            for profile in page.profiles { found[profile.userID] = profile }
            missing = page.left
        }
        return users.compactMap { found[$0] }
    }

    /// All friends with their profiles, by their ids. Only what has changed is asked for, unless all has expired.
    func friends(_ client: Client) async throws -> [(Friend, Profile)] {
        let (former, run) = kept.with { ($0.friends, $0.run) }
        let list = try await friendList(former.flatMap { isFresh($0.readAt) ? $0 : nil }, client)
        kept.with { kept in
            // The answer to a later call may have come before.
            if kept.run == run, kept.friends?.version ?? 0 <= list.version { kept.friends = list }
        }
        let friends = list.friends.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
        let stale = kept.with { kept in
            friends.filter { $0.profile.version < kept.versions[$0.userID] ?? 0 }.map(\.userID)
        }
        var profiles: [String: Profile] = [:]
        for first in stride(from: 0, to: stale.count, by: 100) {
            let users = Array(stale[first..<min(first + 100, stale.count)])
            for profile in try await self.profiles(users, isForced: false, client) {
                profiles[profile.userID] = profile
            }
        }
        return friends.map { ($0, profiles[$0.userID] ?? $0.profile) }
    }

    private func friendList(_ former: FriendList?, _ client: Client) async throws -> FriendList {
        var list = former ?? FriendList(readAt: Date())
        var next: String?
        repeat {
            let page: FriendListResult
            do {
                page = try await client.friend.list(next: next, count: 500, sinceVersion: former?.version)
            } catch let error as MartletError where error.isOf("gw", 1005) && former != nil {
                return try await friendList(nil, client)
            }
            if next == nil { list.version = page.version }
            for friend in page.friends { list.friends[friend.userID] = friend }
            for user in page.deleted ?? [] { list.friends[user] = nil }
            next = page.isFinished ? nil : page.next
        } while next != nil
        return list
    }

    private func fresh(_ users: [String]) -> [String: Profile] {
        kept.with { kept in
            var found: [String: Profile] = [:]
            for user in users {
                guard let (profile, readAt) = kept.profiles[user], isFresh(readAt) else { continue }
                if profile.version >= kept.versions[user] ?? 0 { found[user] = profile }
            }
            return found
        }
    }

    private func keep(_ profiles: [Profile], _ run: Int) {
        kept.with { kept in
            guard kept.run == run else { return }
            for profile in profiles { kept.profiles[profile.userID] = (profile, Date()) }
            while kept.profiles.count > Self.limit,
                let oldest = kept.profiles.min(by: { $0.value.readAt < $1.value.readAt })
            {
                kept.profiles[oldest.key] = nil
            }
        }
    }

    private func isFresh(_ readAt: Date) -> Bool {
        // A device's clock can be set back.
        0..<expiry.with { $0 } ~= Date().timeIntervalSince(readAt)
    }
}
