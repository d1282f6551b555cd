import MartletCRongCloud
let a: RCErrorCode = .RC_SUCCESS
