import Domain
import Glibc
import Security
import TestSupport
import Testing

@testable import Media

/// Media as files of a directory.
struct DirectoryStoreTests {
    private let folder: TemporaryFolder
    private let signer = makeSigner()

    init() throws { folder = try TemporaryFolder() }

    private func makeStore(freePercent: Int = 0) throws -> DirectoryStore {
        try DirectoryStore(folder.path("media"), signer: signer, freePercent: freePercent)
    }

    private func upload(_ bytes: [UInt8], id: String = "abcdefghijklmnopqrstuv", hasDigest: Bool = true) -> Upload {
        let digest = hasDigest ? bytes.withUnsafeBytes { Digest.sha256($0) } : nil
        return Upload(id: MediaID(id)!, type: "image/png", size: bytes.count, digest: digest)
    }

    private func append(
        _ bytes: ArraySlice<UInt8>, to upload: Upload, at offset: Int, in store: DirectoryStore
    ) throws -> DirectoryStore.Appending {
        try store.append(Array(bytes), to: upload, at: offset)
    }

    @Test func `an upload goes on at its offset, also in another process, and is sealed once all has come`() throws {
        let bytes = Random.bytes(100_000)
        let upload = upload(bytes)
        var store = try makeStore()
        _ = try store.plan(for: upload, until: 0)
        #expect(try store.progress(of: upload.id) == .at(0))
        #expect(try append(bytes[..<40_000], to: upload, at: 0, in: store) == .done(40_000))
        store = try makeStore()
        #expect(try store.progress(of: upload.id) == .at(40_000))
        #expect(try store.arrived(upload) == nil)
        #expect(try store.open(upload.id) == nil, "what is not whole is not given out")
        #expect(try append(bytes[50_000...], to: upload, at: 50_000, in: store) == .elsewhere(40_000))
        #expect(try append(bytes[40_000...], to: upload, at: 40_000, in: store) == .done(100_000))
        let arrival = try #require(try store.arrived(upload))
        #expect(arrival.size == 100_000 && arrival.isDigestVerified)
        #expect(arrival.beginning == Array(bytes[..<65_536]))
        #expect(try store.arrived(upload)?.size == 100_000, "asked again, it says the same")
        #expect(try store.progress(of: upload.id) == .sealed)
        #expect(try append(bytes[..<1], to: upload, at: 0, in: store) == .sealed)
        let file = try #require(try store.open(upload.id))
        #expect(try file.read(at: 99_990, 100) == Array(bytes[99_990...]))
        _ = try store.plan(for: upload, until: 0)
        #expect(try store.progress(of: upload.id) == .sealed, "a second plan begins nothing anew")
    }

    @Test func `bytes of another digest are dropped, and may be sent again`() throws {
        let upload = upload(Array("right".utf8))
        let store = try makeStore()
        _ = try store.plan(for: upload, until: 0)
        #expect(try append(Array("wrong".utf8)[...], to: upload, at: 0, in: store) == .done(5))
        #expect(throws: MediaProblem.otherDigest) { try store.arrived(upload) }
        #expect(try store.progress(of: upload.id) == .at(0))
        #expect(try append(Array("right".utf8)[...], to: upload, at: 0, in: store) == .done(5))
        #expect(try store.arrived(upload)?.isDigestVerified == true)
    }

    @Test func `what was removed takes no more bytes, also of those who had it open`() throws {
        let upload = upload(Random.bytes(10), hasDigest: false)
        let store = try makeStore()
        #expect(try append([1], to: upload, at: 0, in: store) == .gone, "nothing was planned")
        _ = try store.plan(for: upload, until: 0)
        #expect(try append([1], to: upload, at: 0, in: store) == .done(1))
        try store.remove(upload.id)
        try store.remove(upload.id)
        #expect(try append([1], to: upload, at: 1, in: store) == .gone)
        #expect(try store.progress(of: upload.id) == .gone)
        #expect(try store.arrived(upload) == nil)
    }

    @Test func `nothing is taken beyond the size, and a full disk says so`() throws {
        let upload = upload(Random.bytes(10))
        let store = try makeStore()
        _ = try store.plan(for: upload, until: 0)
        #expect(try append(Random.bytes(11)[...], to: upload, at: 0, in: store) == .beyondSize)
        #expect(try append(Random.bytes(6)[...], to: upload, at: 5, in: store) == .beyondSize)
        let full = try makeStore(freePercent: 100)
        #expect(throws: MediaProblem.full) { try full.plan(for: upload, until: 0) }
        #expect(throws: MediaProblem.full) { try append([1], to: upload, at: 0, in: full) }
    }

    @Test func `of many that append at one offset one does it, and no byte is written twice`() throws {
        let upload = upload(Random.bytes(2_000), hasDigest: false)
        let store = try makeStore()
        _ = try store.plan(for: upload, until: 0)
        let appended = Log<UInt8>()
        let threads = (0..<8).map { number in
            Thread.start(name: "append") {
                for offset in 0..<200 {
                    let byte = [UInt8(number)]
                    let outcome = try? store.append(byte, to: upload, at: offset)
                    if outcome == .done(offset + 1) { appended.add(UInt8(number)) }
                }
            }
        }
        for thread in threads { thread.join() }
        let count = appended.entries.count
        #expect(try store.progress(of: upload.id) == .at(count))
    }

    @Test func `links and foreign files are nobody's media`() throws {
        let store = try makeStore()
        let bytes = Array("secret".utf8)
        let (linked, real) = (upload(bytes, id: "abLINKAAAAAAAAAAAAAAAA"), upload(bytes))
        _ = try store.plan(for: real, until: 0)
        let media = folder.path("media")
        let outside = folder.path("outside")
        try #require(mkdir(outside, 0o700) == 0)
        try #require(symlink("/etc/passwd", "\(media)/ab/\(linked.id.text)") == 0)
        try #require(symlink(outside, "\(media)/zz") == 0)
        let inLinkedFolder = upload(bytes, id: "zzzzzzzzzzzzzzzzzzzzzz")
        #expect(try store.open(linked.id) == nil)
        #expect(try append(bytes[...], to: linked, at: 0, in: store) == .gone)
        #expect(throws: MediaProblem.self) { try store.plan(for: inLinkedFolder, until: 0) }
        #expect(try store.open(inLinkedFolder.id) == nil)
        close(creat("\(media)/ab/notes.txt", 0o600))
        #expect(try store.ids(after: nil, limit: 10) == [linked.id, real.id], "a link is listed, to be removed")
        try store.remove(linked.id)
        #expect(try store.ids(after: nil, limit: 10) == [real.id])
        #expect(access("/etc/passwd", F_OK) == 0)
    }

    @Test func `ids come in rising order, a page after the other`() throws {
        let store = try makeStore()
        let ids = (0..<50).map { _ in MediaID.random() }
        for id in ids { _ = try store.plan(for: upload([1], id: id.text), until: 0) }
        var (found, last): ([MediaID], MediaID?) = ([], nil)
        while let page = try Optional(store.ids(after: last, limit: 7)), !page.isEmpty {
            #expect(page.count <= 7)
            found += page
            last = page.last
        }
        #expect(found == ids.sorted { $0.text < $1.text })
    }

    @Test func `a directory that others may write to, or that is a file, is refused`() throws {
        let open = folder.path("open")
        try #require(mkdir(open, 0o700) == 0 && chmod(open, 0o777) == 0)
        #expect(throws: MediaProblem.self) { try DirectoryStore(open, signer: signer) }
        close(creat(folder.path("file"), 0o600))
        #expect(throws: MediaProblem.self) { try DirectoryStore(folder.path("file"), signer: signer) }
        #expect(throws: MediaProblem.self) { try DirectoryStore(folder.path("no/where"), signer: signer) }
    }
}
