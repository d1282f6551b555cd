import Commands
import JSON

/// Takes headers and ends of exports out of the lines of a file, and refuses exports that are not whole.
struct ExportCheck {
    /// The export that has begun and not ended.
    private var export: (digest: ExportDigest, place: String)?

    /// False: the line is a header or an end, which nobody else gets.
    mutating func passes(_ text: String, _ record: ImportLine) throws(CommandFailure) -> Bool {
        switch record.type {
        case "export":
            try finish()
            guard record.json["version"]?.int64 == Int64(ExportDigest.version) else {
                throw record.failure("exports of this version are not read: take a newer Martlet")
            }
            export = (ExportDigest(header: text), record.place)
            return false
        case "exportEnd":
            guard let export else {
                throw record.failure("the export that ends here is damaged: it has no header. Nothing is taken")
            }
            if let fault = export.digest.fault(by: record.json) { throw damage(fault) }
            self.export = nil
            return false
        default:
            export?.digest.take(text)
            return true
        }
    }

    /// At the end of the file.
    func finish() throws(CommandFailure) {
        if export != nil { throw damage("it has no end") }
    }

    private func damage(_ fault: String) -> CommandFailure {
        let (place, lines) = (export?.place ?? "", export?.digest.lines ?? 0)
        let effect = "Nothing is taken, its \(lines) lines are left out"
        return CommandFailure(
            reason: "\(place): the export that begins here is damaged: \(fault). \(effect)", exitCode: ExitCode.badData)
    }
}
