/// A moment, in milliseconds.
public struct Moment: Sendable, Equatable {
    /// The wall's clock, since 1970. It may be set.
    public var wall: Int
    /// How long it is since some beginning, sleep included. Timers go by this.
    public var elapsed: Int

    public init(wall: Int, elapsed: Int) {
        self.wall = wall
        self.elapsed = elapsed
    }
}

/// Time, timers and chance, as the engine's caller gives them, and the steps that are to be done before it is asked
/// again.
final class Scheduler {
    struct Timer {
        fileprivate let id: Int
    }

    private(set) var moment: Moment
    /// From 0 up to 1.
    let chance: () -> Double
    private var steps: [() -> Void] = []
    private var actions: [Int: () -> Void] = [:]
    /// By their time; those without an action were cancelled.
    private var queue: [(due: Int, id: Int)] = []
    private var lastID = 0

    init(moment: Moment, chance: @escaping () -> Double) {
        self.moment = moment
        self.chance = chance
    }

    /// The wall's clock, since it goes on while a device sleeps.
    var now: Int { moment.wall }

    /// When the next timer is due, of the time that has elapsed.
    var nextDue: Int? { queue.first { actions[$0.id] != nil }?.due }

    func after(_ milliseconds: Int, _ action: @escaping () -> Void) -> Timer {
        lastID += 1
        actions[lastID] = action
        let due = moment.elapsed + max(0, milliseconds)
        var (low, high) = (0, queue.count)
        while low < high {
            let middle = (low + high) / 2
            if queue[middle].due <= due { low = middle + 1 } else { high = middle }
        }
        queue.insert((due, lastID), at: low)
        return Timer(id: lastID)
    }

    func cancel(_ timer: Timer?) {
        guard let timer, actions.removeValue(forKey: timer.id) != nil else { return }
        if queue.count > 2 * actions.count + 32 { queue.removeAll { actions[$0.id] == nil } }
    }

    /// Has something done when all that is under way is done.
    func next(_ step: @escaping () -> Void) {
        steps.append(step)
    }

    /// It is this time: what is due is done, in its order.
    func advance(to moment: Moment) {
        self.moment = moment
        run()
        while let (due, id) = queue.first, due <= moment.elapsed {
            queue.removeFirst()
            actions.removeValue(forKey: id)?()
            run()
        }
    }

    /// Does all steps, and those that they add.
    func run() {
        var index = 0
        while index < steps.count {
            steps[index]()
            index += 1
        }
        steps.removeAll(keepingCapacity: true)
    }
}

/// A value that comes later, for those who wait for it.
final class Later<Value> {
    private let scheduler: Scheduler
    private var value: Value?
    private var waiting: [(Value) -> Void] = []

    init(_ scheduler: Scheduler, _ value: Value? = nil) {
        self.scheduler = scheduler
        self.value = value
    }

    /// Once; later ones count for nothing.
    func settle(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        for action in waiting { scheduler.next { action(value) } }
        waiting = []
    }

    func then(_ action: @escaping (Value) -> Void) {
        if let value { scheduler.next { action(value) } } else { waiting.append(action) }
    }
}
