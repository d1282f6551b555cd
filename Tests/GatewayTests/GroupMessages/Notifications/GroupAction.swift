import Client
import JSON
import Testing

/// A row of table X-D: what is done, what callbacks that makes, and what notification.
struct GroupAction: ShowsRows {
    let rows: String
    /// `group.` and this, or a whole name.
    let verb: String
    let by: String
    /// Further parameters as JSON members.
    var more: String
    /// Of an administrator's operation, where there is one.
    var byAdmin: String?
    /// Of the group.
    var style = 0
    var group = ""
    /// Done before.
    var before: [(user: String, verb: String, more: String)] = []
    /// Whether the stranger wants to be asked.
    var asks = false
    /// By name or user.
    let callbacks: [String: [String]]
    /// As `Message.notice` has it, of a group.
    var notice: String?
    /// The user who joins by it.
    var newcomer: String?
    /// X-46: also those are shown it whom the notification does not reach.
    var showsLooks = false
    /// There is no conversation any more.
    var isEnd = false

    var name: String { more.isEmpty ? verb : "\(verb) \(more)" }

    init(
        _ rows: String, _ verb: String, by: String = "owner", _ more: String, _ callbacks: [String: [String]],
        _ notice: String? = nil, _ adjust: (inout Self) -> Void = { _ in }
    ) {
        (self.rows, self.verb, self.by, self.more) = (rows, verb, by, more)
        (self.callbacks, self.notice) = (callbacks, notice)
        adjust(&self)
    }

    /// For those of a super group.
    func notice(inSuper isSuper: Bool) -> String? {
        guard isSuper, let notice else { return notice }
        let number = notice.prefix { $0 != " " }
        let rest = notice.dropFirst(number.count).replacing(" 100=", with: " 101=")
        return "\(Self.superNumbers[Int(number)!])\(rest)"
    }

    /// T-Q02, in the order of T-Q01.
    private static let superNumbers = [401, 402, 403, 404, 405, 410, 406, 407, 408, 411, 409]
}

extension GroupAction {
    /// For all others there is the operator's rank, whose other devices get a copy.
    private static func leaders(_ eventLines: String, and others: [String: [String]] = [:]) -> [String: [String]] {
        ["admin": [eventLines], "admin2": [eventLines], "owner.tab": ["self \(eventLines)"]].merging(others) { $1 }
    }

    private static func newcomer(_ action: inout GroupAction) { action.newcomer = "stranger" }

    private static let joins = "userDidJoin user=stranger"
    private static let invited = everybody(
        joins,
        but: [
            "owner": ["invitationDidAccept invitee=stranger", joins],
            "stranger": ["didJoin inviter=owner message=hi"],
        ])
    private static let invitation = #""userIDs": ["stranger"], "message": "hi""#

    private static let joining: [GroupAction] = [
        GroupAction("X-D02, T-10", "invite", invitation, invited, "0 owner: stranger") {
            newcomer(&$0)
            $0.group = #""isInviteNeedConfirm": false"#
            $0.asks = true
            $0.byAdmin = invitation
        },
        GroupAction("X-D03, T-11", "invite", invitation, invited, "9 stranger: owner") {
            newcomer(&$0)
            $0.byAdmin = invitation
        },
        GroupAction(
            "X-D04, T-Q12", "invite", invitation, ["stranger": ["invitationDidReceive inviter=owner message=hi"]]
        ) {
            $0.asks = true
            $0.byAdmin = invitation
        },
        GroupAction(
            "X-D05, T-11", "acceptInvitation", by: "stranger", "",
            everybody(
                joins,
                but: [
                    "owner": ["invitationDidAccept invitee=stranger", joins],
                    "stranger.tab": ["self didJoin inviter=owner message=hi"],
                ]), "9 stranger: owner"
        ) {
            newcomer(&$0)
            $0.asks = true
            $0.before = [("owner", "invite", invitation)]
        },
        GroupAction(
            "X-D06, T-Q12", "declineInvitation", by: "stranger", #""reason": "no""#,
            ["owner": ["invitationDidDecline invitee=stranger reason=no"]]
        ) {
            $0.asks = true
            $0.before = [("owner", "invite", invitation)]
        },
        GroupAction(
            "X-D07, T-16", "join", by: "stranger", "",
            everybody(joins, but: ["stranger.tab": ["self didJoin inviter=stranger message="]]), "5 stranger: stranger"
        ) {
            newcomer(&$0)
            $0.style = 3
        },
        GroupAction(
            "X-D08, T-Q12", "join", by: "stranger", #""reason": "me""#,
            Dictionary(
                uniqueKeysWithValues: ["owner", "admin", "admin2"].map {
                    ($0, ["joinRequestDidReceive reason=me user=stranger"])
                })
        ) { $0.style = 2 },
        GroupAction(
            "X-D09, T-16", "approve", #""userID": "stranger""#,
            everybody(
                joins,
                but: [
                    "owner.phone": [joins],
                    "owner.tab": ["self joinRequestDidApprove applicant=stranger operator=owner", joins],
                    "admin": ["joinRequestDidApprove applicant=stranger operator=owner", joins],
                    "admin2": ["joinRequestDidApprove applicant=stranger operator=owner", joins],
                    "stranger": ["joinRequestDidApprove applicant=stranger operator=owner"],
                ]), "5 owner: stranger"
        ) {
            newcomer(&$0)
            $0.style = 2
            $0.before = [("stranger", "join", "")]
            $0.byAdmin = $0.more
        },
        GroupAction(
            "X-D10, T-Q12", "decline", #""userID": "stranger", "reason": "no""#,
            leaders(
                "joinRequestDidDecline applicant=stranger decliner=owner reason=no",
                and: ["stranger": ["joinRequestDidDecline applicant=stranger decliner=owner reason=no"]])
        ) {
            $0.style = 2
            $0.before = [("stranger", "join", "")]
            $0.byAdmin = $0.more
        },
    ]

    private static let leaving: [GroupAction] = [
        GroupAction(
            "X-D11, T-13", "leave", by: "member", "",
            everybody(
                "userDidLeave user=member", but: ["member.phone": [], "member.tab": ["self didLeave reason=1"]]),
            "2 member: "),
        GroupAction(
            "X-D12, T-12", "remove", some("member", "member2"),
            everybody(
                "userDidLeave user=member", "userDidLeave user=member2",
                but: ["member": ["didLeave reason=0"], "member2": ["didLeave reason=0"]]), "1 owner: member, member2"
        ) { $0.byAdmin = $0.more },
        GroupAction(
            "X-D13, T-15", "destroy", "",
            everybody("didLeave reason=2", but: ["owner.phone": [], "owner.tab": ["self didLeave reason=2"]]),
            "4 owner: "
        ) {
            $0.isEnd = true
            $0.byAdmin = ""
        },
    ]

    private static let owner = "ownerDidUpdate newOwner=member oldOwner=owner"
    private static let both = some("member", "member2")

    private static let ruling: [GroupAction] = [
        GroupAction(
            "X-D14, T-17, X-47", "transfer", #""newOwner": "member""#, ["owner": [owner], "member": [owner]],
            "6 owner: member"
        ) { $0.byAdmin = $0.more },
        GroupAction(
            "X-D15, T-18", "addAdmin", one("member"),
            Dictionary(
                uniqueKeysWithValues: ["owner", "admin", "admin2", "member"].map {
                    ($0, ["adminListDidUpdate added=member"])
                }), "7 owner: member"
        ) { $0.byAdmin = $0.more },
        GroupAction(
            "X-D15, T-19", "removeAdmin", one("admin"), leaders("adminListDidUpdate removed=admin"), "8 owner: admin"
        ) {
            $0.byAdmin = $0.more
        },
        GroupAction(
            "X-D16, T-20, T-34, T-Q05", "mute", both + #", "duration": -1"#,
            leaders(
                "muteListDidUpdate added=member,member2 muteExpire=-1",
                and: [
                    "member": ["muteListDidUpdate added=member,member2 muteExpire=-1"],
                    "member2": ["muteListDidUpdate added=member,member2 muteExpire=-1"],
                ]), "10 owner: member, member2 flag=true"
        ) { $0.byAdmin = $0.more },
        GroupAction(
            "X-D16, T-20, T-34, T-Q05", "unmute", both,
            leaders(
                "muteListDidUpdate removed=member,member2",
                and: [
                    "member": ["muteListDidUpdate removed=member,member2"],
                    "member2": ["muteListDidUpdate removed=member,member2"],
                ]), "10 owner: member, member2 flag=false"
        ) {
            $0.before = [("owner", "mute", both + #", "duration": 60000"#)]
            $0.byAdmin = $0.more
        },
        GroupAction("X-D17, T-33, T-44, T-Q03, X-40", "muteAll", #""muted": true"#, muting(true), #"3 owner:  100="1""#)
        {
            $0.byAdmin = #""mute": 1"#
        },
        GroupAction(
            "X-D17, T-33, T-44, T-Q03, X-40", "muteAll", #""muted": false"#, muting(false), #"3 owner:  100="0""#
        ) {
            $0.before = [("owner", "muteAll", #""muted": true"#)]
            $0.byAdmin = #""mute": 0"#
        },
    ]

    private static func muting(_ isMuted: Bool) -> [String: [String]] {
        let eventLines = "allMemberMuteChanged isAllMemberMuted=\(isMuted)"
        return everybody(eventLines, but: ["owner.phone": [], "owner.tab": ["self \(eventLines)"]])
    }

    private static func change(
        _ rows: String, _ more: String, named name: String = "g", _ values: String, style: Int = 0,
        showsLooks: Bool = false
    ) -> GroupAction {
        GroupAction(
            "X-D18, \(rows)", "modify", more, everybody("specificationDidUpdate group=\(name)"), "3 owner:  \(values)"
        ) {
            $0.style = style
            $0.showsLooks = showsLooks
            $0.byAdmin = more
        }
    }

    private static let specification = everybody("specificationDidUpdate group=g")

    private static let changing: [GroupAction] = [
        change("T-14, T-33, T-36, X-46", #""name": "n""#, named: "n", #"3="n""#, showsLooks: true),
        change("T-37", #""description": "d""#, #"14="d""#),
        change("T-40, X-46", #""avatar": "a""#, #"20="a""#, showsLooks: true),
        change("T-45", #""ext": "{}""#, #"18="{}""#),
        change("T-39, T-Q04", #""joinMode": 0"#, #"16="0""#, style: 2),
        change("T-39, T-Q04", #""joinMode": 1"#, #"16="1""#, style: 3),
        change("T-41, T-Q04", #""inviteMode": 1"#, #"22="1""#),
        change("T-41, T-Q04", #""inviteMode": 0"#, #"22="0""#, style: 1),
        change("T-42, T-Q04", #""beInviteMode": 1"#, #"21="1""#),
        change("T-42, T-Q04", #""isInviteNeedConfirm": false"#, #"21="1""#),
        change("T-43, T-Q04", #""updateInfoMode": 1"#, #"23="1""#),
        change(
            "T-35, T-Q03",
            #""name": "n", "description": "", "ext": "e", "avatar": "a", "maxUsers": 9, "joinMode": 0, "#
                + #""updateInfoMode": 1, "beInviteMode": 1"#,
            named: "n", #"3="n" 16="0" 18="e" 20="a" 21="1" 23="1""#, style: 2, showsLooks: true),
        GroupAction(
            "X-D19, T-14, T-38", "setAnnouncement", #""announcement": "a""#,
            everybody("announcementDidUpdate announcement=a"),
            #"3 owner:  15="a""#
        ) { $0.byAdmin = $0.more },
        GroupAction("X-D20", "modify", #""maxUsers": 9"#, specification) { $0.byAdmin = $0.more },
    ]

    /// X-D21: of which there is no notification.
    private static let quiet: [GroupAction] = [
        GroupAction(
            "X-D21, X-51", "addToWhiteList", some("member"),
            leaders("whiteListDidUpdate added=member", and: ["member": ["whiteListDidUpdate added=member"]])
        ) { $0.byAdmin = $0.more },
        GroupAction(
            "X-D21, X-51", "removeFromWhiteList", some("member"),
            leaders("whiteListDidUpdate removed=member", and: ["member": ["whiteListDidUpdate removed=member"]])
        ) {
            $0.before = [("owner", "addToWhiteList", some("member"))]
            $0.byAdmin = $0.more
        },
        GroupAction(
            "X-D21, X-51", "addFile", #""name": "f", "size": 1, "url": "u""#, everybody("fileListDidUpdate added=f")),
        GroupAction(
            "X-D21, X-51", "setAttributes", by: "member", #""attributes": {"k": "v"}"#,
            everybody(
                #"attributesChangedOfMember attributes={"k":"v"} operatorID=member userID=member"#,
                but: [
                    "member.phone": [],
                    "member.tab": [
                        #"self attributesChangedOfMember attributes={"k":"v"} operatorID=member userID=member"#
                    ],
                ])),
        GroupAction("X-D21, X-51", "block", by: "member", "", ["member.tab": ["self blockChanged isBlocked=true"]]),
        GroupAction("X-D21, X-51", "unblock", by: "member2", "", [:]),
        GroupAction(
            "X-D21, X-51", "setNotifyState", by: "member", #""state": 1"#,
            ["member.tab": ["self notifyStateChanged state=1"]]),
        GroupAction(
            "X-D21, X-51", "conversation.setGroupReceiveOpt", by: "member", #""opt": 2"#, ["member": ["changed"]]),
    ]

    static let all = joining + leaving + ruling + changing + quiet
}
