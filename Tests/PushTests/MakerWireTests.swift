import Domain
import JSON
import TestSupport
import Testing

@testable import Push

/// Single rules of makers' wire formats. The signatures were computed with Python's hashlib.
struct MakerWireTests {
    private let options = MakerOptions(endpoint: "https://push.test")

    @Test func `OPPO's signature`() {
        #expect(
            oppoSignature(key: "key-1", secret: "master-1", at: 1_700_000_000_123)
                == "4ac4fe327f5b35c5a798e7c24eb179756f1908c8464c7d95b93316d8071f1c2e")
    }

    @Test func `vivo's signature`() {
        #expect(
            vivoSignature(app: "10004", key: "key-1", secret: "secret-1", at: 1_700_000_000_123)
                == "a08f49b280aab796764b6b8dca08de25")
    }

    @Test func `Meizu's signature is of the texts before they are encoded, in the order of their names`() {
        let fields = [
            (name: "pushIds", value: "UCI1"), (name: "appId", value: "100999"),
            (name: "messageJson", value: #"{"noticeBarInfo":{"title":"Grüße","content":"你好 👋"}}"#),
        ]
        #expect(meizuSignature(of: fields, secret: "secret-1") == "931cf402dd078522742a7a314d89569d")
    }

    @Test(arguments: [
        (#"{"code":"200","message":"","value":{}}"#, "200"),
        (#"{"code":200,"value":""}"#, "200"),
        (#"{"code":"200","value":{"110002":["S5Q4b7"]}}"#, "110002"),
        (#"{"code":"200","value":{"110002":[],"110003":["S5Q4b7"]}}"#, "110003"),
        (#"{"code":"200","value":{"S5Q4b7":["110002"]}}"#, "110002"),
        (#"{"code":"200","value":{"S5Q4b7":"520"}}"#, "520"),
        (#"{"code":"200","value":{"110010":["S5Q4b7"]}}"#, "switchedOff"),
        (#"{"code":"200","value":{"S5Q4b7":["110011"]}}"#, "deviceQuota"),
        (#"{"code":"200","value":{"msgId":"NS1","respTarget":{"110003":["S5Q4b7"]}}}"#, "110003"),
        (#"{"code":"200","value":{"msgId":"NS1","respTarget":{}}}"#, "200"),
        (#"{"code":"200","value":{"msgId":"NS1"}}"#, "200"),
        (#"{"code":"110010","value":""}"#, "110010"),
        (#"{"value":{}}"#, nil),
    ])
    func `Meizu's answer has the token's own code, in either shape`(answer: String, code: String?) throws {
        let meizu = try Meizu(key: #"{"appId":"1","appSecret":"s"}"#, options: options)
        #expect(try meizu.code(in: JSONDocument().parse(answer))?.code == code)
    }

    @Test(arguments: [
        (#"{"result":"ok","code":0,"data":{"id":"x"}}"#, "0"),
        (#"{"result":"ok","code":0,"data":{"id":"x","bad_regids":"r1"}}"#, "deadToken"),
        (#"{"result":"error","code":20301,"reason":"No valid targets!"}"#, "deadToken"),
        (#"{"result":"error","code":20301,"reason":"down"}"#, "20301"),
        (#"{"result":"ok"}"#, nil),
    ])
    func `Xiaomi tells of a dead token in two ways`(answer: String, code: String?) throws {
        let xiaomi = try Xiaomi(key: #"{"appSecret":"s","packageName":"birds"}"#, options: options)
        #expect(try xiaomi.code(in: JSONDocument().parse(answer))?.code == code)
    }

    @Test(arguments: [
        (#"{"code":200,"data":{"sendResult":true}}"#, "sent"),
        (#"{"code":0,"data":{"sendResult":true,"failTokens":[],"expireTokens":null}}"#, "sent"),
        (#"{"code":200,"data":{"sendResult":false}}"#, "200"),
        (#"{"code":80100001,"data":{"sendResult":true}}"#, "80100001"),
        (#"{"code":200,"data":{"sendResult":true,"failTokens":["t"]}}"#, "deadToken"),
        (#"{"code":200,"data":{"sendResult":false,"expireTokens":["t"]}}"#, "deadToken"),
        (#"{"data":{"sendResult":true}}"#, nil),
    ])
    func `Honor's success is a code and a result`(answer: String, code: String?) throws {
        let honor = try Honor(
            key: #"{"appId":"1","clientId":"2","clientSecret":"s"}"#, options: options, tokens: "https://tokens.test")
        #expect(try honor.code(in: JSONDocument().parse(answer))?.code == code)
    }

    @Test(arguments: [
        (#"{"result":0,"taskId":"1"}"#, "0"),
        (#"{"result":10302,"invalidUser":{"status":1,"userid":"r"}}"#, "10302"),
        (#"{"result":0,"invalidUser":{"status":2,"userid":"r"}}"#, "10302"),
        (#"{"result":10302,"invalidUser":{"status":4,"userid":"r"}}"#, "notTester"),
        (#"{"desc":"?"}"#, nil),
    ])
    func `vivo tells of a device beside the code`(answer: String, code: String?) throws {
        let vivo = try Vivo(key: #"{"appId":1,"appKey":"2","appSecret":"s"}"#, options: options)
        #expect(try vivo.code(in: JSONDocument().parse(answer))?.code == code)
    }

    @Test(arguments: [
        (#"{"illegalTokens":{"tokenFormatError":["t"]},"failure":1}"#, "80300007"),
        (#"{"illegalTokens":{"noRight":["t"]},"failure":1}"#, "80300007"),
        (#"{"illegalTokens":{"noPushTypeRight":["t"]},"failure":1}"#, "app"),
        ("All the tokens are invalid", "80300007"),
    ])
    func `HarmonyOS refuses tokens for reasons that are the app's, too`(message: String, code: String) throws {
        let key = try ProviderServer().file("harmony.json")
        let harmony = try Harmony(key: key, options: options)
        var json = JSONWriter()
        json.object {
            $0.field("code", "80300007")
            $0.field("msg", message)
        }
        #expect(try harmony.code(in: JSONDocument().parse(json.text))?.code == code)
    }

    @Test func `every code has a remedy, but those of success`() {
        for codes in [Huawei.codes, Harmony.codes, Honor.codes, Xiaomi.codes, Oppo.codes, Vivo.codes, Meizu.codes] {
            for (code, meaning) in codes {
                #expect(meaning.remedy.isEmpty == (meaning.judgement == .accepted), "\(code)")
            }
        }
    }
}
