import Curl
import Domain

/// Uploads in parts. The store itself knows which there are, so nothing is remembered here, and what a crash leaves behind
/// is found again.
extension S3Store {
    /// S3's own bounds.
    private static let mostParts = 10_000
    private static let signedAtOnce = 20

    private struct Part {
        let number: Int
        let tag: String
        let size: Int
    }

    /// Of each part but the last, which may be shorter.
    private func bytesOfPart(_ upload: Upload) -> Int {
        let mebibyte = 1_048_576
        let least = (upload.size + Self.mostParts - 1) / Self.mostParts
        return max(options.partBytes, (least + mebibyte - 1) / mebibyte * mebibyte)
    }

    /// The first 20 that are missing.
    func planParts(of upload: Upload, until end: Milliseconds) throws(MediaProblem) -> UploadPlan {
        let bytes = bytesOfPart(upload)
        let count = (upload.size + bytes - 1) / bytes
        let begun = try uploads(of: upload.id).first
        let uploadID: String
        var first = 1
        if let begun {
            uploadID = begun
            let present = Set(try parts(of: upload, begun).map(\.number))
            // When none is missing, the last one may be sent again.
            first = (1...count).first { !present.contains($0) } ?? count
        } else {
            uploadID = try begin(upload)
        }
        let urls = (first...min(first + Self.signedAtOnce - 1, count)).map { number in
            let size = number == count ? upload.size - (count - 1) * bytes : bytes
            return url(
                of: bucket.request(
                    .put, key(of: upload.id), [("partNumber", "\(number)"), ("uploadId", uploadID)],
                    headers: [("content-length", "\(size)")]), until: end)
        }
        return .parts(bytes: bytes, first: first, urls: urls)
    }

    /// False: some are missing. True: they are one object now, or were it before.
    func joinParts(of upload: Upload) throws(MediaProblem) -> Bool {
        guard let uploadID = try uploads(of: upload.id).first else { return true }
        let parts = try parts(of: upload, uploadID)
        guard parts.reduce(0, { $0 + $1.size }) == upload.size, parts.map(\.number) == Array(1..<parts.count + 1) else {
            return false
        }
        let list = parts.map {
            "<Part><PartNumber>\($0.number)</PartNumber><ETag>\(Self.escaped($0.tag))</ETag></Part>"
        }
        let body = "<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>"
        let request = bucket.request(
            .post, key(of: upload.id), [("uploadId", uploadID)], headers: [("content-type", "application/xml")],
            body: Array(body.utf8))
        // Another one has done it meanwhile: 404.
        let reply = try bucket.answer(request, [200, 404])
        if reply.status == 200 { _ = try read(reply.body, "CompleteMultipartUploadResult") }
        try abortParts(of: upload.id)
        return true
    }

    func abortParts(of id: MediaID) throws(MediaProblem) {
        for uploadID in try uploads(of: id) {
            _ = try bucket.answer(bucket.request(.delete, key(of: id), [("uploadId", uploadID)]), [200, 204, 404])
        }
    }

    private func begin(_ upload: Upload) throws(MediaProblem) -> String {
        let request = bucket.request(
            .post, key(of: upload.id), [("uploads", "")], headers: [("content-type", upload.type)], body: [])
        let answer = try read(bucket.answer(request).body, "InitiateMultipartUploadResult")
        guard let id = answer["UploadId"]?.text, !id.isEmpty else { throw .failed("the store names no UploadId") }
        return id
    }

    /// The ids of uploads in parts that have begun and not ended: one, unless two requests began at the same moment. All
    /// look at them in the same order.
    private func uploads(of id: MediaID) throws(MediaProblem) -> [String] {
        let key = key(of: id)
        let answer = try list([("uploads", ""), ("prefix", key)], "ListMultipartUploadsResult")
        return answer.all("Upload").filter { $0["Key"]?.text == key }.compactMap { $0["UploadId"]?.text }
    }

    private func parts(of upload: Upload, _ uploadID: String) throws(MediaProblem) -> [Part] {
        var parts: [Part] = []
        while true {
            var query = [(name: "uploadId", value: uploadID)]
            if let last = parts.last { query.append(("part-number-marker", "\(last.number)")) }
            let answer = try list(query, of: key(of: upload.id), "ListPartsResult")
            let before = parts.count
            for part in answer.all("Part") {
                guard let number = part["PartNumber"].flatMap({ Int($0.text) }), let tag = part["ETag"]?.text,
                    let size = part["Size"].flatMap({ Int($0.text) }), number > parts.last?.number ?? 0
                else { throw .failed("the store lists a part without number, ETag or size") }
                parts.append(Part(number: number, tag: tag, size: size))
            }
            guard answer["IsTruncated"]?.text == "true", parts.count > before else { return parts }
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
