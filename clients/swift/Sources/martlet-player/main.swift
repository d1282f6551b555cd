// Plays traces: `martlet-player clients/conformance/traces/*.json`.
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

var failed = 0
for path in CommandLine.arguments.dropFirst() {
    do {
        try play(try JSON(parsing: String(contentsOfFile: path, encoding: .utf8)))
    } catch let mismatch as Mismatch {
        failed += 1
        print("\(path): \(mismatch.message)")
    }
}
print("\(CommandLine.arguments.count - 1 - failed) traces passed, \(failed) failed")
exit(failed == 0 && CommandLine.arguments.count > 1 ? 0 : 1)
