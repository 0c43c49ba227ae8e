"""Uses the client that openapi-generator generates for Python, as an integrator's program would."""

import os
from uuid import UUID

from openapi_client import AlertsApi, ApiClient, AuthenticationApi, Configuration
from openapi_client.exceptions import NotFoundException
from openapi_client.models import AlertStatus, Credentials, ErrorBody, ErrorCode

configuration = Configuration(host=os.environ["GUARD_URL"])
client = ApiClient(configuration)
credentials = Credentials(email=os.environ["GUARD_EMAIL"], password=os.environ["GUARD_PASSWORD"])
signed_in = AuthenticationApi(client).login(credentials)
configuration.access_token = signed_in.token
print(f"signed in as {signed_in.user.name}, {signed_in.user.role.value}")

alerts = AlertsApi(client)
active = None
pages = 0
cursor = None
while pages == 0 or cursor is not None:
    page = alerts.list_alerts(limit=50, cursor=cursor)
    if cursor is None:
        with open(os.environ["GUARD_PAGE"], "w") as file:
            file.write(page.to_json())
    active = next((alert for alert in page.data if alert.status == AlertStatus.ALERT_ACTIVE), active)
    pages += 1
    cursor = page.meta.next_cursor
assert pages > 1 and active is not None

acknowledged = alerts.acknowledge_alert(active.id)
assert acknowledged.acknowledged_by == signed_in.user.id
print(f"acknowledged {acknowledged.id}")
try:
    alerts.get_alert(UUID("01990000-0000-7000-8000-000000000000"))
    raise AssertionError("An unknown alert is no error.")
except NotFoundException as error:
    assert ErrorBody.from_json(error.body).code == ErrorCode.NOT_FOUND
