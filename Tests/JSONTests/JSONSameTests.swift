import JSON
import Testing

struct JSONSameTests {
    @Test(
        arguments: [
            ("null", "null", true), ("true", "true", true), ("true", "false", false), ("null", "false", false),
            ("1", "1", true), ("1", "2", false), ("1", "\"1\"", false), ("1", "1.0", false), ("10", "1e1", false),
            ("0", "-0", false), ("\"a\"", " \"a\" ", true), ("\"a\"", #""\u0061""#, true), ("\"a\"", "\"A\"", false),
            (#""/""#, #""\/""#, true), ("\"\u{E4}\"", "\"a\u{308}\"", false), ("\"\"", "null", false),
            ("[]", "[]", true), ("[]", "{}", false), ("[]", "[null]", false), ("[1,2]", "[ 1 , 2 ]", true),
            ("[1,2]", "[2,1]", false), ("[[1]]", "[1]", false), ("[[],[1]]", "[[1],[]]", false),
            ("{}", "{ }", true), ("{}", #"{"a":1}"#, false), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true),
            (#"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false),
            (#"{"a":null}"#, #"{"b":null}"#, false), (#"{"a":null}"#, "{}", false),
            (#"{"a":{"x":[1,{"y":2}],"z":"\u00e4"}}"#, #"{"a":{"z":"ä","x":[1,{"y":2}]}}"#, true),
            (#"{"a":{"x":[1,{"y":2}]}}"#, #"{"a":{"x":[1,{"y":3}]}}"#, false),
            (#"{"\u0061":1}"#, #"{"a":1}"#, true),
        ] as [(String, String, Bool)])
    func `the same is what says the same, in any order of members`(one: String, other: String, isSame: Bool) throws {
        let (first, second) = (JSONDocument(), JSONDocument())
        let values = (try first.parse(one), try second.parse(other))
        #expect(values.0.isSame(as: values.1) == isSame)
        #expect(values.1.isSame(as: values.0) == isSame)
        #expect(values.0.isSame(as: values.0))
    }
}
