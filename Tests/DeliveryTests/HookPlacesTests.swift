import Domain
import Testing

@testable import Gateway

/// Whose turn it is to be asked about.
struct HookPlacesTests {
    private func user(_ name: String) -> UserID { UserID(name)! }

    /// The loads that get a place now.
    private func take(_ places: inout HookPlaces<String>) -> [String] {
        var taken: [String] = []
        while let load = places.next() { taken.append(load) }
        return taken
    }

    @Test func `H-22: a user has 16 of 256 places, and what waits begins in its order`() {
        var places = HookPlaces<String>()
        for number in 1...20 { #expect(places.enter("a\(number)", of: user("a"), until: 100) == nil) }
        #expect(take(&places) == (1...16).map { "a\($0)" })
        places.leave(user("a"))
        #expect(take(&places) == ["a17"])
        #expect(places.enter("b", of: user("b"), until: 100) == nil)
        #expect(take(&places) == ["b"])
    }

    @Test func `H-22: who has the fewest questions under way is next`() {
        var places = HookPlaces<String>()
        for name in (1...16).map({ "u\($0)" }) {
            for _ in 1...18 { #expect(places.enter(name, of: user(name), until: 100) == nil) }
        }
        #expect(take(&places).count == 256)
        #expect(places.enter("new", of: user("new"), until: 100) == nil)
        #expect(take(&places) == [])
        places.leave(user("u1"))
        #expect(take(&places) == ["new"])
    }

    @Test func `H-22: of one user 32 wait, and 4,096 in all`() {
        var places = HookPlaces<String>()
        for _ in 1...32 { #expect(places.enter("a", of: user("a"), until: 100) == nil) }
        #expect(places.enter("a", of: user("a"), until: 100) == .share)
        for number in 1...127 {
            for _ in 1...32 { #expect(places.enter("", of: user("u\(number)"), until: 100) == nil) }
        }
        #expect(places.enter("b", of: user("b"), until: 100) == .full)
    }

    @Test func `H-22: what has waited in vain says whether its own user is to blame`() {
        var places = HookPlaces<String>()
        for _ in 1...17 { #expect(places.enter("a", of: user("a"), until: 100) == nil) }
        #expect(take(&places).count == 16)
        for name in (1...15).map({ "u\($0)" }) {
            for _ in 1...16 { #expect(places.enter(name, of: user(name), until: 100) == nil) }
        }
        #expect(take(&places).count == 240)
        #expect(places.enter("late", of: user("late"), until: 200) == nil)
        #expect(places.deadline == 100)
        #expect(places.takeOverdue(at: 99).isEmpty)
        let own = places.takeOverdue(at: 100)
        #expect(own.map { $0.load } == ["a"] && own.map { $0.obstacle } == [.share])
        let others = places.takeOverdue(at: 200)
        #expect(others.map { $0.load } == ["late"] && others.map { $0.obstacle } == [.full])
        #expect(places.deadline == nil)
    }
}
