import MartletCRongCloud
let a: RCErrorCode = .SUCCESS
