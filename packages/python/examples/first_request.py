# SHUTTERPOST_URL=https://photos.example.com SHUTTERPOST_KEY=shp_test_… python first_request.py
# With a test key: the photos are samples, and no one gets an email.
import os

from shutterpost import Shutterpost, ValidationError

shutterpost = Shutterpost(
    os.environ.get("SHUTTERPOST_URL", "http://localhost:3000"), os.environ.get("SHUTTERPOST_KEY", "")
)

request = shutterpost.photo_requests.create(
    instructions="Please photograph the damage to your car.",
    photo_slots=[
        {"instructions": "The whole car from the front"},
        {"instructions": "The damage up close"},
    ],
    external_id="claim-4711",
)
print(f"Send this to your customer: {request['request_url']}")

# Plays the customer.
submitted = shutterpost.test_helpers.submit_sample_photos(request["id"])
for photo in submitted["items"]:
    file = shutterpost.download_photo(photo)
    print(f"{photo['slot_instructions']}: {len(file)} bytes")

for each in shutterpost.photo_requests.list(external_id="claim-4711"):
    print(f"{each['id']} is {each['status']}")

try:
    shutterpost.photo_requests.create(instructions="")
except ValidationError as error:
    print(f"Refused: {' '.join(error.details['instructions'])}")
