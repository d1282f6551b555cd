import Client
import Commands
import Framing
import Glibc
import JSON
import Settings

extension Command {
    private static let url = Flag("url", "URL", "The gateway: http://HOST:PORT or https://HOST:PORT.")
    private static let adminKeyFile = Flag("admin-key-file", "FILE", "The file of admin keys; the first of them asks.")
    private static let journal = Flag(
        "journal", "FILE", "Keeps how far the import has come, and the groups' ids. It is made if it is not there.")
    private static let groups = Flag(
        "groups", "FILE", "At the end, writes a JSON object: the id of each group there, and its id here.")
    private static let media = Flag(
        "media", "DIR", "The bytes of the uploads in the lines, as `martlet export --media` has written them.")
    private static let prints = Flag("print", nil, "Only prints the lines that FORMAT's answers become.")

    static let importing = Command(
        "import", "Takes accounts, friends, blacklists, groups and messages along from another service or server.",
        operands: "FORMAT FILE…", flags: [url, adminKeyFile, journal, groups, media, prints, .authorities],
        notes: """
            FORMAT is lines, tencent, easemob, netease, rongcloud, openim or tinode; docs/importing.md describes what FILE has
            then, and how to make it.

            What cannot be taken is printed, a line of JSON each. An import that was stopped goes on where it was when it
            is started again with the same files and journal.

            Exit codes: 0 all was taken, 1 the import failed, 2 something could not be taken, 64 the command line is wrong,
            65 a file is wrong, 69 the gateway cannot be reached, 73 a file cannot be written, 77 the admin key is refused.

            """
    ) { invocation in
        guard let name = invocation.operands.first, let format = ImportFormat(rawValue: name),
            invocation.operands.count > 1
        else {
            let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(reason: "give a format (\(formats)) and one or more files")
        }
        let source = try ImportSource(format: format, files: Array(invocation.operands.dropFirst()))
        if invocation.has(prints) {
            try source.forEach { line in say(line.text + "\n") }
            return ExitCode.success
        }
        guard let url = invocation[url], let keyFile = invocation[adminKeyFile], let journalFile = invocation[journal]
        else { throw UsageError(reason: "give --url, --admin-key-file and --journal, or --print") }
        guard let endpoint = Endpoint(url) else { throw UsageError(reason: "\(url) is not an http:// or https:// URL") }
        var options = Channel.Options()
        if let file = invocation[.authorities] { options.tls.trust = .file(file) }
        // A batch may wait behind others in the gateway.
        options.patience = .seconds(60)
        let gateway = ImportGateway(endpoint, options, key: try adminKey(keyFile))
        let progress = try ImportJournal(journalFile, source: source)
        var importer = Importer(
            source: source, gateway: gateway, journal: progress, media: try ImportMedia(invocation[media]),
            sender: MediaSender(endpoint, options, gateway))
        try importer.run()
        if let file = invocation[groups] { try progress.writeGroups(file) }
        complain(importer.summary)
        return importer.report.isEmpty ? ExitCode.success : ExitCode.refused
    }

    private static func adminKey(_ path: String) throws -> String {
        let file = try? JSONDocument().parse(try File.readSecret(path))
        guard let key = file?["keys"]?.elements?.first(where: { _ in true })?["secret"]?.string else {
            throw CommandFailure(
                reason: "\(path) is no file of admin keys that only you can read",
                exitCode: ExitCode.configuration)
        }
        return key
    }
}

extension ExitCode {
    static let badData: Int32 = 65
}
