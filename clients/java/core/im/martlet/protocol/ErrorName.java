// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;

/** A text, of which a newer gateway may know more. */
public final class ErrorName extends OpenEnumeration {
    public static final ErrorName ADDING_FORBIDDEN = new ErrorName("addingForbidden");
    public static final ErrorName ADDING_TOO_FAST = new ErrorName("addingTooFast");
    public static final ErrorName ALL_MUTED_IN_GROUP = new ErrorName("allMutedInGroup");
    public static final ErrorName ALREADY_BLOCKED = new ErrorName("alreadyBlocked");
    public static final ErrorName ALREADY_GROUP_MEMBER = new ErrorName("alreadyGroupMember");
    public static final ErrorName ALREADY_IN_GROUP = new ErrorName("alreadyInGroup");
    public static final ErrorName APPLICATION_MISMATCH = new ErrorName("applicationMismatch");
    public static final ErrorName ATTRIBUTES_TOO_LARGE = new ErrorName("attributesTooLarge");
    public static final ErrorName AUDIT_FAILED = new ErrorName("auditFailed");
    public static final ErrorName AUDITED_PROFILE = new ErrorName("auditedProfile");
    public static final ErrorName AUDITED_WORDING = new ErrorName("auditedWording");
    public static final ErrorName AWAITING_APPROVAL = new ErrorName("awaitingApproval");
    public static final ErrorName BAD_ATTRIBUTE_KEY = new ErrorName("badAttributeKey");
    public static final ErrorName BAD_ATTRIBUTE_VALUE = new ErrorName("badAttributeValue");
    public static final ErrorName BAD_EXPIRY = new ErrorName("badExpiry");
    public static final ErrorName BAD_FRIEND_GROUP_NAME = new ErrorName("badFriendGroupName");
    public static final ErrorName BAD_IDENTIFIER = new ErrorName("badIdentifier");
    public static final ErrorName BAD_PAGE = new ErrorName("badPage");
    public static final ErrorName BAD_PROFILE_TYPE = new ErrorName("badProfileType");
    public static final ErrorName BAD_REQUEST = new ErrorName("badRequest");
    public static final ErrorName BAD_SOURCE = new ErrorName("badSource");
    public static final ErrorName BAD_SUBSCRIPTION_TYPE = new ErrorName("badSubscriptionType");
    public static final ErrorName BAD_SUBSCRIPTION_USERS = new ErrorName("badSubscriptionUsers");
    public static final ErrorName BAD_UNIQUE_ID = new ErrorName("badUniqueID");
    public static final ErrorName BAD_USER_LIST = new ErrorName("badUserList");
    public static final ErrorName BAD_VALUE = new ErrorName("badValue");
    public static final ErrorName BAD_VISIBILITY = new ErrorName("badVisibility");
    public static final ErrorName BANNED = new ErrorName("banned");
    public static final ErrorName BARRED_FROM_ADDING = new ErrorName("barredFromAdding");
    public static final ErrorName BLACKLIST_FULL = new ErrorName("blacklistFull");
    public static final ErrorName BLACKLISTED = new ErrorName("blacklisted");
    public static final ErrorName CANNOT_LEAD = new ErrorName("cannotLead");
    public static final ErrorName CONFLICT = new ErrorName("conflict");
    public static final ErrorName CONVERSATION_PARAMETERS = new ErrorName("conversationParameters");
    public static final ErrorName DELETING_TOO_FAST = new ErrorName("deletingTooFast");
    public static final ErrorName EMPTY_FILE = new ErrorName("emptyFile");
    public static final ErrorName EMPTY_GROUP_ID = new ErrorName("emptyGroupID");
    public static final ErrorName FILE_TOO_LARGE = new ErrorName("fileTooLarge");
    public static final ErrorName FORBIDDEN = new ErrorName("forbidden");
    public static final ErrorName FRIEND_GROUPS_FULL = new ErrorName("friendGroupsFull");
    public static final ErrorName FRIEND_LIST_FULL = new ErrorName("friendListFull");
    public static final ErrorName FRIEND_PARAMETERS = new ErrorName("friendParameters");
    public static final ErrorName GROUP_FULL = new ErrorName("groupFull");
    public static final ErrorName GROUP_LIMIT = new ErrorName("groupLimit");
    public static final ErrorName GROUP_PARAMETERS = new ErrorName("groupParameters");
    public static final ErrorName HOSTED_PARAMETERS = new ErrorName("hostedParameters");
    public static final ErrorName HOSTING_OFF = new ErrorName("hostingOff");
    public static final ErrorName IDENTIFIER_MISMATCH = new ErrorName("identifierMismatch");
    public static final ErrorName IN_OWN_BLACKLIST = new ErrorName("inOwnBlacklist");
    public static final ErrorName IN_PEERS_BLACKLIST = new ErrorName("inPeersBlacklist");
    public static final ErrorName INTERNAL = new ErrorName("internal");
    public static final ErrorName MESSAGE_PARAMETERS = new ErrorName("messageParameters");
    public static final ErrorName MUTED_IN_GROUP = new ErrorName("mutedInGroup");
    public static final ErrorName NO_ACCOUNT = new ErrorName("noAccount");
    public static final ErrorName NO_CHANNEL = new ErrorName("noChannel");
    public static final ErrorName NO_FILE = new ErrorName("noFile");
    public static final ErrorName NO_FRIEND = new ErrorName("noFriend");
    public static final ErrorName NO_FRIEND_FOR_GROUP = new ErrorName("noFriendForGroup");
    public static final ErrorName NO_FRIEND_FOR_NEW_GROUP = new ErrorName("noFriendForNewGroup");
    public static final ErrorName NO_GROUP = new ErrorName("noGroup");
    public static final ErrorName NO_GROUP_RIGHT = new ErrorName("noGroupRight");
    public static final ErrorName NO_GROUP_USER = new ErrorName("noGroupUser");
    public static final ErrorName NO_HOSTED_USER = new ErrorName("noHostedUser");
    public static final ErrorName NO_MESSAGE = new ErrorName("noMessage");
    public static final ErrorName NO_PENDENCY = new ErrorName("noPendency");
    public static final ErrorName NO_PROVIDER = new ErrorName("noProvider");
    public static final ErrorName NO_ROOM = new ErrorName("noRoom");
    public static final ErrorName NO_TARGET = new ErrorName("noTarget");
    public static final ErrorName NO_TEAM = new ErrorName("noTeam");
    public static final ErrorName NOT_ANUMBER = new ErrorName("notANumber");
    public static final ErrorName NOT_BLOCKED = new ErrorName("notBlocked");
    public static final ErrorName NOT_CLUSTERED = new ErrorName("notClustered");
    public static final ErrorName NOT_FRIENDS = new ErrorName("notFriends");
    public static final ErrorName NOT_IN_FRIEND_GROUP = new ErrorName("notInFriendGroup");
    public static final ErrorName NOT_IN_GROUP = new ErrorName("notInGroup");
    public static final ErrorName NOT_IN_TEAM = new ErrorName("notInTeam");
    public static final ErrorName NOT_LOGGED_IN = new ErrorName("notLoggedIn");
    public static final ErrorName NOT_SETTABLE = new ErrorName("notSettable");
    public static final ErrorName OUT_OF_RANGE = new ErrorName("outOfRange");
    public static final ErrorName PEERS_FRIEND_LIST_FULL = new ErrorName("peersFriendListFull");
    public static final ErrorName PENDENCIES_FULL = new ErrorName("pendenciesFull");
    public static final ErrorName PROFILE_PARAMETERS = new ErrorName("profileParameters");
    public static final ErrorName PROPERTY_TOO_LONG = new ErrorName("propertyTooLong");
    public static final ErrorName PUBLISHER_FULL = new ErrorName("publisherFull");
    public static final ErrorName QUOTA_EXCEEDED = new ErrorName("quotaExceeded");
    public static final ErrorName RATE_LIMITED = new ErrorName("rateLimited");
    public static final ErrorName RECEIPTS_OFF = new ErrorName("receiptsOff");
    public static final ErrorName RECEIVER_NOT_FRIEND = new ErrorName("receiverNotFriend");
    public static final ErrorName REMARK_TOO_LONG = new ErrorName("remarkTooLong");
    public static final ErrorName REQUEST_HANDLED = new ErrorName("requestHandled");
    public static final ErrorName RESYNC_REQUIRED = new ErrorName("resyncRequired");
    public static final ErrorName SEARCH_OFF = new ErrorName("searchOff");
    public static final ErrorName SENDER_NOT_FRIEND = new ErrorName("senderNotFriend");
    public static final ErrorName SHED = new ErrorName("shed");
    public static final ErrorName SIGNATURE_BAD = new ErrorName("signatureBad");
    public static final ErrorName SIGNATURE_EMPTY = new ErrorName("signatureEmpty");
    public static final ErrorName SIGNATURE_EXPIRED = new ErrorName("signatureExpired");
    public static final ErrorName SUBSCRIBER_FULL = new ErrorName("subscriberFull");
    public static final ErrorName SUBSCRIPTIONS_OFF = new ErrorName("subscriptionsOff");
    public static final ErrorName TOO_LARGE = new ErrorName("tooLarge");
    public static final ErrorName TOO_LATE = new ErrorName("tooLate");
    public static final ErrorName TOO_MANY = new ErrorName("tooMany");
    public static final ErrorName TOO_MANY_BYTES = new ErrorName("tooManyBytes");
    public static final ErrorName TOO_MANY_EXTENSIONS = new ErrorName("tooManyExtensions");
    public static final ErrorName TOO_MANY_PROFILES = new ErrorName("tooManyProfiles");
    public static final ErrorName UNAVAILABLE = new ErrorName("unavailable");
    public static final ErrorName UNKNOWN_EXTENSION = new ErrorName("unknownExtension");
    public static final ErrorName UNKNOWN_OPERATION = new ErrorName("unknownOperation");
    public static final ErrorName UNKNOWN_PROFILE_KEY = new ErrorName("unknownProfileKey");
    public static final ErrorName UNKNOWN_PROPERTY = new ErrorName("unknownProperty");
    public static final ErrorName UNKNOWN_USER = new ErrorName("unknownUser");
    public static final ErrorName WORDING_TOO_LONG = new ErrorName("wordingTooLong");

    public ErrorName(String text) {
        super(text);
    }

    public ErrorName(Json json) {
        super(json.asString());
    }
}
