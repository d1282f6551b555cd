import Bytes
import Client
import Commands
import Curl
import Domain
import Framing
import Glibc
import JSON
import Media

/// U-40: uploads a file in its owner's name, as clients do: to the gateway, or to the store that speaks S3.
///
/// An import that is stopped between two steps begins the upload anew. If it had been completed, it is found by its digest, where
/// the store computes one (U-35). Otherwise nothing refers to the former one, and it ends after `media.unusedHours`.
struct MediaSender {
    private let endpoint: Endpoint
    private let options: Channel.Options
    private let gateway: ImportGateway
    private let transfers = BlockingTransfers(
        TransferOptions(connectMilliseconds: 10_000, answerMilliseconds: 600_000, authorities: nil))

    init(_ endpoint: Endpoint, _ options: Channel.Options, _ gateway: ImportGateway) {
        (self.endpoint, self.options, self.gateway) = (endpoint, options, gateway)
    }

    enum Outcome {
        case taken(ImportedUpload)
        case refused(String)
    }

    func send(_ file: MediaFile, of line: ImportLine) throws -> Outcome {
        let user = try line.required("userID")
        func ask(_ operation: String, _ members: String) throws -> Reply {
            let call = ImportCall(operation: operation, members: members, user: user, subject: line.place)
            guard let reply = try gateway.send([call]).first else { preconditionFailure("a call has no reply") }
            return reply
        }
        let digest = try file.digest()
        let announced = object { json in
            for name: StaticString in ["use", "name", "size"] { copyMember(name, of: line.json, into: &json) }
            if let type = line.json["mediaType"] { json.field("type", type) }
            json.field("sha256", Base64.url.encode(digest))
        }
        var reply: JSONValue
        switch try ask("media.prepare", announced) {
        case .ok(let prepared): reply = prepared
        case .error(let error): return .refused("\(error)")
        }
        let id = reply["mediaID"]?.string ?? ""
        let own = object { $0.field("mediaID", id) }
        if let plan = reply["upload"] {
            let reason = try send(file, by: plan, more: { try ask("media.prepare", own) })
            if let reason { return .refused(reason) }
            let complete = object { json in
                json.field("mediaID", id)
                for name: StaticString in ["width", "height"] { copyMember(name, of: line.json, into: &json) }
            }
            switch try ask("media.complete", complete) {
            case .ok(let completed): reply = completed
            case .error(let error): return .refused("\(error)")
            }
        }
        guard ["ready", "pending"].contains(reply["state"]?.string) else {
            return .refused("the gateway has refused its bytes, or its type is not theirs")
        }
        return .taken(ImportedUpload(id: id, url: reply["url"]?.string))
    }

    /// Why it was not taken; nil: all bytes are there. `more` asks for a plan of the parts that are missing.
    private func send(_ file: MediaFile, by plan: JSONValue, more: () throws -> Reply) throws -> String? {
        switch plan["kind"]?.string {
        case "offsets": return try append(file, to: plan["url"]?.string ?? "")
        case "put":
            let headers = texts("headers", of: plan).map { "\($0.name): \($0.value)" }
            return try put(file.read(at: 0, file.size), to: plan["url"]?.string ?? "", headers)
        case "form":
            let fields = texts("fields", of: plan)
            return post(try file.read(at: 0, file.size), to: plan["url"]?.string ?? "", fields)
        case "parts": return try sendParts(of: file, by: plan, more: more)
        default: return "the gateway wants its bytes in a way that this import does not know"
        }
    }

    private func texts(_ name: StaticString, of plan: JSONValue) -> [(name: String, value: String)] {
        plan[name]?.members.map { $0.map { ($0.key.keyText, $0.value.string ?? "") } } ?? []
    }

    /// To the gateway itself, whichever host `media.origin` names. It goes on behind what has come, after a restart as well.
    private func append(_ file: MediaFile, to url: String) throws -> String? {
        guard let path = url.firstRange(of: "\(MediaURL.path)") else {
            return "the gateway says no URL for its bytes"
        }
        let target = String(url[path.lowerBound...])
        var (offset, failures) = (0, 0)
        var http: HTTPConnection?
        while offset < file.size {
            let piece = try file.read(at: offset, pieceBytes)
            var problem: String
            do throws(ClientError) {
                let connection = if let http { http } else { try HTTPConnection(endpoint, options) }
                http = connection
                let response = try connection.request(
                    .patch, target, headers: [HTTPHeader("Upload-Offset", "\(offset)")], body: piece)
                if response.status == 204 {
                    offset += piece.count
                    failures = 0
                    continue
                }
                problem = "the gateway answered \(response.status) to its bytes"
                let place = response.headers.first(of: "upload-offset").flatMap { Int($0) }
                if response.status == 409, let place {
                    offset = min(place, file.size)
                } else if response.status < 500 && response.status != 429 {
                    return problem
                }
            } catch {
                http = nil
                problem = "\(error)"
            }
            failures += 1
            guard failures < ImportGateway.tries else {
                throw CommandFailure(reason: "\(endpoint): \(problem)", exitCode: ExitCode.unavailable)
            }
            sleep(1)
        }
        return nil
    }

    private func sendParts(of file: MediaFile, by plan: JSONValue, more: () throws -> Reply) throws -> String? {
        var plan = plan
        var sent = 0
        while true {
            let (bytes, first) = (Int(plan["bytes"]?.int64 ?? 0), Int(plan["first"]?.int64 ?? 0))
            let urls = plan["urls"].list.compactMap(\.string)
            guard bytes > 0, first == sent + 1, !urls.isEmpty else { return "the gateway has lost parts of its bytes" }
            for url in urls {
                if let reason = try put(file.read(at: sent * bytes, bytes), to: url, []) { return reason }
                sent += 1
            }
            if sent * bytes >= file.size { return nil }
            guard case .ok(let reply) = try more(), let next = reply["upload"] else {
                return "the gateway says no URLs for its other parts"
            }
            plan = next
        }
    }

    private func put(_ bytes: [UInt8], to url: String, _ headers: [String]) -> String? {
        // libcurl would send a type of its own, which is not signed.
        let isTyped = headers.contains { $0.hasPrefix("content-type:") }
        return ask(.put, url, headers + (isTyped ? [] : ["content-type:"]), bytes)
    }

    private func post(_ bytes: [UInt8], to url: String, _ fields: [(name: String, value: String)]) -> String? {
        let boundary = "martlet-import-boundary"
        var body: [UInt8] = []
        for field in fields {
            let head = "content-disposition: form-data; name=\"\(field.name)\""
            body += Array("--\(boundary)\r\n\(head)\r\n\r\n\(field.value)\r\n".utf8)
        }
        let head = "content-disposition: form-data; name=\"file\"; filename=\"file\""
        body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        return ask(.post, url, ["content-type: multipart/form-data; boundary=\(boundary)"], body)
    }

    /// The answer may have signatures, and is not repeated.
    private func ask(
        _ method: TransferRequest.Method, _ url: String, _ headers: [String], _ body: [UInt8]
    ) -> String? {
        var request = TransferRequest(url: url, origin: ParsedURL(url)?.origin ?? url, headers: headers, body: body)
        request.method = method
        var attempt = 0
        while true {
            attempt += 1
            let reply = transfers.answer(request)
            if reply.failure.isEmpty, reply.status / 100 == 2 { return nil }
            let mayPass = !reply.failure.isEmpty || reply.status >= 500 || reply.status == 429
            guard mayPass, attempt < storeTries else { return "the store of media: \(reply.outcome)" }
            sleep(1)
        }
    }
}

private let pieceBytes = 4 << 20
private let storeTries = 5
