import Domain
import Testing

/// Rules for the texts of profiles and requests.
struct ProfileRuleTests {
    @Test(arguments: [
        "", "AddSource_Type_a", "AddSource_Type_Z", "AddSource_Type_abcdEFGH",
    ])
    func `R-60, R-Q16: a source`(text: String) {
        #expect(FriendSource.isOne(text))
    }

    @Test(arguments: [
        "a", "Web", "AddSource_Type_", "AddSource_Type", "AddSource_Type_abcdefghi", "AddSource_Type_a1",
        "AddSource_Type_a b", "AddSource_Type_@", "AddSource_Type_[", "AddSource_Type_`", "AddSource_Type_{",
        "AddSource_Type_\u{E9}", "AddSource_Type_e\u{301}", "addsource_type_Web", " AddSource_Type_Web",
        "AddSource_Type_Web\n", "AddSource_Type_AddSource_Type_a",
    ])
    func `R-60, R-Q16: no source`(text: String) {
        #expect(!FriendSource.isOne(text))
    }

    @Test(
        arguments: [
            ([], "anything", false), ([], nil, false), (["bad"], nil, false), (["bad"], "", false),
            (["bad"], "bad", true), (["bad"], "BaD", true), (["BAD"], "so bad it is", true), (["bad"], "b ad", false),
            (["bad", "worse"], "no worse", true), (["\u{C4}rger"], "kein \u{E4}rger", true), (["bad"], "ba", false),
        ] as [([String], String?, Bool)])
    func `X-17: a word is found in whatever case, and wherever it stands`(
        words: [String], text: String?, isIn: Bool
    ) {
        #expect(WordList(words).isIn(text) == isIn)
    }

    @Test(arguments: [
        "b\u{200B}ad", "b\u{AD}a\u{AD}d", "\u{FEFF}bad", "b\u{301}ad", "ba\u{308}\u{20DD}d", "\u{E1}bad", "b\u{E1}d",
        "b\u{FE0F}ad", "b\u{0}ad", "b\u{94D}ad", "ba\u{3099}d", "\u{FF22}\u{FF21}\u{FF24}", "\u{FF42}a\u{FF44}",
        "\u{24D1}\u{24D0}\u{24D3}", "\u{1D41B}\u{1D41A}\u{1D41D}", "\u{202E}bad", "ba\u{2060}d", "b\u{34F}ad",
        "ba\u{E0064}d", "b\u{1DC4}ad", "x\u{200D}bad\u{200D}x",
    ])
    func `X-17: a word is found with what is not seen in it, with marks, and in other widths`(text: String) {
        for word in ["bad", "BAD", "b\u{E1}d", "\u{FF22}ad", "b\u{200B}ad"] { #expect(WordList([word]).isIn(text)) }
    }

    @Test(arguments: [
        // Other letters, that only marks of their script tell apart.
        ("\u{915}\u{940}", "\u{915}\u{93E}"), ("\u{304C}\u{3051}", "\u{304B}\u{3051}"),
        ("\u{E01}\u{E34}\u{E19}", "\u{E01}\u{E19}"), ("\u{AC00}", "\u{AC01}x"), ("\u{1100}\u{1161}", "\u{AC01}"),
        ("bad", "b - - ad"), ("bad", "b-+-+ad"), ("bad", "b\nad"), ("bad", "\u{253}ad"), ("bad", "840"),
        ("sos", "505"), ("god", "good"), ("tab", "at a bad time"), ("1080", "io8o"),
    ])
    func `X-17: what is another word is none of the list`(word: String, text: String) {
        #expect(!WordList([word]).isIn(text))
        #expect(WordList([word]).isIn("x" + word))
    }

    @Test func `X-17: a word of which nothing is seen is none`() {
        #expect(!WordList(["\u{200B}\u{AD}", "", "\u{301}"]).isIn("anything"))
    }

    @Test(arguments: [
        (CustomFieldKind.number, true, false), (.string, false, true), (.bytes, false, true),
    ])
    func `R-03, R-39, R-54: what a custom field takes`(kind: CustomFieldKind, number: Bool, bytes: Bool) {
        for value in [Int64.min, 0, .max] { #expect(kind.takes(.number(value)) == number) }
        for value in [[], [0xFF]] as [[UInt8]] { #expect(kind.takes(.bytes(value)) == bytes) }
    }

    @Test(arguments: [
        ("a", true), ("Blood", true), ("abcdEFGH", true), ("", false), ("abcdefghi", false), ("Bl0od", false),
        ("Bl ood", false), ("Bl_ood", false), ("Bl\u{E9}d", false), ("@", false), ("[", false),
    ])
    func `R-Q05: the name of a custom field`(name: String, isOne: Bool) {
        #expect(CustomFieldKind.isName(name) == isOne)
    }

    @Test(arguments: [
        (false, false, FriendRelation.none, 0), (true, false, .own, 1), (false, true, .others, 2),
        (true, true, .mutual, 3),
    ])
    func `R-85, R-86, R-87, R-88: how two stand to each other`(
        hasOther: Bool, isHad: Bool, relation: FriendRelation, number: Int64
    ) {
        #expect(FriendRelation(hasOther: hasOther, isHad: isHad) == relation)
        #expect(relation.rawValue == number)
    }

    @Test func `R-Q01, R-Q02, R-75, R-76, R-77: the numbers on the wire`() {
        #expect([AllowType.anybody, .afterConfirmation, .nobody].map(\.rawValue) == [0, 1, 2])
        #expect([Gender.unknown, .male, .female].map(\.rawValue) == [0, 1, 2])
        #expect([FriendResponse.agree, .agreeAndAdd, .reject].map(\.rawValue) == [0, 1, 2])
    }

    /// Each field by itself: how to change it, and how it reads then.
    static let fields: [(change: @Sendable (inout ProfileChange) -> Void, set: @Sendable (inout Profile) -> Void)] = [
        ({ $0.allowType = .nobody }, { $0.allowType = .nobody }),
        ({ $0.gender = .female }, { $0.gender = .female }),
        ({ $0.birthday = .max }, { $0.birthday = .max }),
        ({ $0.location = [0xFF] }, { $0.location = [0xFF] }),
        ({ $0.language = 1 }, { $0.language = 1 }),
        ({ $0.level = 2 }, { $0.level = 2 }),
        ({ $0.role = 3 }, { $0.role = 3 }),
        ({ $0.signature = [0, 1] }, { $0.signature = [0, 1] }),
        ({ $0.custom["Blood"] = .number(1) }, { $0.custom["Blood"] = .number(1) }),
        ({ $0.custom["Note"] = .bytes([]) }, { $0.custom["Note"] = .bytes([]) }),
    ]

    @Test(arguments: fields.indices)
    func `R-26: a change changes what it names, and nothing else`(index: Int) {
        var full = Profile()
        for field in Self.fields { field.set(&full) }
        for start in [Profile(), full] {
            var (profile, expected, change) = (start, start, ProfileChange())
            Self.fields[index].change(&change)
            Self.fields[index].set(&expected)
            profile.take(change)
            #expect(profile == expected)
        }
    }

    @Test func `R-26: several fields at once, each given back what it was`() {
        var profile = Profile()
        var change = ProfileChange(nickname: "Ann", faceURL: "a.png")
        profile.take(change)
        #expect(profile == Profile())
        for field in Self.fields { field.change(&change) }
        profile.take(change)
        var expected = Profile()
        for field in Self.fields { field.set(&expected) }
        #expect(profile == expected)

        change = ProfileChange()
        change.allowType = .anybody
        change.birthday = 0
        change.signature = []
        change.custom = ["Blood": .number(2)]
        profile.take(change)
        #expect(profile.allowType == .anybody && profile.birthday == 0 && profile.signature.isEmpty)
        #expect(profile.custom == ["Blood": .number(2), "Note": .bytes([])])
    }

    @Test func `names are what their bytes are`() {
        #expect("\u{E9}" == "e\u{301}")
        #expect(!"\u{E9}".isSpelled(like: "e\u{301}"))
        #expect("\u{E9}".isSpelled(like: "\u{E9}"))
        #expect(!"a".isSpelled(like: "ab"))
    }
}
