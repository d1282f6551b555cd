// The numbers that applications written for V2TIM name. In C, so that Objective-C has them by these names, and Swift by
// those that Apple's importer makes of them.
#pragma once

#define V2TIM_ENUM(name) enum __attribute__((enum_extensibility(open))) name : long

typedef V2TIM_ENUM(V2TIMReceiveMessageOpt) {
    V2TIM_RECEIVE_MESSAGE = 0,
    V2TIM_NOT_RECEIVE_MESSAGE = 1,
    V2TIM_RECEIVE_NOT_NOTIFY_MESSAGE = 2,
    V2TIM_RECEIVE_NOT_NOTIFY_MESSAGE_EXCEPT_AT = 3,
    V2TIM_NOT_RECEIVE_MESSAGE_EXCEPT_AT = 4,
} V2TIMReceiveMessageOpt;

typedef V2TIM_ENUM(V2TIMGroupAtType) {
    V2TIM_AT_ME = 1,
    V2TIM_AT_ALL = 2,
    V2TIM_AT_ALL_AT_ME = 3,
} V2TIMGroupAtType;

#undef V2TIM_ENUM
