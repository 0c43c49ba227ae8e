"""What Schemathesis must know about Guard, beside its OpenAPI document."""

import json
import os
import re
import urllib.request
import uuid
from pathlib import Path

import schemathesis
from schemathesis.checks import CHECKS

BASE_URL = os.environ["GUARD_URL"]
EMAIL = os.environ["GUARD_EMAIL"]
PASSWORD = os.environ["GUARD_PASSWORD"]

# These end the session that they are called with, so each call of theirs has one of its own.
ENDS_SESSION = ["logout", "refreshToken"]


def request(method, path, token=None, body=None):
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(BASE_URL + path, data=data, headers=headers, method=method)
    with urllib.request.urlopen(call) as answer:
        return json.load(answer)


def sign_in():
    return request("POST", "/api/v1/auth/login", body={"email": EMAIL, "password": PASSWORD})


class Session:
    def get(self, case, context):
        return sign_in()["token"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


schemathesis.auth().skip_for(operation_id=ENDS_SESSION)(Session)


@schemathesis.auth(refresh_interval=None).apply_to(operation_id=ENDS_SESSION)
class OwnSession(Session):
    pass


OWN_ID = sign_in()["user"]["id"]
NOBODY = "00000000-0000-7000-8000-000000000000"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Leaves the run's own account alone: another password would end its session. And asks for what the document says."""
    if case.method.upper() == "PATCH" and case.path_parameters.get("user_id") == OWN_ID:
        case.path_parameters["user_id"] = NOBODY
    # Guard repairs what these operations forbid, unless the request is strict.
    if case.method.upper() == "POST" and case.operation.path in ("/api/v1/reports", "/api/v1/alerts"):
        case.headers["Guard-Strict"] = "1"


def known_ids():
    token = sign_in()["token"]
    lists = {"site_id": "sites", "device_id": "devices", "user_id": "users", "key_id": "keys", "webhook_id": "webhooks", "alert_id": "alerts"}
    ids = {
        name: [item["id"] for item in request("GET", f"/api/v1/{path}", token)["data"]]
        for name, path in lists.items()
    }
    zones = [request("GET", f"/api/v1/sites/{site}/zones", token)["data"] for site in ids["site_id"]]
    return {**ids, "zone_id": [zone["id"] for site in zones for zone in site]}


KNOWN_IDS = known_ids()
VALID_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def known(name, value):
    """Every other valid id is one that exists: random ones would hardly ever meet anything but 404."""
    ids = KNOWN_IDS.get(name)
    if not ids or not isinstance(value, str) or not VALID_ID.fullmatch(value):
        return value
    number = int(value[-4:], 16)
    return ids[number // 2 % len(ids)] if number % 2 == 0 else value


@schemathesis.hook
def map_headers(context, headers):
    """Keys are told apart: one that was sent with another body is refused, which no schema can say."""
    key = (headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]([ -~]{0,62}[!-~])?", key):
        return headers
    return {**headers, "Idempotency-Key": str(uuid.uuid4())}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return {name: known(name, value) for name, value in (path_parameters or {}).items()}


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and "site_id" in body:
        return {**body, "site_id": known("site_id", body["site_id"])}
    return body


# What no schema can say: that something must exist, fit what is stored, be of the future, or be alone. Only these
# messages, and these codes of errors without fields, may refuse a request that the document calls valid.
LIST = Path(__file__).parent / "beyond-schemas.json"
BEYOND_SCHEMAS = json.loads(LIST.read_text())
MESSAGES = re.compile("|".join(f"(?:{message})" for message in BEYOND_SCHEMAS["messages"]))


def is_beyond_schemas(body):
    if "errors" not in body:
        return body["code"] in BEYOND_SCHEMAS["codes"]
    return all(MESSAGES.fullmatch(message) for messages in body["errors"].values() for message in messages)


positive_data_acceptance = CHECKS.get_one("positive_data_acceptance")


@schemathesis.check
def valid_requests_are_accepted(ctx, response, case):
    """positive_data_acceptance, but for what no schema can say."""
    if response.status_code == 422:
        if is_beyond_schemas(response.json()):
            return None
    return positive_data_acceptance(ctx, response, case)


negative_data_rejection = CHECKS.get_one("negative_data_rejection")


@schemathesis.check
def invalid_requests_are_refused(ctx, response, case):
    """negative_data_rejection, but an invalid event of a report or device of an import fails alone."""
    if response.status_code == 200 and case.operation.path in ("/api/v1/reports", "/api/v1/devices/import"):
        if any(result["status"] >= 400 for result in response.json()["results"]):
            return None
    # Where no body is needed, null is none: generated clients write it.
    if case.body is None and case.method.upper() == "POST" and response.status_code in (200, 201):
        return None
    return negative_data_rejection(ctx, response, case)
