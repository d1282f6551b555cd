// The classes of Foundation to which Swift's values are bridged, and others that the facades show.
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

typedef double NSTimeInterval;

@interface NSNumber : NSObject
@end

@interface NSError : NSObject
@end
