import Domain
import Transport

/// Questions of rooms' homes that several nodes answer (L-09, L-20). One that says nothing for a second is silent.
final class RoomQuestions {
    private struct Open {
        var awaited: Set<NodeNumber>
        var silent: Set<NodeNumber>
        var finding: RoomFinding
        let end: Milliseconds
        let finish: (RoomFinding, _ silent: Set<NodeNumber>) -> Void
    }

    private var open: [UInt64: Open] = [:]
    private var last: UInt64 = 0

    var isEmpty: Bool { open.isEmpty }

    /// `finding`: at this node; `silent`: nodes that cannot be asked. Returns the number of the question; nil: there is nobody
    /// else to ask, and it is answered.
    func ask(
        _ nodes: Set<NodeNumber>, silent: Set<NodeNumber>, _ finding: RoomFinding, now: Milliseconds,
        finish: @escaping (RoomFinding, _ silent: Set<NodeNumber>) -> Void
    ) -> UInt64? {
        if nodes.isEmpty {
            finish(finding, silent)
            return nil
        }
        last += 1
        open[last] = Open(
            awaited: nodes, silent: silent, finding: finding, end: now + patience, finish: finish)
        return last
    }

    func take(_ finding: RoomFinding, to number: UInt64, from node: NodeNumber) {
        guard open[number]?.awaited.remove(node) != nil else { return }
        open[number]?.finding.users.formUnion(finding.users)
        if finding.isSpared { open[number]?.finding.isSpared = true }
        finishIfAnswered(number)
    }

    func linkIsDown(to node: NodeNumber) {
        for number in open.keys where open[number]?.awaited.remove(node) != nil {
            open[number]?.silent.insert(node)
            finishIfAnswered(number)
        }
    }

    func timePassed(now: Milliseconds) {
        for (number, question) in open where question.end <= now {
            open[number]?.silent.formUnion(question.awaited)
            open[number]?.awaited = []
            finishIfAnswered(number)
        }
    }

    private func finishIfAnswered(_ number: UInt64) {
        guard let question = open[number], question.awaited.isEmpty else { return }
        open[number] = nil
        question.finish(question.finding, question.silent)
    }
}

private let patience: Milliseconds = 1_000
