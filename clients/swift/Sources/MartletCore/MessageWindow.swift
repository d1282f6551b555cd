/// The part of a conversation that the application shows: without holes, from some message up to the newest. Before the
/// first page was read, and after a gap, it has nothing.
final class MessageWindow {
    /// By rising `seq`.
    private(set) var messages: [JSON] = []
    /// Messages of before a gap, or that may be gone, as long as the first page was not read.
    var stale: [JSON] = []
    /// Whether the first page was read.
    private(set) var isLoaded = false
    /// Whether there is nothing older.
    private(set) var isComplete = false
    /// Where the next older page begins.
    private(set) var cursor = 0
    /// The page that is on its way.
    var loading: PageCall?

    /// The messages as they are shown. Between those that are stale and the new ones there may be a hole.
    var shown: [JSON] { stale.isEmpty ? messages : stale }

    /// A live message, or an own one. False: without a page below it there would be a hole.
    func add(_ message: JSON) -> Bool {
        guard isLoaded || loading != nil else { return false }
        // One that is late is in an older page.
        if !isComplete, message.seq < cursor { return true }
        var place = messages.count
        while place > 0, messages[place - 1].seq > message.seq { place -= 1 }
        if place == 0 || messages[place - 1].seq != message.seq { messages.insert(message, at: place) }
        return true
    }

    /// A message as it is now. False: it is not here.
    func change(_ message: JSON) -> Bool {
        let isSame = { (one: JSON) in one.msgId == message.msgId }
        if let place = stale.lastIndex(where: isSame) {
            stale[place] = newer(stale[place], message)
        } else if let place = messages.lastIndex(where: isSame) {
            messages[place] = newer(messages[place], message)
        } else {
            return false
        }
        return true
    }

    /// Messages are kept no longer. False: none of them is here.
    func remove(_ ids: Set<String>) -> Bool {
        let count = messages.count + stale.count
        messages.removeAll { ids.contains($0.msgId) }
        stale.removeAll { ids.contains($0.msgId) }
        return messages.count + stale.count < count
    }

    func addOlder(_ page: MessagePage) {
        // Messages that came late while the first page was awaited are in an older one.
        let here = messages.filter { page.isFinished || $0.seq >= page.cursor }
        let known = Set(here.map(\.seq))
        messages = (page.messages.filter { !known.contains($0.seq) } + here).sorted { $0.seq < $1.seq }
        cursor = page.cursor
        isComplete = page.isFinished
        isLoaded = true
        stale = []
    }

    /// No page came: messages that are told from now on would leave a hole behind those that were. Whether there were
    /// any.
    func fail() -> Bool {
        guard !isLoaded, !messages.isEmpty else { return false }
        messages = []
        return true
    }

    /// Keeps the newest; older ones can be read again.
    func trim(_ count: Int) {
        guard isLoaded, messages.count > count, count > 0 else { return }
        messages = messages.suffix(count)
        cursor = messages[0].seq
        isComplete = false
    }
}

/// A page of messages, of the gateway or of this device, with falling `seq`.
struct MessagePage {
    var messages: [JSON]
    var cursor: Int
    var isFinished: Bool
    /// The messages are of before a gap, or may be gone.
    var isStale = false
}

extension MessagePage {
    init(_ page: JSON) {
        self.init(
            messages: page["messages"]?.array ?? [], cursor: page["cursor"]?.int ?? 0,
            isFinished: page["isFinished"]?.bool ?? true)
    }
}

/// Members of a message.
extension JSON {
    var conversationID: String { self["conversationID"]?.string ?? "" }
    var seq: Int { self["seq"]?.int ?? 0 }
    var msgId: String { self["msgId"]?.string ?? "" }
    var time: Int { self["time"]?.int ?? 0 }
    var expireAt: Int? { self["expireAt"]?.int }
}
