import Curl
import Domain
import Media
import TestSupport
import Testing

/// What every store does, whatever it is.
@Suite(.serialized) struct StoreTests {
    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `what is sent arrives, and is read`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        for bytes in [picture(1), picture(700), picture(300_000)] {
            let upload = StoreUnderTest.upload(bytes)
            #expect(try tested.store.arrived(upload) == nil)
            let status = try tested.send(bytes, by: tested.store.plan(for: upload, until: StoreUnderTest.end))
            #expect(status / 100 == 2)
            // A second look finds the same.
            for _ in 0..<2 {
                let arrival = try #require(try tested.store.arrived(upload))
                #expect(arrival.size == bytes.count)
                #expect(arrival.isDigestVerified == tested.knowsDigests)
                #expect(arrival.beginning == Array(bytes.prefix(65_536)))
            }
            let url = tested.store.url(of: ServedMedia(upload), until: StoreUnderTest.end)
            let reply = try tested.get(url)
            #expect(reply.status == 200 && reply.body == bytes)
            let (middle, rest) = (bytes.count / 2, bytes.count - bytes.count / 2)
            #expect(try tested.store.read(upload.id, at: 0, count: bytes.count) == bytes)
            #expect(try tested.store.read(upload.id, at: middle, count: rest) == Array(bytes[middle...]))
        }
        #expect(try tested.store.read(.random(), at: 0, count: 1) == nil)
    }

    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `without a digest, the size is what is known`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        let upload = StoreUnderTest.upload(picture(5_000), isDigestSaid: false)
        try tested.send(picture(5_000), by: tested.store.plan(for: upload, until: StoreUnderTest.end))
        let arrival = try #require(try tested.store.arrived(upload))
        #expect(arrival.size == 5_000 && !arrival.isDigestVerified)
    }

    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `bytes of another digest are not taken`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        let upload = StoreUnderTest.upload(picture(5_000))
        var other = picture(5_000)
        other[4_999] = 7
        try tested.send(other, by: tested.store.plan(for: upload, until: StoreUnderTest.end))
        if tested.knowsDigests {
            #expect(throws: MediaProblem.otherDigest) { try tested.store.arrived(upload) }
        } else {
            #expect(try tested.store.arrived(upload)?.isDigestVerified == false)
        }
    }

    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `the URL of an upload changes nothing after its end`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        let upload = StoreUnderTest.upload(picture(900), isDigestSaid: false)
        let plan = try tested.store.plan(for: upload, until: StoreUnderTest.end)
        try tested.send(picture(900), by: plan)
        #expect(try tested.store.arrived(upload) != nil)
        try tested.send([UInt8](repeating: 7, count: 900), by: plan)
        let arrival = try #require(try tested.store.arrived(upload))
        #expect(arrival.beginning == picture(900))
        let url = tested.store.url(of: ServedMedia(upload), until: StoreUnderTest.end)
        #expect(try tested.get(url).body == picture(900))
    }

    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `what is removed is gone, finished or not`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        for isFinished in [true, false] {
            let upload = StoreUnderTest.upload(picture(400))
            try tested.send(picture(400), by: tested.store.plan(for: upload, until: StoreUnderTest.end))
            if isFinished { #expect(try tested.store.arrived(upload) != nil) }
            let url = tested.store.url(of: ServedMedia(upload), until: StoreUnderTest.end)
            try tested.store.remove(upload.id)
            // moto has 403 for what is not there.
            #expect(try [403, 404].contains(tested.get(url).status))
            #expect(try tested.store.arrived(upload) == nil)
            #expect(try tested.store.ids(after: nil, limit: 10).isEmpty)
            // What is not there.
            try tested.store.remove(upload.id)
        }
    }

    @Test(arguments: StoreUnderTest.Kind.allCases)
    func `the ids of all media come in pages, in rising order`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        #expect(try tested.store.ids(after: nil, limit: 10).isEmpty)
        let uploads = (0..<7).map { StoreUnderTest.upload(picture(100 + $0)) }
        for (number, upload) in uploads.enumerated() {
            try tested.send(picture(100 + number), by: tested.store.plan(for: upload, until: StoreUnderTest.end))
            // Half of them are not finished.
            if number % 2 == 0 { #expect(try tested.store.arrived(upload) != nil) }
        }
        let all = uploads.map(\.id.text).sorted()
        #expect(try tested.store.ids(after: nil, limit: 100).map(\.text) == all)
        var paged: [MediaID] = []
        while true {
            let page = try tested.store.ids(after: paged.last, limit: 3)
            #expect(page.count <= 3)
            if page.isEmpty { break }
            paged += page
        }
        #expect(paged.map(\.text) == all)
    }
}
