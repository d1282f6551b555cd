import ClientProtocol
import Domain

/// Names that nobody could read are refused, each with the code of its kind.
extension Parameter<String> {
    /// The same parameter, for a name. `code`: for one that is none, if not that of the operation.
    func named(else code: ErrorCode? = nil) -> Parameter<String> {
        checked { text throws(Mismatch) in try text.checkName(else: code) }.described(as: description.type.named)
    }

    /// The same parameter, for a name that may be empty, which says that there is none.
    func namedOrEmpty(else code: ErrorCode? = nil) -> Parameter<String> {
        checked { text throws(Mismatch) in
            if !text.isEmpty { try text.checkName(else: code) }
        }.described(as: description.type.namedOrEmpty)
    }
}

extension String {
    /// `key`: the member at fault, if it is not the parameter itself.
    func checkName(else code: ErrorCode? = nil, key: String? = nil) throws(Mismatch) {
        if let problem = nameProblem { throw Mismatch(problem, code, key: key) }
    }

    /// The fault of this text as a name, as the end of a sentence; nil if it has none.
    var nameProblem: String? {
        switch ReadableName.fault(of: self) {
        case nil: nil
        case .blank: "must have a character that can be seen"
        case .control: "must not have control characters"
        }
    }
}
