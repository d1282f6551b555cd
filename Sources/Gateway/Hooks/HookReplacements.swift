import ClientProtocol
import JSON
import Security

/// Makes the work of requests again, from the data that hooks have put in the place of their own.
struct HookReplacements {
    static let nothing = HookFailure(reason: "the replacement leaves nothing to do")

    private let requests: RequestContext
    private let sent = JSONDocument()
    private let replacement = JSONDocument()

    init(_ requests: RequestContext) {
        self.requests = requests
    }

    /// `remake`: the operation's handler.
    func call(
        _ call: Call, of operation: Operation, replacingWith data: [UInt8],
        _ remake: (Request) throws(Refusal) -> Work
    ) throws(HookFailure) -> Call {
        do {
            let original = try Call.value(of: call.data, in: sent)
            let merged = try operation.merge(try replacement.parse(data), into: original, requests.digestKey)
            let asSent = Request(
                operation: operation, data: original, context: requests, key: call.key, isHooked: true)
            return call.replacing(merged, try remake(Request(asSent, replacing: try replacement.parse(merged))))
        } catch let failure as HookFailure {
            throw failure
        } catch let refusal as Refusal {
            throw HookFailure(reason: "the replacement is not valid: \(refusal.message)")
        } catch {
            throw HookFailure(reason: "the replacement is not valid: \(error)")
        }
    }
}

extension Operation {
    /// The data that takes the place of the request's: that of the hook, and the members that it may not replace.
    fileprivate func merge(
        _ replacement: JSONValue, into sent: JSONValue?, _ key: DigestKey
    ) throws(HookFailure) -> [UInt8] {
        guard case .replaces(let kept) = hook else { preconditionFailure("\(name) cannot be replaced") }
        for name in kept {
            guard let value = replacement.member(name) else { continue }
            guard let own = sent?.member(name), own.digest(key) == value.digest(key) else {
                throw HookFailure(reason: "\(name) cannot be replaced")
            }
        }
        var json = JSONWriter()
        json.object { json in
            if let members = replacement.members {
                for (name, value) in members where !kept.contains(name.string ?? "") {
                    json.key(text: name.string ?? "")
                    json.value(value)
                }
            }
            for name in kept {
                guard let value = sent?.member(name) else { continue }
                json.key(text: name)
                json.value(value)
            }
        }
        return Array(json.bytes)
    }
}
