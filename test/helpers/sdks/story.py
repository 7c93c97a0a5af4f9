"""The same story in every language; what is expected of it stands in test/process/sdk-languages.test.ts."""

import json
import sys

from shutterpost import Shutterpost, ShutterpostError, verify_return, verify_webhook

with open(sys.argv[1]) as file:
    given = json.load(file)
direct = Shutterpost(given["url"], given["apiKey"])
failing = Shutterpost(given["proxyUrl"], given["apiKey"])


def failure(call):
    try:
        return call()
    except Exception as error:
        return error


def name_of(call):
    result = failure(call)
    return type(result).__name__ if isinstance(result, Exception) else result


created = failing.photo_requests.create(instructions="Once", external_id=given["externalId"])
found = [each["id"] for each in failing.photo_requests.list(external_id=given["externalId"])]

canceled = failing.photo_requests.create(instructions="Cancel me")
lost = name_of(lambda: failing.photo_requests.cancel(canceled["id"]))
status = failing.photo_requests.get(canceled["id"])["status"]

later = failure(lambda: failing.service.ping())
refused = failure(lambda: direct.photo_requests.create(instructions="x", expires_in_hours=0))
assert isinstance(later, ShutterpostError) and isinstance(refused, ShutterpostError)

for name in ("One", "Two", "Three"):
    template = direct.templates.create(name=name, instructions="Photograph it.", metadata={"a": "b"})
before = direct.templates.get(template["id"])["metadata"]
after = direct.templates.update(template["id"], metadata={}, expires_in_hours=None)["metadata"]
pages = direct.templates.list(limit=2, is_archived=False)

with open(given["picture"], "rb") as file:
    image = direct.slot_images.create(file.read(), "image/jpeg", purpose="example")
submitted = direct.test_helpers.submit_sample_photos(direct.photo_requests.create(instructions="x")["id"])
first, second = submitted["items"][:2]

print(
    json.dumps(
        {
            "isCreatedOnce": found == [created["id"]],
            "lost": lost,
            "status": status,
            "later": [type(later).__name__, later.retry_after],
            "refused": [
                type(refused).__name__,
                refused.status,
                refused.code,
                list(refused.details),
                (refused.request_id or "")[:4],
                (refused.doc_url or "")[:4],
            ],
            "wrong_key": name_of(lambda: Shutterpost(given["url"], "shp_test_wrong").service.ping()),
            "missing": name_of(lambda: direct.photo_requests.get("req_none/../x")),
            "names": [each["name"] for each in pages.to_list(3)],
            "one": len(pages.to_list(1)),
            "hasMore": pages.page()["meta"]["has_more"],
            "metadata": [before, after],
            "purpose": image["purpose"],
            "zip": direct.photo_requests.download_photos(submitted["id"]).read()[:2].decode(),
            "pdf": direct.photo_requests.download_report(submitted["id"]).read()[:4].decode(),
            "photo": len(direct.download_photo(first)) > 0,
            "exchanged": name_of(
                lambda: direct.download_photo({"url": first["url"], "sha256": second["sha256"]})
            ),
            "webhooks": [
                name_of(lambda: verify_webhook(each["body"], each["headers"], each["secrets"])["id"])
                for each in given["webhooks"]
            ],
            "returns": [
                name_of(lambda: verify_return(each["url"], each["secrets"]).photo_request_id)
                for each in given["returns"]
            ],
        }
    )
)
