import Cluster
import Domain
import Testing

@testable import Gateway

/// The letters that nodes write each other about rooms, as bytes.
struct RoomLetterTests {
    private static let id = RoomID("live/7")!

    private static var frame: RoomFrame {
        let draft = RoomDraft(from: "bob", 7, clientID: "m1", .text, body: #"{"text":"hi"}"#, .high)
        var frame = RoomFrame(id, 812)
        frame.messages = [RoomMessage(draft, room: 3, epoch: 812, seq: 9, at: 1_795_275_935_688)]
        (frame.shed, frame.occupancy) = (4, RoomOccupancy(participants: 5, guests: 2))
        frame.counters = [RoomCounter(name: ExactText("likes"), sum: 7)]
        frame.entered = ["eve"]
        frame.cleared = [.user("eve"), .message(id: "3-812-8", 8)]
        return frame
    }

    private static let counts = RoomCounts(offered: 4, drawn: 1, shed: 2, refused: 1)

    private static var letters: [RoomLetter] {
        let users = [UserID("bob")!, UserID("eve")!]
        let history = RoomHistory(epoch: 812, limit: 50, seq: 9, kept: frame.messages)
        let records: [RoomNumber: RoomRecords.Record] = [
            3: RoomRecords.Record(
                epoch: 812, occupancy: RoomOccupancy(participants: 2, guests: 1), peak: 3, entries: 4, messages: counts)
        ]
        return [
            .follow(id, 812), .unfollow(id), .history(id, history), .frame(frame), .frame(RoomFrame(id, 1)),
            .request(id, [1, 2, 3], isInside: true), .reply(id, [4]), .question(id, number: 6, .find(users)),
            .question(id, number: 5, .remain([7, 9])),
            .gathered(id, 812, RoomGathering(counts: frame.counters, entered: ["bob"])),
            .question(id, number: 7, .putOut(users[0], by: .owner)),
            .answer(id, number: 8, RoomFinding(users: [users[0]], isSpared: true)),
            .report(RoomRecords.Report(records: records, bytesPerParticipant: 1_000)),
            .report(RoomRecords.Report(records: [:], bytesPerParticipant: 0)),
        ]
    }

    @Test func `letters come out as they went in, and none is taken that is cut off`() throws {
        for letter in Self.letters {
            let bytes = letter.bytes
            let read = try RoomLetter.letters(in: RoomLetter.packet(of: [bytes, bytes]), keep: 50)
            #expect(read.map(\.bytes) == [bytes, bytes], "\(letter)")
            for count in 0..<bytes.count {
                #expect(throws: (any Error).self, "\(letter), \(count) bytes") {
                    try RoomLetter.letters(in: RoomLetter.packet(of: [Array(bytes[..<count])]), keep: 50)
                }
            }
        }
    }

    @Test func `what a home has written comes out as it went in`() throws {
        let counter = RoomCounter(name: ExactText("likes"), sum: 7)
        let facts: [RoomFact] = [
            .moves(to: -7, from: 812), .absent([7, 9]), .counted([counter]), .inUse, .occupancy(12, threshold: 10),
        ]
        for fact in facts {
            var writer = RecordWriter()
            writer.write(fact)
            var reader = RecordReader(writer.bytes)
            var again = RecordWriter()
            again.write(try RoomFact(&reader))
            #expect(again.bytes == writer.bytes && reader.isAtEnd, "\(fact)")
        }
    }

    @Test func `L-07, L-34, L-36: reports are summed, the home has most of them, and who is silent is forgotten`() {
        let records = RoomRecords()
        let own = RoomRecords.Record(
            epoch: 1, occupancy: RoomOccupancy(participants: 2), entries: 2, messages: Self.counts)
        records.note(own, of: 3)
        func report(_ count: Int) -> RoomRecords.Report {
            let record = RoomRecords.Record(
                epoch: 1, occupancy: RoomOccupancy(participants: count, guests: 1), entries: count)
            return RoomRecords.Report(records: [3: record], bytesPerParticipant: 10)
        }
        records.note(report(5), from: 8, now: 0)
        records.note(report(5), from: 9, now: 1_000)
        #expect(records[3]?.occupancy == RoomOccupancy(participants: 12, guests: 2))
        #expect(records[3]?.entries == 12 && records[3]?.messages == Self.counts)
        #expect(records.nextHome(of: 3, own: 7, except: 9) == 8 && records.nextHome(of: 3, own: 7, except: 8) == 9)
        #expect(!records.forgetSilent(now: 4_999) && records.forgetSilent(now: 5_000))
        #expect(records.occupancyElsewhere(in: 3) == RoomOccupancy(participants: 5, guests: 1))
        #expect(records.nextHome(of: 3, own: 7, except: 9) == 7 && records.nextHome(of: 4, own: 7, except: 9) == 0)
    }
}
