// Plays traces: `martlet-player clients/conformance/traces/*.json`. With `--mutate N` it plays them N times with frames
// that were changed at random, and looks only whether the client stands it.
import Foundation
import MartletCore

func play(_ trace: JSON) throws(Mismatch) {
    let rows = (trace["rows"]?.array ?? []).compactMap { Row($0) }
    let stage = Stage()
    var matching = Matching(rows)
    var next = 0
    while next < rows.count {
        let at = rows[next].at
        while next < rows.count, rows[next].at == at, rows[next].direction == "in" {
            try stage.give(matching.filled(rows[next].value))
            next += 1
        }
        let first = next
        while next < rows.count, rows[next].direction != "in" { next += 1 }
        stage.advance(to: next < rows.count ? rows[next].at : trace["end"]?.int ?? at)
        try matching.compare(Array(rows[first..<next]), stage.take())
    }
}

/// The client may do anything then, but not stop the program or go on for ever.
func play(_ trace: JSON, mutated seed: UInt64) throws {
    var mutation = Mutation(seed: seed)
    let rows = (trace["rows"]?.array ?? []).compactMap { Row($0) }
    let stage = Stage()
    var matching = Matching(rows)
    for (index, row) in rows.enumerated() where row.direction == "in" {
        stage.advance(to: row.at)
        do {
            let until = rows[..<index].lastIndex { $0.direction == "in" } ?? -1
            try matching.compare(Array(rows[(until + 1)..<index]), stage.take())
        } catch {
            // The client goes another way than the trace; names that were bound before are enough to go on.
        }
        try stage.give(mutation.mutated(row: matching.filled(row.value)))
    }
    stage.advance(to: trace["end"]?.int ?? 0)
}

var paths = Array(CommandLine.arguments.dropFirst())
var rounds = 0
if paths.first == "--mutate", paths.count > 1 {
    rounds = Int(paths[1]) ?? 1
    paths.removeFirst(2)
}
var failed = 0
for path in paths {
    let trace = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
    for seed in 0..<rounds { try play(trace, mutated: UInt64(seed)) }
    do throws(Mismatch) {
        if rounds == 0 { try play(trace) }
    } catch {
        failed += 1
        print("\(path): \(error.message)")
    }
}
print("\(paths.count - failed) traces passed, \(failed) failed")
exit(failed == 0 && !paths.isEmpty ? 0 : 1)
