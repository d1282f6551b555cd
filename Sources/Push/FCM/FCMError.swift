import JSON

/// FCM's answer to a request that it did not take: `google.rpc.Status` with details.
struct FCMError: CustomStringConvertible {
    /// FCM's own code, or else the general status.
    private(set) var code = ""
    private(set) var isAboutToken = false
    private var message = ""

    init(_ body: [UInt8]) {
        guard let error = (try? JSONDocument().parse(body))?["error"] else {
            message = String(decoding: body, as: UTF8.self)
            return
        }
        code = error["status"]?.string ?? ""
        message = error["message"]?.string ?? ""
        guard let details = error["details"]?.elements else { return }
        for detail in details {
            if let own = detail["errorCode"]?.string { code = own }
            guard let violations = detail["fieldViolations"]?.elements else { continue }
            for violation in violations where violation["field"]?.string == "message.token" { isAboutToken = true }
        }
    }

    var description: String { code.isEmpty || message.isEmpty ? code + message : "\(code): \(message)" }
}
