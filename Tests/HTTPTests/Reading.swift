import Testing

@testable import Framing

/// The results of a request reader.
enum Seen: Equatable {
    case request(SeenRequest)
    case awaitsBody(isLong: Bool, expectsContinue: Bool)
    case streams(StreamedBody, expectsContinue: Bool)
    case refused(HTTPRefusal)
}

struct SeenRequest: Equatable {
    var method = HTTPMethod.get
    var path = "/"
    var query: String?
    var version = HTTPVersion.http11
    var headers: [String] = []
    var body = ""
    var keepAlive = true
}

extension SeenRequest {
    init(_ request: HTTPRequest) {
        method = request.method
        path = request.path
        query = request.query
        version = request.version
        headers = (0..<request.headers.count).map { "\(request.headers[$0].name)=\(request.headers[$0].value)" }
        body = String(decoding: request.body, as: UTF8.self)
        keepAlive = request.keepAlive
    }
}

/// Feeds the pieces one after the other, and reads on behind every request until a refusal.
func read(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> [Seen] {
    var reader = HTTPRequestReader()
    var seen: [Seen] = []
    for piece in pieces {
        let refused = piece.withUnsafeBytes { bytes in
            var input = bytes
            do throws(HTTPRefusal) {
                while let event = try reader.next(&input, limits: limits) {
                    switch event {
                    case .request(let request): seen.append(.request(SeenRequest(request)))
                    case .awaitsBody(_, let isLong, let expectsContinue):
                        seen.append(.awaitsBody(isLong: isLong, expectsContinue: expectsContinue))
                    case .streams(_, let body, let expectsContinue):
                        seen.append(.streams(body, expectsContinue: expectsContinue))
                    }
                }
            } catch {
                seen.append(.refused(error))
                return true
            }
            #expect(input.isEmpty, "the reader wants more and has left \(input.count) bytes")
            return false
        }
        if refused { break }
    }
    return seen
}

/// Reads the text whole, byte by byte, and under every cut in two; all have to see the same.
func readUnderEverySplit(
    _ text: String, limits: HTTPLimits = HTTPLimits(), at location: SourceLocation = #_sourceLocation
) -> [Seen] {
    let bytes = Array(text.utf8)
    let whole = read([bytes[...]], limits: limits)
    #expect(read(bytes.map { [$0] }, limits: limits) == whole, "byte by byte", sourceLocation: location)
    for cut in bytes.indices {
        #expect(
            read([bytes[..<cut], bytes[cut...]], limits: limits) == whole, "cut at \(cut)", sourceLocation: location)
    }
    return whole
}

/// A request from its lines, each ended as it has to be, and the empty line.
func head(_ lines: String...) -> String {
    lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A head with changes in it: they stand instead of the lines of their names; one without a colon removes those.
func head(_ line: String, _ good: [String], changes: [String]) -> String {
    let name = { (line: String) in line.prefix { $0 != ":" } }
    let changed = Set(changes.map(name))
    let lines = [line] + good.filter { !changed.contains(name($0)) } + changes.filter { $0.contains(":") }
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// The one request that the text holds.
func request(_ text: String) throws -> HTTPRequest {
    var reader = HTTPRequestReader()
    let event = try Array(text.utf8).withUnsafeBytes { bytes in
        var input = bytes
        return try reader.next(&input, limits: HTTPLimits())
    }
    guard case .request(let request) = event else {
        throw Unexpected(description: "\(String(describing: event)) instead of a request")
    }
    return request
}

struct Unexpected: Error, CustomStringConvertible {
    let description: String
}

/// Reads every response in the pieces.
func readResponses(
    _ pieces: [ArraySlice<UInt8>], toHead: Bool = false, limits: HTTPLimits = HTTPLimits()
) -> Result<[HTTPClientResponse], HTTPResponseFault> {
    var reader = HTTPResponseReader()
    var responses: [HTTPClientResponse] = []
    for piece in pieces {
        let fault: HTTPResponseFault? = piece.withUnsafeBytes { bytes in
            var input = bytes
            do throws(HTTPResponseFault) {
                while let response = try reader.next(&input, toHead: toHead, limits: limits) {
                    responses.append(response)
                }
            } catch {
                return error
            }
            #expect(input.isEmpty, "the reader wants more and has left \(input.count) bytes")
            return nil
        }
        if let fault { return .failure(fault) }
    }
    return .success(responses)
}
