import Chat
import ClientProtocol
import Domain

extension ChatModel {
    mutating func create(_ user: String, _ appearance: ProfileChange) -> Effects {
        guard !isThere(user) else { return Effects(.yes(false)) }
        // Born again, a user has nothing of the former life but a stream whose seqs go on.
        var person = ModelUser(
            createdAt: now, nickname: appearance.nickname ?? "", faceURL: appearance.faceURL ?? "")
        if let former = people[user] {
            person.streamSeq = former.streamSeq
            person.boxes = former.boxes
        }
        var effects = Effects(.yes(true))
        let isReborn = people[user] != nil
        person.lostThrough = person.streamSeq
        people[user] = person
        if isReborn { showAppearance(of: user, unless: (user, ""), &effects) }
        return effects
    }

    /// C-Q08, R-141: the user is told of its profile, and the holders of a conversation with it.
    mutating func rename(_ user: String, _ appearance: ProfileChange) -> Effects {
        guard isThere(user) else { return Effects(.refused(.noAccount)) }
        let former = (shownName(user), people[user]!.faceURL)
        let formerNickname = people[user]!.nickname
        if let nickname = appearance.nickname { people[user]!.nickname = nickname }
        if let faceURL = appearance.faceURL { people[user]!.faceURL = faceURL }
        var effects = Effects(.done)
        if (formerNickname, former.1) != (people[user]!.nickname, people[user]!.faceURL) {
            effects.tell(user, .profile(user, seq: note(.profile, about: user, for: user)))
        }
        showAppearance(of: user, unless: former, &effects)
        return effects
    }

    /// C-Q08.
    private mutating func showAppearance(of user: String, unless former: (String, String), _ effects: inout Effects) {
        guard former != (shownName(user), people[user]!.faceURL) else { return }
        for holder in people.keys where isThere(holder) && box(of: holder, with: user).isListed {
            effects.tell(holder, told(.changed, holder, user))
        }
    }

    mutating func disable(_ user: String, _ isDisabled: Bool) -> Effects {
        guard isThere(user) else { return Effects(.yes(false)) }
        people[user]!.isDisabled = isDisabled
        var effects = Effects(.yes(true))
        if isDisabled { effects.tell(user, .ended) }
        return effects
    }

    /// The user's own rows go, also name and avatar; the messages that others have from the user stay.
    mutating func deleteAccount(_ user: String) -> Effects {
        guard isThere(user) else { return Effects(.yes(false)) }
        let profile = (shownName(user), people[user]!.faceURL)
        var person = ModelUser(createdAt: 0, nickname: "", faceURL: "")
        person.isDeleted = true
        // No position of the former life can be gone on from.
        person.streamSeq = people[user]!.streamSeq + 1
        person.lostThrough = person.streamSeq
        for pair in talks.keys where pair.contains(user) {
            let peer = pair[0] == user ? pair[1] : pair[0]
            person.boxes[peer] = Box(deletedThrough: lastSeq(user, peer))
        }
        people[user] = person
        var effects = Effects(.yes(true))
        effects.tell(user, .ended)
        let hasOtherAppearance = profile != (user, "")
        for holder in people.keys where isThere(holder) {
            // Nobody has set an option for the next user of the name.
            let isForgotten = box(of: holder, with: user).option != .receive
            if isForgotten { change(holder, user) { $0.option = .receive } }
            if (isForgotten || hasOtherAppearance) && box(of: holder, with: user).isListed {
                effects.tell(holder, told(.changed, holder, user))
            }
        }
        return effects
    }

    /// A user who is deleted or disabled does nothing: a request may come later than the account's end.
    func refusal(of user: String) -> Effects? {
        let person = people[user]!
        return person.isDeleted || person.isDisabled ? Effects(.refused(.forbidden)) : nil
    }
}
