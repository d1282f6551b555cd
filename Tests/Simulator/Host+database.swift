import Cluster

/// Calls to the database: they are answered, or fail after a while, and may happen later still.
extension Host {
    func call<Answer>(
        write: @escaping (inout LogTables) -> Answer, answer: @escaping (Result<Answer, LogError>) -> NodeEvent
    ) {
        var isAnswered = false
        let life = life
        let give = { [self] (result: Result<Answer, LogError>) in
            guard !isAnswered, self.life == life else { return }
            isAnswered = true
            take(answer(result))
        }
        world.after(150) { give(.failure(.unknownOutcome("no answer"))) }
        let isLate = !world.isQuiet && world.chance(60)
        let way = isLate ? world.random(100...900) : world.random(0...2)
        let isLost = isCutOff && !world.chance(4)
        if isLost { return }
        world.after(way) { [self] in
            world.database.write(write) { [self] result in
                if isCutOff { return }
                world.after(world.random(0...2)) { give(.success(result)) }
            }
        }
    }

    func append(_ record: Record, _ id: RecordID) {
        let isUnchained = world.options.modelFaults.contains(.appendsWithoutPredecessor)
        call(
            write: { isUnchained ? $0.appendUnchained(record, id: id) : $0.append(record, id: id) },
            answer: { .appended(id, $0) })
    }

    func renew(_ renewal: Renewal) {
        call(write: { [world] in $0.renew(renewal, time: world.database.time) }, answer: { .renewed($0) })
    }

    func trim(through position: Position) {
        call(
            write: { [world] tables in
                tables.trim(through: position)
                world.ledger.checkTrim(tables, world.hosts)
            },
            answer: { _ in .trimmed })
    }

    func read(after position: Position) {
        let life = life
        world.after(world.random(0...3)) { [self] in
            let slice = isCutOff ? nil : world.database.read(after: position)
            let answer = slice.map { Result<LogSlice, LogError>.success($0) }
            world.after(world.random(0...2)) { [self] in
                if self.life == life { take(.read(answer ?? .failure(.unreachable("no way")))) }
            }
        }
    }
}
