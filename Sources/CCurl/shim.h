// libcurl, and functions for those of its calls that have a variable number of arguments.
#pragma once
#include <curl/curl.h>

static inline CURLcode martlet_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode martlet_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode martlet_curl_unset(CURL *transfer, CURLoption option) {
    return curl_easy_setopt(transfer, option, NULL);
}

static inline CURLcode martlet_curl_set_headers(CURL *transfer, struct curl_slist *headers) {
    return curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
}

// libcurl does not copy the body: it must live as long as the transfer.
static inline CURLcode martlet_curl_set_body(CURL *transfer, const void *bytes, size_t count) {
    CURLcode failure = curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return failure ? failure : curl_easy_setopt(transfer, CURLOPT_POSTFIELDS, bytes);
}

static inline CURLcode martlet_curl_set_error_buffer(CURL *transfer, char *buffer) {
    return curl_easy_setopt(transfer, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode martlet_curl_on_body(CURL *transfer, curl_write_callback callback, void *argument) {
    CURLcode failure = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, callback);
    return failure ? failure : curl_easy_setopt(transfer, CURLOPT_WRITEDATA, argument);
}

static inline CURLcode martlet_curl_on_socket(CURL *transfer, curl_opensocket_callback callback, void *argument) {
    CURLcode failure = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, callback);
    return failure ? failure : curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, argument);
}

static inline long martlet_curl_status(CURL *transfer) {
    long status = 0;
    curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// 0 if the answer has none.
static inline int64_t martlet_curl_retry_after_seconds(CURL *transfer) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(transfer, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}

// The last header of that name in the answer, good until the transfer is used again; NULL: there is none.
static inline const char *martlet_curl_header(CURL *transfer, const char *name) {
    struct curl_header *header;
    const CURLHcode failure = curl_easy_header(transfer, name, 0, CURLH_HEADER, -1, &header);
    return failure ? NULL : header->value;
}

static inline int64_t martlet_curl_microseconds(CURL *transfer) {
    curl_off_t total = 0;
    curl_easy_getinfo(transfer, CURLINFO_TOTAL_TIME_T, &total);
    return total;
}

static inline CURLMcode martlet_curl_limit(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode martlet_curl_on_sockets(CURLM *multi, curl_socket_callback callback, void *argument) {
    CURLMcode failure = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return failure ? failure : curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, argument);
}

static inline CURLMcode martlet_curl_on_timer(CURLM *multi, curl_multi_timer_callback callback, void *argument) {
    CURLMcode failure = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    return failure ? failure : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, argument);
}

// The transfer that a message says is done; its result is a union.
static inline CURLcode martlet_curl_result(const CURLMsg *message) { return message->data.result; }
