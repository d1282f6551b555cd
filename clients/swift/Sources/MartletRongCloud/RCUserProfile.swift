import Foundation
import MartletClient

/// A hosted profile. Only what was set since it was made or read is written by `updateMyUserProfile`; nil and an empty
/// text clear a field then.
#if canImport(ObjectiveC)
@objc(RCUserProfile) @objcMembers
#endif
public final class RCUserProfile: NSObject, @unchecked Sendable {
    public let userId: String?
    public var name: String? { didSet { changes["name"] = JSON(name ?? "") } }
    public var portraitUri: String? { didSet { changes["portraitUri"] = JSON(portraitUri ?? "") } }
    /// Only a backend sets it: written by a client it is refused.
    public var uniqueId: String? { didSet { changes["uniqueId"] = JSON(uniqueId ?? "") } }
    public var email: String? { didSet { changes["email"] = JSON(email ?? "") } }
    public var birthday: String? { didSet { changes["birthday"] = JSON(birthday ?? "") } }
    public var gender = RCUserGender.unknown { didSet { changes["gender"] = JSON(gender.rawValue) } }
    public var location: String? { didSet { changes["location"] = JSON(location ?? "") } }
    public var role: UInt = 0 { didSet { changes["role"] = JSON(Int(clamping: role)) } }
    public var level: UInt = 0 { didSet { changes["level"] = JSON(Int(clamping: level)) } }
    public var userExtProfile: [String: String]? {
        didSet {
            changes["userExtProfile"] = (userExtProfile ?? [:]).reduce(into: [:]) { $0[$1.key] = JSON($1.value) }
        }
    }

    /// What `userProfile.update` is asked for.
    private(set) var changes: JSON = [:]

    public override init() {
        userId = nil
    }

    init(_ profile: HostedProfile) {
        userId = profile.userId
        name = profile.name
        portraitUri = profile.portraitUri
        uniqueId = profile.uniqueId
        email = profile.email
        birthday = profile.birthday
        gender = RCUserGender(rawValue: profile.gender ?? 0) ?? .unknown
        location = profile.location
        role = UInt(clamping: profile.role ?? 0)
        level = UInt(clamping: profile.level ?? 0)
        userExtProfile = profile.userExtProfile
    }
}

extension RCCoreClient {
    /// - Parameter error: with the properties at fault, as for `RC_SERVICE_INFORMATION_AUDIT_FAILED`
    #if canImport(ObjectiveC)
    @objc(updateMyUserProfile:success:error:)
    #endif
    public func updateMyUserProfile(
        _ profile: RCUserProfile, success: (@Sendable () -> Void)?,
        error: (@Sendable (RCErrorCode, [String]?) -> Void)? = nil
    ) {
        ask("userProfile.update", profile.changes, read: { _ in true }) { _ in
            success?()
        } error: { code, keys in
            error?(code, keys)
        }
    }

    #if canImport(ObjectiveC)
    @objc(updateMyUserProfile:successBlock:errorBlock:)
    #endif
    public func updateMyUserProfile(
        _ profile: RCUserProfile, successBlock: @escaping @Sendable () -> Void,
        errorBlock: (@Sendable (RCErrorCode, [String]?) -> Void)? = nil
    ) {
        updateMyUserProfile(profile, success: successBlock, error: errorBlock)
    }

    #if canImport(ObjectiveC)
    @objc(getMyUserProfile:error:)
    #endif
    public func getMyUserProfile(
        _ success: (@Sendable (RCUserProfile) -> Void)?, error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        ask("userProfile.getMine", [:], read: { RCUserProfile(try UserProfileGetMineResult(json: $0).profile) }) {
            success?($0)
        } error: { code, _ in
            error?(code)
        }
    }

    @_disfavoredOverload
    public func getMyUserProfile(
        success: (@Sendable (RCUserProfile) -> Void)?, error: (@Sendable (RCErrorCode) -> Void)?
    ) {
        getMyUserProfile(success, error: error)
    }

    /// - Parameter userIds: up to 20
    #if canImport(ObjectiveC)
    @objc(getUserProfiles:success:error:)
    #endif
    public func getUserProfiles(
        _ userIds: [String], success: (@Sendable ([RCUserProfile]) -> Void)?,
        error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        let data: JSON = ["userIds": JSON(userIds.map { JSON($0) })]
        ask("userProfile.get", data, read: { try UserProfileGetResult(json: $0).profiles.map { RCUserProfile($0) } }) {
            success?($0)
        } error: { code, _ in
            error?(code)
        }
    }

    #if canImport(ObjectiveC)
    @objc(updateMyUserProfileVisibility:success:error:)
    #endif
    public func updateMyUserProfileVisibility(
        _ visibility: RCUserProfileVisibility, success: (@Sendable () -> Void)?,
        error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        let data: JSON = ["visibility": JSON(visibility.rawValue)]
        ask("userProfile.setVisibility", data, read: { _ in true }) { _ in
            success?()
        } error: { code, _ in
            error?(code)
        }
    }

    #if canImport(ObjectiveC)
    @objc(getMyUserProfileVisibility:error:)
    #endif
    public func getMyUserProfileVisibility(
        _ success: (@Sendable (RCUserProfileVisibility) -> Void)?, error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        ask("userProfile.getVisibility", [:], read: { try UserProfileGetVisibilityResult(json: $0).visibility }) {
            success?(RCUserProfileVisibility(rawValue: $0) ?? .notSet)
        } error: { code, _ in
            error?(code)
        }
    }

    @_disfavoredOverload
    public func getMyUserProfileVisibility(
        success: (@Sendable (RCUserProfileVisibility) -> Void)?, error: (@Sendable (RCErrorCode) -> Void)?
    ) {
        getMyUserProfileVisibility(success, error: error)
    }

    #if canImport(ObjectiveC)
    @objc(searchUserProfileByUniqueId:success:error:)
    #endif
    public func searchUserProfile(
        byUniqueId uniqueId: String, success: (@Sendable (RCUserProfile) -> Void)?,
        error: (@Sendable (RCErrorCode) -> Void)? = nil
    ) {
        let data: JSON = ["uniqueId": JSON(uniqueId)]
        ask("userProfile.search", data, read: { RCUserProfile(try UserProfileSearchResult(json: $0).profile) }) {
            success?($0)
        } error: { code, _ in
            error?(code)
        }
    }
}
