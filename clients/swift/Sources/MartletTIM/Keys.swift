#if !canImport(ObjectiveC)
// As TIM.h has them for Objective-C.
public let TIMProfileTypeKey_Nick = "nickname"
public let TIMProfileTypeKey_FaceUrl = "faceUrl"
public let TIMProfileTypeKey_AllowType = "allowType"
public let TIMProfileTypeKey_Gender = "gender"
public let TIMProfileTypeKey_Birthday = "birthday"
public let TIMProfileTypeKey_Location = "location"
public let TIMProfileTypeKey_Language = "language"
public let TIMProfileTypeKey_Level = "level"
public let TIMProfileTypeKey_Role = "role"
public let TIMProfileTypeKey_SelfSignature = "selfSignature"
public let TIMProfileTypeKey_Custom_Prefix = "Tag_Profile_Custom_"
public let TIMFriendTypeKey_Remark = "remark"
public let TIMFriendTypeKey_Group = "groups"
public let TIMFriendTypeKey_Custom_Prefix = "Tag_SNS_Custom_"
#endif
