// The classes of Foundation to which Swift's values are bridged.
#pragma once
@import ObjectiveC;

@interface NSString : NSObject
@end

@interface NSArray<Element> : NSObject
@end

@interface NSDictionary<Key, Value> : NSObject
@end

@interface NSData : NSObject
@end

@interface NSDate : NSObject
@end
