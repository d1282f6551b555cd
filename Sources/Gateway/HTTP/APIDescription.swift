import Bytes
import JSON
import ServerAPI

/// The descriptions of the API for programs (docs/http.md).
enum APIDescription {
    /// By their paths.
    static let all: [String: TaggedPage] = [
        HTTPDoor.prefix + "openapi.json": page(Catalogue.standard.openAPI(.compact)),
        HTTPDoor.prefix + "asyncapi.json": page(Catalogue.standard.asyncAPI(.compact)),
    ]

    /// Whether the path of that operation is one of these instead.
    static func hides(_ operation: String) -> Bool {
        var operation = operation
        let endsAlike = operation.withUTF8 { name in
            UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name.suffix(ending.bytes.count))).equals(ending.bytes)
        }
        return endsAlike && all[HTTPDoor.prefix + operation] != nil
    }

    private static func page(_ text: String) -> TaggedPage {
        TaggedPage(Array(text.utf8), type: "application/json")
    }
}

private let ending: StaticString = ".json"
