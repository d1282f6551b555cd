import MartletCore
import Testing

struct JSONTests {
    @Test func `a text is written as it was read`() throws {
        let text = #"{"a":[1,-2,0.5,true,null,"\"é"],"b":{}}"#
        #expect(try JSON(parsing: text).text() == text)
    }

    @Test func `the order of members counts for nothing`() throws {
        #expect(try JSON(parsing: #"{"a":1,"b":2}"#) == JSON(parsing: #"{"b":2,"a":1}"#))
    }
}
