import Testing

/// The rules are only as good as the reading under them.
struct ReadingTests {
    @Test(arguments: [
        ("let a = 1 // await", "let a = 1 "),
        ("/* public /* await */ public */let a", "let a"),
        ("\"await\" + x", " + x"),
        (#""\"await" + x"#, " + x"),
        ("#\"a\" await\"# + x", " + x"),
        ("\"\"\"\na \"await\" b\n\"\"\" + x", "\n\n + x"),
        ("func `nothing awaits`()", "func                 ()"),
        ("#if DEBUG\nx", "#if DEBUG\nx"),
        ("\"//\"\nawait x", "\nawait x"),
    ])
    func `comments and strings are not code`(text: String, code: String) {
        let blanked = blankingCommentsAndStrings(text).split(separator: "\n", omittingEmptySubsequences: false)
        let expected = code.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(blanked.map(trimmed) == expected.map(trimmed))
    }

    @Test(arguments: [
        ("import Bytes", ["Bytes"]),
        ("@testable import Bytes", ["Bytes"]),
        ("package import struct Bytes.ByteBuffer", ["Bytes"]),
        ("@preconcurrency import Dispatch // import Glibc", ["Dispatch"]),
        ("let important = 1\n// import Bytes\nprint(\"import JSON\")", []),
    ])
    func `imports are read in all their forms`(text: String, modules: [String]) {
        #expect(SourceFile(path: "a.swift", text: text).imports == Set(modules))
    }

    @Test(arguments: [
        ("// One thread only.\nfinal class A: @unchecked Sendable {", false),
        ("/// One thread only.\n@available(*, noasync)\nfinal class A: @unchecked Sendable {", false),
        ("let before = 1\nfinal class A: @unchecked Sendable {", true),
        ("nonisolated(unsafe) var a = 1", true),
        ("let a = \"@unchecked Sendable\"", false),
    ])
    func `an unproven promise is found`(text: String, isFound: Bool) {
        #expect(uncommentedPromises(in: SourceFile(path: "a.swift", text: text)).isEmpty != isFound)
    }

    @Test func `types are found by their declarations`() {
        let file = SourceFile(
            path: "a.swift", text: "package struct A<B>: C { enum D {} }\nfunc e(of kind: F.Type) {}")
        #expect(file.declaredTypes.map(\.word) == ["A", "D"])
    }

    @Test func `methods are counted with the type that has them, over all its extensions`() {
        let file = SourceFile(
            path: "a.swift",
            text: """
                struct A {
                    func a() { func b() {} }
                    enum B {
                        static func c() {}
                    }
                }
                extension A {
                    var d: Int { 1 }
                    func e(
                        _ f: Int
                    ) {}
                }
                func g() {}
                """)
        #expect(methodCounts(in: [file]) == ["A": 2, "A.B": 1])
    }

    @Test func `the manifest's picture and targets are read`() {
        let manifest = Manifest(
            text: """
                //     2 upper   A   B
                //     1 lower   C
                //     0 bindings   CD
                module("A", ["B", "C"]),
                module(
                    "B",
                    [
                        "C", "CD",
                    ]),
                module("C"),
                .target(name: "CD"),
                """)
        #expect(manifest.dependencies == ["A": ["B", "C"], "B": ["C", "CD"], "C": []])
        #expect(manifest.allows("A", importing: "B"))
        #expect(manifest.allows("B", importing: "CD"))
        #expect(!manifest.allows("B", importing: "A"))
        #expect(!manifest.allows("C", importing: "B"))
        #expect(!manifest.allows("A", importing: "unknown"))
    }

    private func trimmed(_ line: Substring) -> Substring {
        line.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace)
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> Substring {
        self[..<(lastIndex { !isUnwanted($0) }.map(index(after:)) ?? startIndex)]
    }
}
