// Requests for certificates, and self-signed certificates that prove a name to an ACME server. In C, because OpenSSL's lists are
// macros. `names` is `DNS:one.example,DNS:two.example`.
#pragma once
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

// A request in which the key asks for the names (RFC 2986). NULL if there is no memory, or the names are none.
static inline X509_REQ *martlet_certificate_request(EVP_PKEY *key, const char *names) {
    X509_REQ *request = X509_REQ_new();
    STACK_OF(X509_EXTENSION) *extensions = sk_X509_EXTENSION_new_null();
    X509_EXTENSION *alternatives = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, names);
    int done = request && extensions && alternatives && sk_X509_EXTENSION_push(extensions, alternatives) > 0;
    if (!done) X509_EXTENSION_free(alternatives);
    done = done && X509_REQ_set_version(request, 0) == 1 && X509_REQ_set_pubkey(request, key) == 1
        && X509_REQ_add_extensions(request, extensions) == 1 && X509_REQ_sign(request, key, EVP_sha256()) > 0;
    sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
    if (done) return request;
    X509_REQ_free(request);
    return NULL;
}

// RFC 8737 section 3: critical, and its value is an OCTET STRING of the digest.
static inline X509_EXTENSION *martlet_acme_identifier(const uint8_t digest[32]) {
    uint8_t value[34] = {V_ASN1_OCTET_STRING, 32};
    memcpy(value + 2, digest, 32);
    ASN1_OBJECT *object = OBJ_txt2obj("1.3.6.1.5.5.7.1.31", 1);
    ASN1_OCTET_STRING *content = ASN1_OCTET_STRING_new();
    X509_EXTENSION *extension = NULL;
    if (object && content && ASN1_OCTET_STRING_set(content, value, sizeof value) == 1) {
        extension = X509_EXTENSION_create_by_OBJ(NULL, object, 1, content);
    }
    ASN1_OCTET_STRING_free(content);
    ASN1_OBJECT_free(object);
    return extension;
}

// A certificate for one name that an ACME server looks at, signed by its own key; good from an hour before `now` for a week.
static inline X509 *martlet_proving_certificate(EVP_PKEY *key, const char *name, const uint8_t digest[32], time_t now) {
    X509 *certificate = X509_new();
    X509_EXTENSION *alternative = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, name);
    X509_EXTENSION *identifier = martlet_acme_identifier(digest);
    X509_NAME *subject = certificate ? X509_get_subject_name(certificate) : NULL;
    int done = subject && alternative && identifier && X509_set_version(certificate, 2) == 1
        && ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1
        && X509_time_adj_ex(X509_getm_notBefore(certificate), 0, -3600, &now)
        && X509_time_adj_ex(X509_getm_notAfter(certificate), 7, 0, &now)
        && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, (const uint8_t *)"acme", -1, -1, 0) == 1
        && X509_set_issuer_name(certificate, subject) == 1 && X509_set_pubkey(certificate, key) == 1
        && X509_add_ext(certificate, alternative, -1) == 1 && X509_add_ext(certificate, identifier, -1) == 1
        && X509_sign(certificate, key, EVP_sha256()) > 0;
    X509_EXTENSION_free(alternative);
    X509_EXTENSION_free(identifier);
    if (done) return certificate;
    X509_free(certificate);
    return NULL;
}
