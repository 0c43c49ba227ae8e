"""Uses the client that openapi-python-client generates, as an integrator's program would."""

import json
import os
from uuid import UUID

from guard_client import AuthenticatedClient, Client
from guard_client.api.alerts import acknowledge_alert, get_alert, list_alerts
from guard_client.api.authentication import login
from guard_client.api.reference import get_openapi_document
from guard_client.models import (
    Alert,
    AlertPage,
    AlertStatus,
    Credentials,
    ErrorBody,
    ErrorCode,
    OpenApiDocument,
    SignedIn,
)
from guard_client.types import UNSET

UNKNOWN_ID = UUID("01990000-0000-7000-8000-000000000000")
URL = os.environ["GUARD_URL"]

anyone = Client(base_url=URL)
credentials = Credentials(email=os.environ["GUARD_EMAIL"], password=os.environ["GUARD_PASSWORD"])
signed_in = login.sync(client=anyone, body=credentials)
assert isinstance(signed_in, SignedIn), signed_in
print(f"signed in as {signed_in.user.name}, {signed_in.user.role}")

client = AuthenticatedClient(base_url=URL, token=signed_in.token)
alerts = {}
pages = 0
cursor = UNSET
while cursor is not None:
    page = list_alerts.sync(client=client, limit=50, cursor=cursor)
    assert isinstance(page, AlertPage), page
    assert page.links.first is None and page.links.last is None
    if cursor is UNSET:
        with open(os.environ["GUARD_PAGE"], "w") as file:
            json.dump(page.to_dict(), file)
    alerts |= {alert.id: alert for alert in page.data}
    pages += 1
    cursor = page.meta.next_cursor
assert pages > 1 and len(alerts) > 50
print(f"read {len(alerts)} alerts on {pages} pages")

active = next(alert for alert in alerts.values() if alert.status == AlertStatus.ALERT_ACTIVE)
assert active.acknowledged_at is None
acknowledged = acknowledge_alert.sync(active.id, client=client)
assert isinstance(acknowledged, Alert), acknowledged
assert acknowledged.status == AlertStatus.ALERT_ACKNOWLEDGED
assert acknowledged.acknowledged_by == signed_in.user.id
assert acknowledged.acknowledged_at > active.created_at
print(f"acknowledged {acknowledged.id}")

not_found = get_alert.sync(UNKNOWN_ID, client=client)
assert isinstance(not_found, ErrorBody), not_found
assert not_found.code == ErrorCode.NOT_FOUND and not_found.request_id
invalid = list_alerts.sync(client=client, cursor="nonsense")
assert isinstance(invalid, ErrorBody), invalid
assert invalid.code == ErrorCode.VALIDATION_FAILED
[message] = invalid.errors["cursor"]
print(f"read the errors {not_found.code} and {invalid.code}: {message}")

document = get_openapi_document.sync(client=anyone)
assert isinstance(document, OpenApiDocument), document
print(f"read the document of OpenAPI {document['openapi']}")
