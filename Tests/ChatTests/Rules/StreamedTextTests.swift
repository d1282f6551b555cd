import Domain
import Testing

/// The text of a streamed message, as a value.
struct StreamedTextTests {
    private static func text(_ chunks: String...) -> StreamedText {
        var text = StreamedText(now: 0)
        for chunk in chunks { #expect(text.append(chunk, at: text.length, most: 1_000, now: 0) == .appended) }
        return text
    }

    @Test(arguments: [
        (2, "!", StreamedText.Appending.appended, "hi!"), (0, "hi", .appended, "hi"),
        (1, "i there", .appended, "hi there"),
        (1, "i", .appended, "hi"), (3, "!", .contradicts, "hi"), (1, "o", .contradicts, "hi"),
        (0, "ha", .contradicts, "hi"),
        (-1, "h", .contradicts, "hi"), (2, "123456789", .tooLong, "hi"), (2, "12345678", .appended, "hi12345678"),
        // Places are bytes.
        (2, "天", .appended, "hi天"),
    ])
    func `N-02: a chunk goes on behind the text, or says what is there already`(
        offset: Int, chunk: String, outcome: StreamedText.Appending, whole: String
    ) {
        var text = Self.text("h", "i")
        #expect(text.append(chunk, at: offset, most: 10, now: 0) == outcome)
        #expect(text.whole == whole && text.length == whole.utf8.count)
    }

    @Test func `N-06: a text ends after half a minute without a chunk, and after half an hour`() {
        var text = StreamedText(now: 1_000)
        #expect(text.lapse(now: 30_999) == nil && text.lapse(now: 31_000) == .idle)
        for minute in 0..<120 {
            let now = Milliseconds(1_000 + Int64(minute) * 15_000)
            #expect(text.lapse(now: now) == nil)
            #expect(text.append("x", at: text.length, most: 1_000, now: now) == .appended)
        }
        #expect(text.lapse(now: 1_800_999) == nil && text.lapse(now: 1_801_000) == .tooLong)
    }

    @Test func `N-09: a text takes twenty chunks a second`() {
        var text = StreamedText(now: 0)
        var taken = 0
        for moment in 0..<10_000
        where text.append("x", at: text.length, most: 1_000, now: Milliseconds(moment)) == .appended {
            taken += 1
        }
        // As many more at once, at the beginning.
        #expect((200...220).contains(taken))
    }
}
