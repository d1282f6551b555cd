/// Reads the whole list of conversations. News of events meanwhile are newer than a page, or another event follows
/// it.
final class ListReader {
    private unowned let sync: Sync
    /// The events' conversations; null for deleted.
    private var touched = OrderedMap<JSON>()
    private var list = OrderedMap<JSON>()

    init(_ sync: Sync) {
        self.sync = sync
    }

    func touch(_ conversations: [JSON]) {
        for conversation in conversations {
            if let id = conversation["conversationID"]?.string { touched[id] = conversation }
        }
    }

    func touch(deleted ids: [String]) {
        for id in ids { touched[id] = .null }
    }

    func read(from nextSeq: JSON = 0, _ done: @escaping (Result<[JSON], MartletError>) -> Void) {
        sync.read("conversation.list", ["nextSeq": nextSeq, "count": 100]) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let page):
                for conversation in page["conversations"]?.array ?? [] {
                    if let id = conversation["conversationID"]?.string { list[id] = conversation }
                }
                guard page["isFinished"]?.bool == false, let next = page["nextSeq"] else {
                    return done(.success(finished()))
                }
                read(from: next, done)
            }
        }
    }

    private func finished() -> [JSON] {
        for (id, conversation) in touched.members { list[id] = conversation.isNull ? nil : conversation }
        return list.members.map(\.1)
    }
}
