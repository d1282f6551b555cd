import Chat
import ClientProtocol
import Cluster
import Domain
import Testing

@testable import Gateway

/// N-10: the letters that nodes write each other about streamed messages, as bytes.
struct StreamedLetterTests {
    private static var letters: [StreamedLetter] {
        let id = StreamedMessageID(node: Incarnation(812), number: .max)
        let (two, group, bot) = (Parties.users(Pair(7, 3)), Parties.group(9), UserID("bot")!)
        let address = ReplyAddress(ticket: ReplyTicket(shard: 1, place: 2, generation: 3), request: 4)
        return [
            .watch(two), .unwatch(group), .news(id, from: bot, in: two, .more("w\u{F6}rld", at: 7)),
            .news(id, from: bot, in: group, .ended(.idle)), .news(id, from: bot, in: group, .sent),
            .request([1, 2]), .reply(.ok([3]), at: address),
            .reply(.refusal(Refusal(.conflict, keys: ["offset"], length: 2)), at: address),
        ]
    }

    @Test func `letters come out as they went in, and none is taken that is cut off`() throws {
        for letter in Self.letters {
            let bytes = letter.bytes
            let read = try StreamedLetter.letters(in: StreamedLetter.packet(of: [bytes, bytes]))
            #expect(read.map(\.bytes) == [bytes, bytes], "\(letter)")
            for count in 0..<bytes.count {
                #expect(throws: (any Error).self, "\(letter), \(count) bytes") {
                    try StreamedLetter.letters(in: StreamedLetter.packet(of: [Array(bytes[..<count])]))
                }
            }
        }
    }
}
