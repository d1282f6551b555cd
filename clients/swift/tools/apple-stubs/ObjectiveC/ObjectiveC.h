// What the facades need of Objective-C's runtime.
#pragma once
typedef signed char BOOL;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long NSInteger;

@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@end
