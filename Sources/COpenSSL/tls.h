// TLS macros of OpenSSL as functions.
#pragma once
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline void martlet_ssl_set_minimum_version(SSL_CTX *context, int version) {
    SSL_CTX_set_min_proto_version(context, version);
}

static inline void martlet_ssl_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }

static inline uint64_t martlet_ssl_options_hardened(void) {
    return SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
        | SSL_OP_IGNORE_UNEXPECTED_EOF;
}

static inline uint64_t martlet_ssl_option_no_ticket(void) { return SSL_OP_NO_TICKET; }

static inline void martlet_ssl_disable_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline long martlet_ssl_get_ticket_keys(SSL_CTX *context, void *keys, size_t size) {
    return SSL_CTX_get_tlsext_ticket_keys(context, keys, size);
}

static inline long martlet_ssl_set_ticket_keys(SSL_CTX *context, void *keys, size_t size) {
    return SSL_CTX_set_tlsext_ticket_keys(context, keys, size);
}

static inline void martlet_ssl_set_servername_callback(SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

static inline int martlet_ssl_set_client_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}

// The subjectAltName of a certificate.
static inline GENERAL_NAMES *martlet_x509_names(X509 *certificate) {
    return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline void martlet_x509_names_free(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }
static inline int martlet_x509_name_count(GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }

static inline const char *martlet_x509_dns_name(GENERAL_NAMES *names, int index) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    return name->type == GEN_DNS ? (const char *)ASN1_STRING_get0_data(name->d.dNSName) : NULL;
}
