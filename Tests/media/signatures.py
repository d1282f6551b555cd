"""Signs each request of a file by botocore, and compares the result with what stands there."""

import datetime
import json
import sys
from urllib.parse import parse_qs, urlsplit

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def signed(case, signer, body=None, **options):
    credentials = Credentials(case["id"], case["secret"], case["token"] or None)
    request = AWSRequest(case["method"], case["url"], dict(case["headers"]), body)
    # Else botocore would leave the body of a request by TLS unsigned, and follow its other defaults.
    request.context["client_config"] = None
    request.context["payload_signing_enabled"] = True
    signer(credentials, "s3", case["region"], **options).add_auth(request)
    return request


def fields(url):
    return parse_qs(urlsplit(url).query, keep_blank_values=True, strict_parsing=True)


def differences(case):
    moment = datetime.datetime.fromtimestamp(case["time"], datetime.timezone.utc).replace(tzinfo=None)
    botocore.auth.get_current_datetime = lambda **options: moment
    theirs = fields(signed(case, botocore.auth.S3SigV4QueryAuth, expires=case["seconds"]).url)
    ours = fields(case["signedURL"])
    if ours != theirs:
        yield ours, theirs
    theirs = signed(case, botocore.auth.S3SigV4Auth, case["body"].encode() or None).headers["Authorization"]
    ours = dict(case["signedHeaders"])["authorization"]
    if ours != theirs:
        yield ours, theirs
    request = AWSRequest("POST", case["url"])
    request.context["timestamp"] = moment.strftime("%Y%m%dT%H%M%SZ")
    signer = botocore.auth.S3SigV4PostAuth(Credentials(case["id"], case["secret"]), "s3", case["region"])
    theirs = signer.signature(case["policy"], request)
    if case["policySignature"] != theirs:
        yield case["policySignature"], theirs


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)
    wrong = [(case, list(found)) for case in cases if (found := list(differences(case)))]
    for case, found in wrong[:3]:
        print(json.dumps(case, indent=1, ensure_ascii=False), *found, sep="\n")
    print(len(cases) - len(wrong), "agree")


main()
