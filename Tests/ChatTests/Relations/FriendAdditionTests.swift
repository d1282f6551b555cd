import Domain
import Testing

struct FriendAdditionTests {
    typealias Facts = FriendAddition.Facts

    /// R-Q19: each by itself, in the order in which they are looked at; nil: there is nothing left to do.
    static let obstacles: [(obstacle: FriendAddition.Obstacle?, set: @Sendable (inout Facts) -> Void)] = [
        (.barred, { $0.isBarred = true }),
        (.inOwnBlacklist, { $0.hasBlocked = true }),
        (.inOthersBlacklist, { $0.isBlocked = true }),
        (
            nil,
            {
                $0.hasOther = true
                $0.isHad = true
            }
        ),
        (.forbidden, { $0.allowType = .nobody }),
        (.ownListIsFull, { $0.ownListIsFull = true }),
        (.groupsAreFull, { $0.groupsAreFull = true }),
        (.othersListIsFull, { $0.othersListIsFull = true }),
        (
            .requestsAreFull,
            {
                // Nobody is forbidden to ask where nobody has to.
                if $0.allowType == .anybody { $0.allowType = .afterConfirmation }
                $0.requestsAreFull = true
            }
        ),
    ]

    private static func outcome(of obstacle: FriendAddition.Obstacle?) -> FriendAddition {
        obstacle.map { .refused($0) } ?? .alreadyFriends
    }

    @Test(arguments: obstacles.indices)
    func `R-Q19: an obstacle stops alone, with the next one, and with all that come after`(index: Int) {
        let expected = Self.outcome(of: Self.obstacles[index].obstacle)
        for end in [index + 1, min(index + 2, Self.obstacles.count), Self.obstacles.count] {
            var facts = Facts()
            for obstacle in Self.obstacles[index..<end] { obstacle.set(&facts) }
            #expect(FriendAddition.outcome(of: facts) == expected)
        }
    }

    @Test func `R-Q19: there is no other obstacle`() {
        #expect(Set(Self.obstacles.compactMap(\.obstacle)) == Set(FriendAddition.Obstacle.allCases))
        #expect(FriendAddition.outcome(of: Facts()) == .entries)
    }

    struct Case: CustomTestStringConvertible {
        var hasOther = false
        var isHad = false
        var isMutual = true
        /// In the order of `AllowType`.
        let outcomes: [FriendAddition]

        var testDescription: String { "\(hasOther), \(isHad), \(isMutual)" }
    }

    static let cases = [
        Case(outcomes: [.entries, .request, .refused(.forbidden)]),
        Case(isMutual: false, outcomes: [.entries, .request, .refused(.forbidden)]),
        Case(hasOther: true, outcomes: [.entries, .request, .refused(.forbidden)]),
        Case(hasOther: true, isMutual: false, outcomes: [.alreadyFriends, .alreadyFriends, .alreadyFriends]),
        Case(isHad: true, outcomes: [.ownEntry, .ownEntry, .ownEntry]),
        Case(isHad: true, isMutual: false, outcomes: [.ownEntry, .ownEntry, .ownEntry]),
        Case(hasOther: true, isHad: true, outcomes: [.alreadyFriends, .alreadyFriends, .alreadyFriends]),
        Case(
            hasOther: true, isHad: true, isMutual: false,
            outcomes: [.alreadyFriends, .alreadyFriends, .alreadyFriends]),
    ]

    @Test(arguments: cases, AllowType.allCases)
    func `R-Q18, R-Q20, R-Q52: what comes of it when nothing is in the way`(which: Case, allowType: AllowType) {
        #expect(FriendAddition.outcome(of: which.facts(allowType)) == which.outcomes[Int(allowType.rawValue)])
    }

    /// R-Q20, R-Q24: only a list that would grow can be too full.
    @Test(arguments: cases, AllowType.allCases)
    func `a full list stops whom it would hold`(which: Case, allowType: AllowType) {
        let outcome = which.outcomes[Int(allowType.rawValue)]
        let grows = !which.hasOther && outcome != .refused(.forbidden)
        let othersGrows = which.isMutual && (outcome == .entries || outcome == .request)
        let fulls: [(FriendAddition.Obstacle, WritableKeyPath<Facts, Bool>, Bool)] = [
            (.ownListIsFull, \.ownListIsFull, grows), (.groupsAreFull, \.groupsAreFull, grows),
            (.othersListIsFull, \.othersListIsFull, othersGrows),
            (.requestsAreFull, \.requestsAreFull, outcome == .request),
        ]
        for (obstacle, fact, stops) in fulls {
            var facts = which.facts(allowType)
            facts[keyPath: fact] = true
            #expect(FriendAddition.outcome(of: facts) == (stops ? .refused(obstacle) : outcome))
        }
    }
}

extension FriendAdditionTests.Case {
    fileprivate func facts(_ allowType: AllowType) -> FriendAddition.Facts {
        var facts = FriendAddition.Facts()
        facts.hasOther = hasOther
        facts.isHad = isHad
        facts.isMutual = isMutual
        facts.allowType = allowType
        return facts
    }
}
