import ClientProtocol
import Domain
import TestSupport

@testable import Chat

/// The state and the village side by side. Whatever happens, happens to both; then they must agree in everything.
struct VillageTrial {
    let keeping: Bookkeeping
    private(set) var village: Village
    /// Which users' devices hear of a club what all hear, as the gateway's rooms have it.
    private var rooms: [String: Set<String>] = [:]
    /// Who may be told again what is so anyway, of which clubs: the state have forgotten that they told it.
    private var forgotten: [String: Set<String>] = [:]
    /// All the time.
    private let forgets: Bool
    private var committed: (village: Village, rooms: [String: Set<String>])

    init(_ options: ChatOptions, users: [String], forgets: Bool) throws {
        keeping = try Bookkeeping(options)
        self.forgets = forgets
        village = Village(options, now: keeping.now)
        committed = (village, rooms)
        for user in users { try step(Turn(user: user, act: .makeAccount, pause: 1)) }
        try step(Turn(user: users[0], act: .commit, pause: 1))
    }

    mutating func step(_ turn: Turn) throws {
        village.now += turn.pause
        keeping.now = village.now
        switch turn.act {
        case .commit:
            try keeping.commit()
            committed = (village, rooms)
        case .rollBack:
            try keeping.rollBack()
            let now = village.now
            (village, rooms) = committed
            village.now = now
            forgetWhatWasTold()
        case .restart:
            // Stamps are reserved for a tenth of a second ahead; after that they are the time again.
            village.now += 200
            keeping.now = village.now
            try keeping.restart()
            try comeBack()
            try keeping.commit()
            committed = (village, rooms)
        default: try compare(turn)
        }
        if turn.goesRound { try goRounds() }
        try compareEverything()
    }

    /// All devices come anew, and know what they are told then.
    private mutating func comeBack() throws {
        rooms = [:]
        village.expire()
        for user in village.people.keys.sorted() where village.isThere(user) {
            let login = try keeping.chat.logIn(UserID(user)!, device: "d", resuming: nil)
            for group in login.groups { rooms[String(group.group), default: []].insert(user) }
            try same(login.total, village.total(of: user), "the total that \(user) comes back to")
            village.people[user]!.toldTotal = login.total
            village.people[user]!.behind = []
            _ = try keeping.takeEvents()
        }
        forgetWhatWasTold()
    }

    private mutating func forgetWhatWasTold() {
        for club in village.clubs.values {
            for user in club.seats.keys { forgotten[user, default: []].formUnion([club.id, "the total"]) }
        }
    }

    // MARK: - One turn

    private mutating func compare(_ turn: Turn) throws {
        let answer = try answer(to: turn)
        let heard = try listen()
        village.expire()
        village.notifyExt = turn.notifyExt
        let expected: Reply
        do {
            expected = try village.carryOut(turn, answered: answer)
        } catch let refused as Village.Refused {
            expected = .refused(refused.code)
        }
        village.notifyExt = nil
        try same(answer, expected, "the answer")
        let news = village.takeNews()
        for user in Set(news.told.keys).union(heard.keys).sorted() {
            let found = (heard[user] ?? []).filter { $0.total == nil }
            var due = news.told[user] ?? []
            if case .block(true, let club) = turn.act, found.count > due.count {
                let more = Array(found.dropFirst(due.count))
                try compareRepeated(more, to: user, of: village.clubs[club]!)
                due += more
            }
            try same(found, due, "what \(user) is told")
        }
        try compareTotals(heard, due: news.touched)
        if case .deleteAccount = turn.act { for club in rooms.keys { rooms[club]!.remove(turn.user) } }
    }

    /// C-29, C-Q17: told at the end of an act, when it is another. Those who wait for a round wait for it there.
    private mutating func compareTotals(_ heard: [String: [Heard]], due: Set<String>) throws {
        for user in village.people.keys.sorted() where village.isThere(user) {
            let total = village.total(of: user)
            let told = (heard[user] ?? []).compactMap(\.total)
            let isNews = total != village.people[user]!.toldTotal
            let isDue = due.contains(user) && village.people[user]!.behind.isEmpty
            if told.isEmpty, !(isNews && isDue) { continue }
            let isRepeated = told == [total] && (forgets || forgotten[user] != nil)
            if !isRepeated { try same(told, isNews ? [total] : [], "the totals that \(user) is told") }
            try same(heard[user]?.last?.total, total, "whether the total comes last to \(user)")
            village.people[user]!.toldTotal = total
            if forgotten[user] == ["the total"] { forgotten[user] = nil }
        }
    }

    /// What the state have left to tell, by user and in order: what is for a whole room by those who are in it at that moment.
    private mutating func listen() throws -> [String: [Heard]] {
        var heard: [String: [Heard]] = [:]
        for serverEvent in try keeping.takeEvents() {
            switch serverEvent.audience {
            case .user(let user, _):
                switch serverEvent.content {
                case .entered(let group): rooms[String(group), default: []].insert(user.text)
                case .left(let group): rooms[String(group), default: []].remove(user.text)
                default: heard[user.text, default: []] += Heard.all(serverEvent)
                }
            case .group(let group, let exceptions):
                for user in rooms[String(group)] ?? [] where !exceptions.contains(try keeping.number(of: user)) {
                    heard[user, default: []] += Heard.all(serverEvent)
                }
            case .followers: preconditionFailure("nobody follows anybody here")
            }
        }
        return heard
    }

    /// C-22: as the gateway does it for those who are there.
    private mutating func goRounds() throws {
        village.expire()
        for club in village.clubs.values.sorted(by: { $0.id < $1.id }) where !club.isGone {
            let numbers = try club.seats.keys.map { try keeping.number(of: $0) }.sorted()
            try keeping.chat.showGroup(Int64(club.id)!, to: numbers)
            let heard = try listen()
            village.goRound(club)
            let news = village.takeNews()
            for user in club.seats.keys.sorted() {
                let found = (heard[user] ?? []).filter { $0.total == nil }
                let expected = news.told[user] ?? []
                if expected.isEmpty {
                    try compareRepeated(found, to: user, of: club)
                } else {
                    try same(found, expected, "what \(user) is told in a round")
                }
            }
            try compareTotals(heard, due: news.touched)
            for user in club.seats.keys where heard[user]?.contains(where: { $0.total == nil }) == true {
                forgotten[user]?.remove(club.id)
            }
        }
    }

    /// Nothing has to be told; but it may be if the state do not know better.
    private func compareRepeated(_ found: [Heard], to user: String, of club: Club) throws {
        if found.isEmpty { return }
        let again = Heard.thread(village.face(club.conversation, of: user), isNew: false, seq: nil)
        let isForgotten = forgets || forgotten[user]?.contains(club.id) == true
        try same(found, isForgotten ? [again] : [], "what \(user) is told again")
    }

    // MARK: - Everything

    /// Each user's list, walked in pages, the total, and who is in which club. All that may be told meanwhile is totals.
    private mutating func compareEverything() throws {
        village.expire()
        for user in village.people.keys.sorted() where village.isThere(user) {
            let number = try keeping.number(of: user)
            var found: [ThreadFace] = []
            var cursor: Int64 = 0
            repeat {
                let page = try keeping.chat.list(of: number, after: cursor, count: 3)
                found += page.conversations.map(ThreadFace.init)
                cursor = page.next
            } while cursor != 0
            let expected = village.list(of: user).map { village.face($0, of: user) }
            try same(found.map(\.id), expected.map(\.id), "the list of \(user)")
            for (one, other) in zip(found, expected) { try same(one, other, "a conversation of \(user)") }
            try same(keeping.chat.total(of: number), village.total(of: user), "the total of \(user)")
        }
        for club in village.clubs.values { try compare(club) }
        let heard = try listen()
        for (user, news) in heard { try same(news.filter { $0.total == nil }, [], "what \(user) is told, being asked") }
        try compareTotals(heard, due: Set(village.people.keys))
    }

    private func compare(_ club: Club) throws {
        try same(rooms[club.id] ?? [], Set(club.seats.keys), "who is in the room of \(club.id)")
        guard !club.isGone else { return }
        let details = try keeping.chat.groupDetails(
            club.id, withMembers: true, for: keeping.number(of: club.owner))
        let seats = club.seats.sorted { $0.value.joined > $1.value.joined }
        let byRole = [GroupRole.owner, .admin, .member].flatMap { role in seats.filter { $0.value.role == role } }
        try same(details.members!.map(\.text), byRole.map(\.key), "the members of \(club.id)")
        try same(details.admins.map(\.text), seats.filter { $0.value.role == .admin }.map(\.key), "the admins")
        try same(details.whiteList!.map(\.text), seats.filter(\.value.isWhiteListed).map(\.key), "the white list")
        let muted = seats.filter { village.isMuted($0.value) }.map { "\($0.key) until \($0.value.muteUntil)" }
        try same(details.muted!.map { "\($0.user) until \($0.until)" }, muted, "the muted ones")
    }
}
