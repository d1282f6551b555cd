/// The logins of a shard. Few of them are under way at a time: when thousands of devices come back at once, a message has few of
/// them before it in the store's queue, or in the leader's.
final class LoginLine {
    /// Begins a login. False: nobody wants it any more.
    typealias Login = () -> Bool

    private let most: Int
    private var underWay = 0
    private var waiting: [Login] = []
    /// Those of them that have begun, or were given up.
    private var passed = 0
    private var isMoving = false

    init(atMost most: Int) {
        self.most = most
    }

    /// Begins it now or later.
    func enter(_ login: @escaping Login) {
        waiting.append(login)
        move()
    }

    /// One that has begun has been replied to.
    func noteReply() {
        precondition(underWay > 0, "more logins were replied to than have begun")
        underWay -= 1
        move()
    }

    private func move() {
        // One that is replied to at once is not the next one's caller.
        if isMoving { return }
        isMoving = true
        while underWay < most, passed < waiting.count {
            passed += 1
            underWay += 1
            if !waiting[passed - 1]() { underWay -= 1 }
        }
        isMoving = false
        if 2 * passed >= waiting.count {
            waiting.removeFirst(passed)
            passed = 0
        }
    }
}
