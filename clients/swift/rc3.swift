import MartletCRongCloud
let b: RCSubscribeType = .onlineStatus
let c: RCUserProfileVisibility = .friendVisible
print(RCErrorCode(rawValue: -1003)!.rawValue, b, c == .friendVisible)
