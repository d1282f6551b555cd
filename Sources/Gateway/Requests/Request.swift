import ClientProtocol
import JSON

/// One request, as its handler reads it: a value, at whichever door it came in.
struct Request {
    let operation: Operation
    /// A view into the document that is being read. The handler takes out the values that the work needs.
    let data: JSONValue?
    let context: RequestContext
    /// names the request, so that it can be repeated.
    let key: String?
    /// A hook decides about it.
    let isHooked: Bool
    /// A hook has replaced the data.
    let isReplaced: Bool
    private let sentData: JSONValue?

    init(operation: Operation, data: JSONValue?, context: RequestContext, key: String?, isHooked: Bool) {
        self.operation = operation
        self.data = data
        self.context = context
        self.key = key
        self.isHooked = isHooked
        isReplaced = false
        sentData = data
    }

    /// The request with the data that a hook has put in the place of its own.
    init(_ sent: Request, replacing data: JSONValue) {
        operation = sent.operation
        self.data = data
        context = sent.context
        key = sent.key
        isHooked = sent.isHooked
        isReplaced = true
        sentData = sent.data
    }

    /// The request as the client sent it: what a repeat is compared with.
    var asSent: Request {
        Request(operation: operation, data: sentData, context: context, key: key, isHooked: isHooked)
    }

    /// It has as many members as it must have: if none of these is missing, there are no others.
    var isMinimal: Bool { data?.count == operation.requiredCount }

    /// A parameter's value, or the refusal that names it.
    func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
        try parameter.read(data, else: operation.badParameter)
    }
}
