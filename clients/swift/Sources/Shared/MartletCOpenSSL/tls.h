// TLS macros of OpenSSL as functions.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static inline void martlet_ssl_set_client_hello_callback(SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_client_hello_cb(context, callback, argument);
}

// RFC 8737 section 4: the protocol in which an ACME server asks whether a name leads here.
#define MARTLET_VALIDATION "\x0a" "acme-tls/1"

// Within the callback above. Whether the client offers that protocol, and no other.
static inline int martlet_ssl_asks_for_validation(SSL *session) {
    const unsigned char *bytes;
    size_t size;
    const unsigned int type = TLSEXT_TYPE_application_layer_protocol_negotiation;
    if (SSL_client_hello_get0_ext(session, type, &bytes, &size) != 1) return 0;
    const size_t expected = sizeof MARTLET_VALIDATION - 1;
    return size == expected + 2 && bytes[0] == 0 && bytes[1] == expected && memcmp(bytes + 2, MARTLET_VALIDATION, expected) == 0;
}

// Likewise: the name in the hello, of which OpenSSL knows nothing yet (RFC 6066 section 3). 1: there is one, and it fits.
static inline int martlet_ssl_name_in_hello(SSL *session, char *name, size_t room) {
    const unsigned char *bytes;
    size_t size;
    if (SSL_client_hello_get0_ext(session, TLSEXT_TYPE_server_name, &bytes, &size) != 1 || size < 5) return 0;
    const size_t list = (size_t)bytes[0] << 8 | bytes[1], length = (size_t)bytes[3] << 8 | bytes[4];
    if (list != size - 2 || bytes[2] != TLSEXT_NAMETYPE_host_name || length != size - 5) return 0;
    if (length == 0 || length >= room || memchr(bytes + 5, 0, length)) return 0;
    memcpy(name, bytes + 5, length);
    name[length] = 0;
    return 1;
}

static inline int martlet_ssl_choose_validation(
    SSL *session, const unsigned char **chosen, unsigned char *size, const unsigned char *offered, unsigned int room,
    void *argument) {
    (void)session, (void)argument;
    if (room < sizeof MARTLET_VALIDATION - 1 || memcmp(offered, MARTLET_VALIDATION, sizeof MARTLET_VALIDATION - 1) != 0)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = offered + 1;
    *size = offered[0];
    return SSL_TLSEXT_ERR_OK;
}

static inline void martlet_ssl_answer_validation(SSL_CTX *context) {
    SSL_CTX_set_alpn_select_cb(context, martlet_ssl_choose_validation, NULL);
}

// Whether the handshake was for that alone: no other protocol is ever chosen.
static inline int martlet_ssl_was_validation(const SSL *session) {
    const unsigned char *protocol;
    unsigned int size;
    SSL_get0_alpn_selected(session, &protocol, &size);
    return size > 0;
}

static inline int martlet_ssl_set_client_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}

// A file that can be read without waiting for anybody: no FIFO, no device. NULL: see errno; 0 if it is no regular file.
static inline BIO *martlet_open_regular(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return NULL;
    struct stat status;
    errno = 0;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        FILE *file = fdopen(descriptor, "r");
        if (file) return BIO_new_fp(file, BIO_CLOSE);
    }
    int reason = errno;
    close(descriptor);
    errno = reason;
    return NULL;
}

// As SSL_CTX_use_certificate_chain_file: the certificate, then those that vouch for it. 1: well.
static inline int martlet_ssl_use_certificate_chain(SSL_CTX *context, BIO *file) {
    X509 *certificate = PEM_read_bio_X509_AUX(file, NULL, NULL, NULL);
    int done = certificate && SSL_CTX_use_certificate(context, certificate) == 1;
    X509_free(certificate);
    while (done && (certificate = PEM_read_bio_X509(file, NULL, NULL, NULL))) {
        done = SSL_CTX_add1_chain_cert(context, certificate) == 1;
        X509_free(certificate);
    }
    unsigned long end = ERR_peek_last_error();
    if (!done || ERR_GET_LIB(end) != ERR_LIB_PEM || ERR_GET_REASON(end) != PEM_R_NO_START_LINE) return 0;
    ERR_clear_error();
    return 1;
}

// Nobody is there to be asked for a password.
static inline int martlet_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

static inline int martlet_ssl_use_private_key(SSL_CTX *context, BIO *file) {
    EVP_PKEY *key = PEM_read_bio_PrivateKey(file, NULL, martlet_no_password, NULL);
    int done = key && SSL_CTX_use_PrivateKey(context, key) == 1;
    EVP_PKEY_free(key);
    return done;
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
