import JSON

extension JSONWriter {
    package mutating func strings(_ name: StaticString, _ values: [String]) {
        array(name) { json in
            for value in values { json.value(value) }
        }
    }
}
