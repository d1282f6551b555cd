import Cluster

/// `martlet cluster leave` at a node, run again until it is done, while the others go on and everything fails.
extension Host {
    func leave() {
        guard !hasLeft else { return }
        crash()
        isLeaving = true
        endLog()
    }

    private func endLog() {
        var isAnswered = false
        let (place, time) = (store.state.place, world.database.time)
        var content = RecordContent(
            epoch: store.state.epoch, id: RecordID(Incarnation(world.seed()), 1), time: max(time, store.state.time),
            kind: .ending)
        content.ending = LogEnding(node: "n\(index)", store: place)
        world.database.write { tables in
            if let ending = tables.records.last.flatMap(lastEnding) { return ending.store == place }
            return tables.append(Record(content, after: place), id: content.id) == .appended
        } answer: { [self] hasEnded in
            isAnswered = true
            // The word of an earlier call comes late.
            guard isLeaving, store.state.place == place else { return }
            isLeaving = false
            if hasEnded {
                hasLeft = true
                return world.ledger.noteLeft(store.state.place)
            }
            // The log has more, or its disk has lost something: the node starts, gets it, and is stopped again.
            start()
            world.after(world.random(100...400)) { [self] in leave() }
        }
        // Nobody knows what has become of it, so it is run again.
        world.after(150) { [self] in if !isAnswered { endLog() } }
    }
}

private func lastEnding(_ record: Record) -> LogEnding? { (try? record.content())?.ending }
