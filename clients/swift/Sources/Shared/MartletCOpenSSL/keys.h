// Public keys from their numbers. In C, because OpenSSL keeps the pointers to the parameters' names, which are macros.
#pragma once
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

// NULL if the numbers make no key of the type.
static inline EVP_PKEY *martlet_public_key(const char *type, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1) {
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

static inline EVP_PKEY *martlet_rsa_public_key(
    const uint8_t *modulus, size_t modulus_size, const uint8_t *exponent, size_t exponent_size) {
    BIGNUM *n = BN_bin2bn(modulus, (int)modulus_size, NULL);
    BIGNUM *e = BN_bin2bn(exponent, (int)exponent_size, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    if (n && e && builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e)) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
    }
    EVP_PKEY *key = parameters ? martlet_public_key("RSA", parameters) : NULL;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(e);
    BN_free(n);
    return key;
}

// The point as SEC 1 section 2.3.3 has it: 4 and both coordinates.
static inline EVP_PKEY *martlet_p256_public_key(const uint8_t point[65]) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"P-256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, 65),
        OSSL_PARAM_construct_end(),
    };
    return martlet_public_key("EC", parameters);
}
