// What the facades need of Objective-C's runtime.
#pragma once
typedef _Bool BOOL;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef long NSInteger;
typedef unsigned long NSUInteger;

@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (nonnull instancetype)init;
- (BOOL)isEqual:(nullable id)object;
@property (readonly) NSInteger hash;
@end
