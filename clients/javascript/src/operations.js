// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** A user's operations, by their families. */
export const operations = {
    session:
        "refresh list close",
    message:
        "send history search recall edit react reactions delete pin unpin pins signal get changes",
    receipt:
        "send",
    groupReceipt:
        "send counts detail",
    conversation:
        "list get totalUnread markRead markAllRead markUnread pin delete setC2CReceiveOpt getC2CReceiveOpt " +
        "setGroupReceiveOpt getGroupReceiveOpt",
    stream:
        "ack events",
    profile:
        "getSelf get modifySelf",
    friend:
        "list get add modify delete respond check",
    pendency:
        "list delete report",
    blacklist:
        "add delete list check",
    friendGroup:
        "list create delete addFriends removeFriends rename",
    group:
        "create destroy get members joined joinedCount public invite acceptInvitation declineInvitation join " +
        "approve decline leave remove setAutoAccept transfer modify setAnnouncement getAnnouncement " +
        "setAttributes getAttributes setNotifyState getNotifyState addAdmin removeAdmin mute unmute muteAll " +
        "muteList addToWhiteList removeFromWhiteList whiteList block unblock addFile putFile getFile files " +
        "removeFile invitations joinRequests",
    channel:
        "publish subscribe unsubscribe list info history",
    broadcast:
        "list",
    userProfile:
        "update getMine get setVisibility getVisibility search",
    subscription:
        "subscribe unsubscribe query list",
    push:
        "register unregister devices webPushKey setGlobalDnd getGlobalDnd explain receipt",
};
