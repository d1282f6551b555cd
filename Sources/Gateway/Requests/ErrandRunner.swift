import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Media
import Routing
import Security
import Settings
import Storage
import Telemetry

/// Has the media threads find out what a change needs, or what its reply is to say, and goes on with that on the shard.
final class ErrandRunner {
    private let link: ShardLink
    private let replies: Replies
    /// By number; those that are under way.
    private var waiting: [UInt64: (Result<[UInt8], Refusal>) -> Void] = [:]
    private var lastNumber: UInt64 = 0
    private let document = JSONDocument()
    private let changed = JSONDocument()

    init(_ link: ShardLink, _ replies: Replies) {
        self.link = link
        self.replies = replies
    }

    /// `submit`: hands over the change.
    func run(
        _ errand: Errand, of operation: Operation, _ call: Call, at submission: Submission,
        submit: @escaping (Submission) -> Void
    ) {
        let address = submission.replyAddress
        let standing = call.caller.standing
        begin { transaction throws(CommandError) in
            if let standing, try !standing.isFound(in: transaction) { throw .refused(.noAccount) }
            return try errand.look(transaction)
        } then: { [self] found in
            do throws(Refusal) {
                let data = call.data(with: try found.get())
                let work = try work(of: errand, operation, call, with: data)
                submit(
                    Submission(
                        .call(call.replacing(data, work)), of: submission.session, submission.payer, submission.trace,
                        at: address, submission.shard))
            } catch {
                replies.give(Reply(address, .refusal(error)))
            }
        }
    }

    private func work(
        of errand: Errand, _ operation: Operation, _ call: Call, with data: [UInt8]
    ) throws(Refusal) -> Work {
        let (sent, merged): (JSONValue, JSONValue)
        do {
            sent = try document.parse(call.data, limits: JSONLimits(bytes: call.data.count))
            merged = try changed.parse(data, limits: JSONLimits(bytes: data.count))
        } catch {
            preconditionFailure("data that was read before is no JSON: \(error)")
        }
        let request = Request(
            operation: operation, data: sent, context: link.context.requests, key: call.key, isHooked: false)
        return try errand.work(Request(request, replacing: merged))
    }

    // MARK: - The plan of an upload

    /// `media.prepare` has made its row, or found it: the reply is to say how the bytes are sent, too. `done` is given the reply.
    func plan(_ prepared: [UInt8], _ done: @escaping (Reply.Content) -> Void) {
        guard let id = (try? document.parse(prepared))?["mediaID"]?.string else {
            preconditionFailure("media.prepare has not told an id")
        }
        let (configuration, key) = (link.context.configuration, link.context.requests.askKey)
        begin { transaction throws(CommandError) in
            guard let media = try stored(StoredMedia.find(id, in: transaction)), media.state == .uploading else {
                return { _ in prepared }
            }
            let end = configuration.now.time + Seconds(Int64(configuration.media.uploadSeconds)).milliseconds
            let upload = media.upload(key.now)
            return { services throws(Refusal) in
                let plan = try services.asking { store throws(MediaProblem) in try store.plan(for: upload, until: end) }
                return prepared.dropLast() + Array(",".utf8) + plan.member(until: end) + Array("}".utf8)
            }
        } then: { found in
            switch found {
            case .success(let reply): done(.ok(reply))
            case .failure(let refusal): done(refusal.code == .unavailable ? .fault(refusal) : .refusal(refusal))
            }
        }
    }

    // MARK: - Under way

    private func begin(
        _ look: @escaping @Sendable (any Transaction) throws(CommandError) -> Errand.Search,
        then: @escaping (Result<[UInt8], Refusal>) -> Void
    ) {
        lastNumber += 1
        let number = lastNumber
        waiting[number] = then
        let mailbox = link.mailbox
        let end: @Sendable (Result<[UInt8], Refusal>) -> Void = { result in
            mailbox.post { $0.errands.end(number, result) }
        }
        guard let services = link.context.media else { return end(.failure(.mediaOff)) }
        link.context.store.read { transaction throws(StoreError) in
            let search: Errand.Search
            do throws(CommandError) {
                search = try look(transaction)
            } catch {
                guard case .refused(let refusal) = error else { throw error.storeError }
                return end(.failure(refusal))
            }
            let isTaken = services.threads.run(.long) {
                do throws(Refusal) {
                    end(.success(try search(services)))
                } catch {
                    end(.failure(error))
                }
            }
            if !isTaken {
                services.count(.busy)
                end(.failure(Refusal(.unavailable, "too many uploads wait for the disk")))
            }
        } failed: { error in
            end(.failure(error.refusal))
        }
    }

    func end(_ number: UInt64, _ result: Result<[UInt8], Refusal>) {
        guard let then = waiting.removeValue(forKey: number) else { preconditionFailure("no errand \(number)") }
        then(result)
    }
}

extension Refusal {
    static let mediaOff = Refusal(.unavailable, "the gateway keeps no media (media.store)")
}

extension StoredMedia {
    /// As the store of the bytes knows it.
    func upload(_ key: DigestKey) -> Upload {
        guard let id = MediaID(id) else { preconditionFailure("\(id) is no id of media") }
        var digest = KeyedDigest(key)
        digest.take(ContentDigest(owner.rawValue))
        return Upload(
            id: id, type: type, size: Int(size), digest: self.digest,
            owner: Array(digest.finish().bytes.prefix(Upload.ownerBytes)))
    }
}

extension MediaServices {
    /// Has the store do something. Its faults are told to the log, and to the client that nothing was done.
    func asking<Result>(
        _ work: (any MediaStore) throws(MediaProblem) -> Result
    ) throws(Refusal) -> Result {
        do throws(MediaProblem) {
            return try work(store)
        } catch {
            countFault(error)
            switch error {
            case .full: throw Refusal(.unavailable, "the gateway's disk for media is full; nothing was done")
            case .otherDigest: throw Refusal(.conflict, "the bytes are not those that were announced")
            case .failed(let reason):
                log.error("the store of media", ["reason": reason])
                throw Refusal(.unavailable, "the gateway's store of media cannot be reached; nothing was done")
            }
        }
    }
}

extension UploadPlan {
    /// As the member `upload`.
    fileprivate func member(until end: Milliseconds) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .offsets(let url):
                json.field("kind", "offsets")
                json.field("url", url)
            case .put(let url, let headers):
                json.field("kind", "put")
                json.field("url", url)
                json.fields("headers", headers)
            case .form(let url, let fields):
                json.field("kind", "form")
                json.field("url", url)
                json.fields("fields", fields)
            case .parts(let bytes, let first, let urls):
                json.field("kind", "parts")
                json.field("bytes", bytes)
                json.field("first", first)
                json.array("urls") { json in
                    for url in urls { json.value(url) }
                }
            }
            json.field("until", end.rawValue)
        }
        return Array("\"upload\":".utf8) + Array(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func fields(_ name: StaticString, _ fields: [UploadPlan.HTTPField]) {
        object(name) { json in
            for field in fields {
                json.key(text: field.name)
                json.value(field.value)
            }
        }
    }
}
