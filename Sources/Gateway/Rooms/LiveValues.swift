import Chat
import ClientProtocol
import Domain
import Framing
import JSON

/// The values of a room in use, and those elements of its queue that go with their setters. Each node has them by the log, and
/// tells its own participants (L-25).
struct LiveValues {
    /// The steps that participants here have not been told, as one.
    struct News {
        /// The state before them.
        let former: Seq
        var state: Seq
        var set: [ExactText: RoomValue] = [:]
        var removed: Set<ExactText> = []

        var bytes: Int {
            self.set.values.reduce(0) { $0 + $1.bytes } + removed.reduce(0) { $0 + $1.text.utf8.count } + 128
        }

        mutating func add(_ step: RoomValueStep) {
            state = step.state
            for value in step.set {
                set[value.key] = value
                removed.remove(value.key)
            }
            for key in step.removed {
                set[key] = nil
                removed.insert(key)
            }
        }
    }

    private var states: [RoomValue.Kind: Seq]
    private var values: [ExactText: RoomValue]
    private var transientElements: [ExactText: RoomValue]
    private var news: [RoomValue.Kind: News] = [:]
    /// The bytes that the ticks since the last news have left for them.
    private var bytesLeft = 0

    init(_ room: Room, _ values: [RoomValue], queue: [RoomValue]) {
        states = [.value: room.valuesState, .element: room.queueState]
        self.values = Dictionary(values.map { ($0.key, $0) }) { $1 }
        transientElements = Dictionary(queue.filter(\.isTransient).map { ($0.key, $0) }) { $1 }
    }

    /// One that is known already, since the rows were read after it, is passed over.
    mutating func note(_ step: RoomValueStep, of kind: RoomValue.Kind) {
        let former = states[kind, default: 0]
        guard step.state > former else { return }
        states[kind] = step.state
        news[kind, default: News(former: former, state: former)].add(step)
        for key in step.removed { keep(nil, of: kind, at: key) }
        for value in step.set { keep(value, of: kind, at: value.key) }
    }

    private mutating func keep(_ value: RoomValue?, of kind: RoomValue.Kind, at key: ExactText) {
        switch kind {
        case .value: values[key] = value
        case .element: transientElements[key] = value?.isTransient == true ? value : nil
        }
    }

    // MARK: - Telling

    var hasNews: Bool { !news.isEmpty }

    /// `bytes`: as many as a participant can be told with this tick. News that are longer wait for further ticks, and what is set
    /// meanwhile joins them.
    mutating func takeNews(bytes: Int) -> [RoomValue.Kind: News] {
        guard hasNews else { return [:] }
        bytesLeft += bytes
        guard news.values.reduce(0, { $0 + $1.bytes }) <= bytesLeft else { return [:] }
        bytesLeft = 0
        defer { news = [:] }
        return news
    }

    /// For one who enters, and may know the values of that state. `bytes`: if they are longer, it asks for them.
    func write(beside known: Seq?, bytes: Int, to json: inout JSONWriter) {
        let state = states[.value, default: 0]
        json.field("state", state.rawValue)
        json.field("queueState", states[.element, default: 0].rawValue)
        guard known != state, values.values.reduce(0, { $0 + $1.bytes }) <= bytes else { return }
        values.values.sorted { $0.key < $1.key }.write(as: "values", to: &json)
    }

    // MARK: - Those who leave (L-26)

    /// Those whose transient values and elements are here.
    var transientSetters: [UserID: AccountNumber] {
        // A backend's values stay.
        let transient = (values.values.filter(\.isTransient) + transientElements.values).filter { $0.account != 0 }
        return Dictionary(transient.map { (UserID(stored: $0.setter), $0.account) }) { $1 }
    }
}

extension LiveRoom {
    /// L-25: with a tick, at each node.
    func takeValueEvents(bytes: Int, _ json: inout JSONWriter) -> [Payload] {
        values.takeNews(bytes: bytes).map { kind, news in
            switch kind {
            case .value: Payload(of: RoomValuesChanged(room: room.id, news: news), &json)
            case .element: Payload(of: RoomQueueChanged(room: room.id, news: news), &json)
            }
        }
    }
}

extension [RoomValue] {
    func write(as name: StaticString, to json: inout JSONWriter) {
        json.array(name) { json in
            for value in self { json.object { value.write(to: &$0) } }
        }
    }
}

extension RoomValue {
    static let type = ValueType.object([
        Field("key", .string, "The key."),
        Field("value", .string, "What was set."),
        Field("version", .integer, "The `state` that began with it, for `ifVersion`."),
        Field(optional: "by", .string, "The user who has set it; absent: a backend has."),
        Field(optional: "isTransient", .boolean, "Only `true`: it goes when that user has left."),
        Field("position", .integer, "In the queue: the order, the head first. For values it means nothing."),
    ])

    func write(to json: inout JSONWriter) {
        json.field("key", key.text)
        json.field("value", value)
        json.field("version", version.rawValue)
        if !setter.isEmpty { json.field("by", setter) }
        if isTransient { json.field("isTransient", true) }
        json.field("position", position)
    }
}
