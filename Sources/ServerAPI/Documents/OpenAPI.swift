import ClientProtocol
import Framing
import JSON

extension Catalogue {
    /// docs/openapi.json: all operations that can be asked for over HTTP.
    package func openAPI(_ style: JSONWriter.Style = .indented) -> String {
        var json = JSONWriter(style: style)
        json.object { OpenAPI(catalogue: self).writeDocument(to: &$0) }
        return json.text + "\n"
    }
}

/// The description of the API over HTTP, as OpenAPI 3.1 has it.
private struct OpenAPI {
    let catalogue: Catalogue

    private var operations: [Operation] { catalogue.operations.filter { $0.needs != .session } }

    func writeDocument(to json: inout JSONWriter) {
        json.field("openapi", "3.1.0")
        JSONSchema.writeInfo(
            "The operations of the Martlet gateway over HTTP. docs/http.md says how they are used.", to: &json)
        json.array("servers") { json in json.object { $0.field("url", "/") } }
        json.array("tags") { json in
            var tags: Set<String> = []
            for operation in operations where tags.insert(operation.tag).inserted {
                json.object { $0.field("name", operation.tag) }
            }
        }
        json.object("paths") { json in
            for operation in operations { write(operation, to: &json) }
            writeBatch(to: &json)
            for stream in eventStreams { write(stream, to: &json) }
            writePage("openapi.json", "This document.", to: &json)
            writePage("asyncapi.json", "The messages of the WebSocket, as AsyncAPI has them.", to: &json)
        }
        json.object("components") { json in
            JSONSchema.writeComponents(catalogue.objects, to: &json) { json in
                write("ErrorResponse", with: "error", .error, to: &json)
                write("EmptyResponse", with: "ok", .openObject, to: &json)
                for operation in operations { writeSchemas(of: operation, to: &json) }
                writeBatchSchemas(to: &json)
            }
            json.object("parameters", writeHeaders)
            json.object("headers") {
                writeHeader(
                    "Martlet-Position", "Of a node of a cluster: how far it has come in the cluster's log.", to: &$0)
            }
            json.object("responses") { json in
                let all = (operations + eventStreams.map(\.operation)).flatMap(\.refusals)
                let once = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
                for refusals in once.values.sorted(by: { $0.name < $1.name }) { write(refusals, to: &json) }
            }
            json.object("securitySchemes", writeCallers)
        }
    }

    private func writeHeaders(to json: inout JSONWriter) {
        writeHeader(
            "Martlet-As", longest: 384, "^([!-$&-~]|%[0-9A-Fa-f]{2})+$",
            "With `Martlet-Key`: the user in whose name the administrator asks, percent-encoded.", to: &json)
        writeHeader(
            "Idempotency-Key", longest: 66, "^([!#-~]{1,64}|\"[!#-~]{1,64}\")$",
            "Names the request. A repeat with the same key gets the same answer and does nothing more.", to: &json)
        writeHeader(
            "Martlet-Position", longest: 19, "^[0-9]{1,19}$",
            "From an earlier response. A node of a cluster waits until it has come so far, for two seconds.", to: &json)
    }

    private func writeHeader(
        _ name: StaticString, longest: Int, _ pattern: StaticString, _ meaning: StaticString, to json: inout JSONWriter
    ) {
        json.object(name) { json in
            json.field("name", name)
            json.field("in", "header")
            json.field("description", meaning)
            json.object("schema") { json in
                json.field("type", "string")
                json.field("minLength", 1)
                json.field("maxLength", longest)
                json.field("pattern", pattern)
            }
        }
    }

    private func writeCallers(to json: inout JSONWriter) {
        json.object("user") { json in
            json.field("type", "http")
            json.field("scheme", "bearer")
            json.field("bearerFormat", "JWT")
            json.field("description", "The user whom the token names.")
        }
        json.object("key") { json in
            json.field("type", "apiKey")
            json.field("in", "header")
            json.field("name", "Martlet-Key")
            json.field("description", "An administrator's key.")
        }
    }

    // MARK: - Paths

    private func write(_ operation: Operation, to json: inout JSONWriter) {
        json.key(text: path + operation.name)
        json.object { json in
            json.object("post") { json in
                json.field("operationId", operation.name)
                json.array("tags") { $0.value(operation.tag) }
                json.field("summary", operation.summary)
                writeSecurity(users: operation.roles != .admin, to: &json)
                writeParameters("Martlet-As", "Idempotency-Key", "Martlet-Position", to: &json)
                let isRequired = parameters(of: operation).contains(where: \.isRequired)
                writeBody(operation.schema + "Request", isRequired: isRequired, to: &json)
                let response = operation.result.isEmpty ? "EmptyResponse" : operation.schema + "Response"
                writeResponses(response, operation.refusals, to: &json)
            }
        }
    }

    /// Each has a name, from which generators make those of their types.
    private func writeSchemas(of operation: Operation, to json: inout JSONWriter) {
        json.key(text: operation.schema + "Request")
        json.object { JSONSchema.writeData(parameters(of: operation), oneOf: operation.alternatives, to: &$0) }
        if !operation.result.isEmpty { writeResult(operation.result, of: operation.schema, to: &json) }
    }

    private func writeResult(_ fields: [Field], of name: String, to json: inout JSONWriter) {
        let result = ValueType.object(fields, called: name + "Result")
        json.key(text: name + "Result")
        json.object { JSONSchema.writeMembers(fields, of: .gateway, to: &$0) }
        write(name + "Response", with: "ok", result, to: &json)
    }

    /// Writes the schema of a response's body.
    private func write(_ name: String, with member: String, _ type: ValueType, to json: inout JSONWriter) {
        json.key(text: name)
        json.object { JSONSchema.writeMembers([Field(member, type)], of: .gateway, to: &$0) }
    }

    /// Over HTTP the caller names a device where a session would have one.
    private func parameters(of operation: Operation) -> [ParameterDescription] {
        guard operation.needs == .device else { return operation.parameters }
        let device = catalogue.device
        return device + operation.parameters.filter { own in !device.contains { $0.name == own.name } }
    }

    private func writeBatch(to json: inout JSONWriter) {
        json.key(text: path + "batch")
        json.object { json in
            json.object("post") { json in
                json.field("operationId", "batch")
                json.field("summary", "Carries out several calls, one after the other. It is not atomic.")
                writeSecurity(users: true, to: &json)
                writeParameters("Martlet-As", "Martlet-Position", to: &json)
                writeBody("BatchRequest", isRequired: true, to: &json)
                writeResponses("BatchResponse", Operation("batch", "", roles: .user).refusals, to: &json)
            }
        }
    }

    private func writeBatchSchemas(to json: inout JSONWriter) {
        json.object("BatchRequest") { JSONSchema.writeMembers(batchParameters, of: .client, to: &$0) }
        writeResult(batchResult, of: "Batch", to: &json)
    }

    private func write(_ stream: EventStream, to json: inout JSONWriter) {
        json.key(text: stream.path)
        json.object { json in
            json.object("get") { json in
                json.field("operationId", stream.operation.name)
                json.field("summary", stream.operation.summary)
                let roles = stream.operation.roles
                json.array("security") { json in
                    if roles.contains(.user) { json.object { json in json.array("user") { _ in } } }
                    if roles.contains(.admin) { json.object { json in json.array("key") { _ in } } }
                    if stream.takesGuests { json.object { _ in } }
                }
                json.array("parameters") { json in
                    for parameter in stream.parameters { json.object { parameter.write(to: &$0) } }
                }
                json.object("responses") { json in
                    json.object("200") { json in
                        json.field("description", stream.meaning)
                        writeContent("text/event-stream", to: &json) { $0.field("type", "string") }
                    }
                    for refusals in stream.operation.refusals {
                        json.key(text: "\(refusals.status.rawValue)")
                        json.object { $0.field("$ref", "#/components/responses/\(refusals.name)") }
                    }
                }
            }
        }
    }

    private func writePage(_ name: String, _ summary: String, to json: inout JSONWriter) {
        json.key(text: path + name)
        json.object { json in
            json.object("get") { json in
                json.field("operationId", name)
                json.field("summary", summary)
                json.array("security") { _ in }
                json.object("responses") { json in
                    json.object("200") { json in
                        json.field("description", "The document.")
                        json.object("headers") { writeHeader("ETag", "Changes with the document.", to: &$0) }
                        writeContent("application/json", to: &json) { $0.field("type", "object") }
                    }
                    json.object("304") {
                        $0.field("description", "The caller has it: `If-None-Match` names its `ETag`.")
                    }
                    json.object("405") { json in
                        json.field("description", "The document can only be read.")
                        json.object("headers") { writeHeader("Allow", "The methods that there are.", to: &$0) }
                        writeContent("text/plain", to: &json) { $0.field("type", "string") }
                    }
                }
            }
        }
    }

    private func writeSecurity(users: Bool, to json: inout JSONWriter) {
        json.array("security") { json in
            if users { json.object { json in json.array("user") { _ in } } }
            json.object { json in json.array("key") { _ in } }
        }
    }

    private func writeParameters(_ names: String..., to json: inout JSONWriter) {
        json.array("parameters") { json in
            for name in names { json.object { $0.field("$ref", "#/components/parameters/\(name)") } }
        }
    }

    private func writeBody(_ schema: String, isRequired: Bool, to json: inout JSONWriter) {
        json.object("requestBody") { json in
            json.field("required", isRequired)
            writeContent("application/json", to: &json) { writeReference(to: schema, to: &$0) }
        }
    }

    private func writeReference(to schema: String, to json: inout JSONWriter) {
        json.field("$ref", "#/components/schemas/\(schema)")
    }

    private func writeContent(
        _ type: StaticString, to json: inout JSONWriter, _ schema: (inout JSONWriter) -> Void
    ) {
        json.object("content") { json in
            json.object(type) { json in json.object("schema", schema) }
        }
    }

    // MARK: - Responses

    private func writeResponses(_ schema: String, _ refusals: [Refusals], to json: inout JSONWriter) {
        json.object("responses") { json in
            json.object("200") { json in
                json.field("description", "Done.")
                json.object("headers") { json in
                    json.object("Martlet-Position") { $0.field("$ref", "#/components/headers/Martlet-Position") }
                }
                writeContent("application/json", to: &json) { writeReference(to: schema, to: &$0) }
            }
            for refusals in refusals {
                json.key(text: "\(refusals.status.rawValue)")
                json.object { $0.field("$ref", "#/components/responses/\(refusals.name)") }
            }
        }
    }

    private func write(_ refusals: Refusals, to json: inout JSONWriter) {
        json.key(text: refusals.name)
        json.object { json in
            let errors = refusals.errors.map { "\($0.system.rawValue) \($0.code) `\($0.name)`: \($0.meaning)" }
            json.field("description", errors.joined(separator: "\n"))
            json.array("x-errors") { json in for error in refusals.errors { json.value(error.name) } }
            switch refusals.status {
            case .unauthorized:
                json.object("headers") { writeHeader("WWW-Authenticate", "Always `Bearer`.", to: &$0) }
            case .methodNotAllowed:
                json.object("headers") { writeHeader("Allow", "The methods that there are.", to: &$0) }
            case .tooManyRequests, .serviceUnavailable:
                json.object("headers") { writeHeader("Retry-After", "In how many seconds to try again.", to: &$0) }
            default: break
            }
            json.object("content") { json in
                json.object("application/json") { json in
                    json.object("schema") { writeReference(to: "ErrorResponse", to: &$0) }
                }
                // Requests that are refused before they are read to their end.
                if [.badRequest, .contentTooLarge, .serviceUnavailable].contains(refusals.status) {
                    json.object("text/plain") { json in json.object("schema") { $0.field("type", "string") } }
                }
            }
        }
    }

    /// A header of a response.
    private func writeHeader(_ name: StaticString, _ meaning: StaticString, to json: inout JSONWriter) {
        json.object(name) { json in
            json.field("description", meaning)
            json.object("schema") { $0.field("type", "string") }
        }
    }
}

/// The response of one status, which says one of these errors.
private struct Refusals {
    let status: HTTPStatus
    let errors: [ErrorCode]

    /// Equal responses have equal names.
    var name: String { (["\(status.rawValue)"] + errors.map(\.name)).joined(separator: ".") }
}

extension Operation {
    fileprivate var tag: String { String(name.prefix { $0 != "." }) }

    /// The beginning of its schemas' names: `MessageSend` for `message.send`.
    fileprivate var schema: String {
        name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// By the status that they come with.
    fileprivate var refusals: [Refusals] {
        var table: [HTTPStatus: Set<ErrorCode>] = [
            .unauthorized: [.signatureEmpty, .signatureBad, .signatureExpired, .badIdentifier, .applicationMismatch],
            .methodNotAllowed: [.badRequest], .unsupportedMediaType: [.badRequest],
        ]
        for error in everywhere + [badParameter] + errors { table[error.status, default: []].insert(error) }
        return table.sorted { $0.key.rawValue < $1.key.rawValue }.map { status, errors in
            Refusals(
                status: status,
                errors: errors.sorted { ($0.system.rawValue, $0.code) < ($1.system.rawValue, $1.code) })
        }
    }
}

private let path = "/v1/api/"

/// The errors that every operation may answer over HTTP, beside those of tokens.
private let everywhere = Catalogue.commonErrors + [ErrorCode.badIdentifier, .noAccount]

/// docs/http.md, "Several calls at once".
private let batchParameters = [
    Field(
        "calls",
        .list(
            .object([
                Field("op", .string, "The operation."), Field(optional: "data", .openObject, "Its parameters."),
                Field(optional: "key", .bytes(1...64), "The call's idempotency key."),
                Field(optional: "as", .bytes(1...255), "With an admin key: the user in whose name the call is made."),
            ]), 1...100),
        "Up to `api.callsPerBatch` calls."),
    Field(optional: "stopOnError", .boolean, "Whether nothing is carried out after the first call that fails."),
]

private let batchResult = [
    Field(
        "results",
        .list(
            .object([
                Field(optional: "ok", .openObject, "The result of the operation."),
                Field(optional: "error", .error, "Or the error, as `error` of a response."),
            ])), "For each call, in their order.")
]
