import ClientProtocol
import JSON

/// `admin.gateway.reload`.
enum ReloadFiles: AdminOperation {
    static let declaration = Operation(
        "admin.gateway.reload",
        "Reads keys, secrets and certificates again, as SIGHUP does. What cannot be read stays as it was.",
        roles: .admin,
        result: [
            Field(
                "parts", .list(.object([Field("part", .string), Field(optional: "problem", .string)])),
                "Of each part, why it could not be read, if it could not.")
        ], errors: [.unavailable]
    ).forOperators

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let control = request.context.control
        return .operate { json in
            json.array("parts") { json in
                for reloaded in control.reload() {
                    json.object { json in
                        json.field("part", reloaded.part)
                        if let problem = reloaded.problem { json.field("problem", problem) }
                    }
                }
            }
        }
    }
}
