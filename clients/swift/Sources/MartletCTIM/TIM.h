// The numbers and keys that applications written for TIM name. In C, so that Objective-C has them by these names, and
// Swift by those that Apple's importer makes of them.
#pragma once

#define TIM_ENUM(name) enum __attribute__((enum_extensibility(open))) name : long

typedef TIM_ENUM(TIMFriendStatus) {
    TIM_FRIEND_STATUS_SUCC = 0,
    TIM_ADD_FRIEND_STATUS_SELF_FRIEND_FULL = 30010,
    TIM_ADD_FRIEND_STATUS_THEIR_FRIEND_FULL = 30014,
    TIM_ADD_FRIEND_STATUS_IN_SELF_BLACK_LIST = 30515,
    TIM_ADD_FRIEND_STATUS_FRIEND_SIDE_FORBID_ADD = 30516,
    TIM_ADD_FRIEND_STATUS_IN_OTHER_SIDE_BLACK_LIST = 30525,
    TIM_ADD_FRIEND_STATUS_PENDING = 30539,
    TIM_RESPONSE_FRIEND_STATUS_NO_REQ = 30614,
    TIM_DEL_FRIEND_STATUS_NO_FRIEND = 31704,
} TIMFriendStatus;

typedef TIM_ENUM(TIMFriendAllowType) {
    TIM_FRIEND_ALLOW_ANY = 0,
    TIM_FRIEND_NEED_CONFIRM = 1,
    TIM_FRIEND_DENY_ANY = 2,
} TIMFriendAllowType;

typedef TIM_ENUM(TIMGender) {
    TIM_GENDER_UNKNOWN = 0,
    TIM_GENDER_MALE = 1,
    TIM_GENDER_FEMALE = 2,
} TIMGender;

typedef TIM_ENUM(TIMDelFriendType) {
    TIM_FRIEND_DEL_SINGLE = 1,
    TIM_FRIEND_DEL_BOTH = 2,
} TIMDelFriendType;

typedef TIM_ENUM(TIMFriendResponseType) {
    TIM_FRIEND_RESPONSE_AGREE = 0,
    TIM_FRIEND_RESPONSE_AGREE_AND_ADD = 1,
    TIM_FRIEND_RESPONSE_REJECT = 2,
} TIMFriendResponseType;

typedef TIM_ENUM(TIMFriendCheckType) {
    TIM_FRIEND_CHECK_TYPE_UNIDIRECTION = 1,
    TIM_FRIEND_CHECK_TYPE_BIDIRECTION = 2,
} TIMFriendCheckType;

typedef TIM_ENUM(TIMFriendRelationType) {
    TIM_FRIEND_RELATION_TYPE_NONE = 0,
    TIM_FRIEND_RELATION_TYPE_MY_UNI = 1,
    TIM_FRIEND_RELATION_TYPE_OTHER_UNI = 2,
    TIM_FRIEND_RELATION_TYPE_BOTHWAY = 3,
} TIMFriendRelationType;

typedef TIM_ENUM(TIMPendencyGetType) {
    TIM_PENDENCY_GET_COME_IN = 1,
    TIM_PENDENCY_GET_SEND_OUT = 2,
    TIM_PENDENCY_GET_BOTH = 3,
} TIMPendencyGetType;

typedef TIM_ENUM(TIM_SNS_SYSTEM_TYPE) {
    TIM_SNS_SYSTEM_ADD_FRIEND = 1,
    TIM_SNS_SYSTEM_DEL_FRIEND = 2,
    TIM_SNS_SYSTEM_ADD_FRIEND_REQ = 3,
    TIM_SNS_SYSTEM_DEL_FRIEND_REQ = 4,
} TIM_SNS_SYSTEM_TYPE;

typedef TIM_ENUM(TIM_PROFILE_SYSTEM_TYPE) {
    TIM_PROFILE_SYSTEM_FRIEND_PROFILE_CHANGE = 1,
} TIM_PROFILE_SYSTEM_TYPE;

#undef TIM_ENUM

// The values are the names that the gateway has for these fields. Swift without Objective-C has them in Keys.swift.
#ifdef __OBJC__
@import Foundation;

static NSString *const TIMProfileTypeKey_Nick = @"nickname";
static NSString *const TIMProfileTypeKey_FaceUrl = @"faceUrl";
static NSString *const TIMProfileTypeKey_AllowType = @"allowType";
static NSString *const TIMProfileTypeKey_Gender = @"gender";
static NSString *const TIMProfileTypeKey_Birthday = @"birthday";
static NSString *const TIMProfileTypeKey_Location = @"location";
static NSString *const TIMProfileTypeKey_Language = @"language";
static NSString *const TIMProfileTypeKey_Level = @"level";
static NSString *const TIMProfileTypeKey_Role = @"role";
static NSString *const TIMProfileTypeKey_SelfSignature = @"selfSignature";
static NSString *const TIMProfileTypeKey_Custom_Prefix = @"Tag_Profile_Custom_";
static NSString *const TIMFriendTypeKey_Remark = @"remark";
static NSString *const TIMFriendTypeKey_Group = @"groups";
static NSString *const TIMFriendTypeKey_Custom_Prefix = @"Tag_SNS_Custom_";
#endif
