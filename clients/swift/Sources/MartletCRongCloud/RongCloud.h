// The numbers that applications written for RongCloud name. In C, so that Objective-C has them by these names, and
// Swift by those that Apple's importer makes of them.
#pragma once

#define RC_ENUM(name) enum __attribute__((enum_extensibility(open))) name : long

typedef RC_ENUM(RCErrorCode) {
    ERRORCODE_UNKNOWN = -1,
    RC_SUCCESS = 0,
    RC_SERVICE_INFORMATION_AUDIT_FAILED = 25480,
} RCErrorCode;

typedef RC_ENUM(RCUserGender) {
    RCUserGenderUnknown = 0,
    RCUserGenderMale = 1,
    RCUserGenderFemale = 2,
} RCUserGender;

typedef RC_ENUM(RCUserProfileVisibility) {
    RCUserProfileVisibilityNotSet = 0,
    RCUserProfileVisibilityInvisible = 1,
    RCUserProfileVisibilityEveryone = 2,
    RCUserProfileVisibilityFriendVisible = 3,
} RCUserProfileVisibility;

typedef RC_ENUM(RCSubscribeType) {
    RCSubscribeTypeOnlineStatus = 1,
    RCSubscribeTypeUserProfile = 2,
    RCSubscribeTypeFriendOnlineStatus = 3,
    RCSubscribeTypeFriendUserProfile = 4,
} RCSubscribeType;

typedef RC_ENUM(RCSubscribeOperationType) {
    RCSubscribeOperationTypeSubscribe = 0,
    RCSubscribeOperationTypeUnsubscribe = 1,
} RCSubscribeOperationType;

#undef RC_ENUM
