import Framing
import Media

/// An open file, and the response to a request for it.
struct FoundMedia: Sendable {
    let file: MediaFile
    var response: HTTPResponse
    /// Nil: nothing of the file goes out.
    let range: Range<Int>?
    private let head: HTTPResponseHead
    var isLater = false

    init(_ file: MediaFile, _ media: MediaHeaders, _ request: HTTPRequest, _ headers: [HTTPHeader]) {
        self.file = file
        let all = headers + media.all
        let tags = request.headers.first(of: "if-none-match")?.split(separator: ",") ?? []
        if tags.contains(where: { ["*", media.tag, "W/\(media.tag)"].contains($0.filter { $0 != " " }) }) {
            range = nil
            head = HTTPResponseHead(.notModified, headers: all)
            response = HTTPResponse(head)
            return
        }
        let condition = request.headers.first(of: "if-range")
        let wanted = condition == nil || condition == media.tag ? request.headers.first(of: "range") : nil
        var (status, more): (HTTPStatus, [HTTPHeader]) = (.ok, [])
        switch MediaRange(wanted, size: file.size) {
        case .whole: range = 0..<file.size
        case .part(let part):
            range = part
            status = .partialContent
            more = [HTTPHeader("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)")]
        case .outside:
            range = nil
            head = HTTPResponseHead(
                .rangeNotSatisfiable,
                headers: headers + MediaHeaders.safety + [
                    HTTPHeader("Content-Range", "bytes */\(file.size)")
                ])
            response = HTTPResponse(head)
            return
        }
        head = HTTPResponseHead(status, headers: all + more)
        response = HTTPResponse(status, headers: all + more, laterBytes: range!.count)
        isLater = request.method == .get && !range!.isEmpty
    }

    func with(_ body: [UInt8]) -> FoundMedia {
        var found = self
        found.response = HTTPResponse(head, body: body)
        found.isLater = false
        return found
    }
}
