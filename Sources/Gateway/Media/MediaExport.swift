import Chat
import Domain
import Media
import Security
import Settings
import Storage
import Telemetry

/// U-40: the bytes of an export, in a folder beside its lines.
package final class MediaExport: ExportedBytes {
    private let configuration: Configuration
    private let services: MediaServices
    private let folder: DigestFolder
    /// The files by the ids of the uploads; nil: the upload was left out.
    private var files: [String: String?] = [:]
    private var named: Set<String> = []
    private var failure: MediaProblem?
    /// Uploads without a line, each with the reason.
    package private(set) var leftOut: [String] = []

    /// Nil: the gateway keeps no media.
    package init?(_ configuration: Configuration, to path: String) throws {
        let log = Log(format: .text, level: .error, queueLines: 100)
        let key = SharedDigestKey(DigestKey(Random.bytes(DigestKey.size)))
        guard let services = try MediaServices.make(configuration, key, nil, log) else { return nil }
        (self.configuration, self.services) = (configuration, services)
        folder = try DigestFolder.make(path)
    }

    /// Copies all bytes before the lines are written, by one page of rows after the other: that may take hours, and while the lines
    /// are read as of one moment, the log of the store only grows.
    package func takeAll() throws {
        var after: MediaNumber = 0
        while true {
            var page: [StoredMedia] = []
            try SQLiteStore.read(directory: configuration.data.directory, migrations: Schema.migrations) {
                store throws(StoreError) in
                page = try MediaReader.page(of: nil, behind: after, limit: 500, in: store)
            }
            guard let last = page.last else { return }
            after = last.number
            for media in page where media.state == .ready { _ = try file(of: media) }
        }
    }

    package func take(_ media: StoredMedia) -> String? {
        if failure != nil { return nil }
        do throws(MediaProblem) {
            guard let file = try file(of: media) else {
                leftOut.append("\(media.id): its bytes are not there, or are not those of its digest")
                return nil
            }
            named.insert(file)
            return file
        } catch {
            failure = error
            return nil
        }
    }

    /// After the last line: removes the files of uploads that have lost their rows meanwhile. Throws the first problem with the
    /// folder or the store.
    package func finish() throws(MediaProblem) {
        if let failure { throw failure }
        for name in try folder.names() where !named.contains(name) { try folder.remove(name) }
    }

    private func file(of media: StoredMedia) throws(MediaProblem) -> String? {
        if let known = files[media.id] { return known }
        var file: String?
        if let id = MediaID(media.id) { file = try folder.take(id, size: Int(media.size), from: services.store) }
        // A store without checksums has not looked at the digest that the client has said.
        if media.isVerified, let digest = media.digest, file != hexadecimal(digest) { file = nil }
        files[media.id] = file
        return file
    }
}
