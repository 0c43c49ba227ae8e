// Uses the client that openapi-generator generates for TypeScript (typescript-fetch), as an integrator's program would.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import {
  type Alert,
  AlertPageToJSON,
  AlertStatus,
  AlertsApi,
  AuthenticationApi,
  Configuration,
  type ErrorBody,
  ErrorBodyFromJSON,
  ErrorCode,
  ReferenceApi,
  ResponseError,
} from './client/index';

const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000';
const {
  GUARD_URL: basePath = '',
  GUARD_EMAIL: email = '',
  GUARD_PASSWORD: password = '',
  GUARD_PAGE: file = '',
} = process.env;

async function main(): Promise<void> {
  const authentication = new AuthenticationApi(new Configuration({ basePath }));
  const { token, user } = await authentication.login({ credentials: { email, password } });
  console.log(`signed in as ${user.name}, ${user.role}`);

  const alerts = new AlertsApi(new Configuration({ basePath, accessToken: token }));
  const seen = new Map<string, Alert>();
  let pages = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await alerts.listAlerts({ limit: 50, ...(cursor ? { cursor } : {}) });
    assert.deepEqual([page.links.first, page.links.last], [null, null]);
    if (cursor === undefined) writeFileSync(file, JSON.stringify(AlertPageToJSON(page)));
    for (const alert of page.data) seen.set(alert.id, alert);
    pages += 1;
    cursor = page.meta.nextCursor;
  }
  assert(pages > 1 && seen.size > 50, 'The list has more than one page.');
  console.log(`read ${seen.size} alerts on ${pages} pages`);

  const active = [...seen.values()].find(({ status }) => status === AlertStatus.ALERT_ACTIVE);
  assert(active, 'An alert is active.');
  assert.equal(active.acknowledgedAt, null);
  const acknowledged = await alerts.acknowledgeAlert({ alertId: active.id });
  assert.equal(acknowledged.status, 'acknowledged');
  assert.equal(acknowledged.acknowledgedBy, user.id);
  assert(acknowledged.acknowledgedAt && acknowledged.acknowledgedAt > active.createdAt);
  console.log(`acknowledged ${acknowledged.id}`);

  const notFound = await errorOf(alerts.getAlert({ alertId: UNKNOWN_ID }));
  assert.equal(notFound.code, ErrorCode.NotFound);
  assert(notFound.requestId);
  const invalid = await errorOf(alerts.listAlerts({ cursor: 'nonsense' }));
  assert.equal(invalid.code, ErrorCode.ValidationFailed);
  const [message] = invalid.errors?.['cursor'] ?? [];
  assert(message);
  console.log(`read the errors ${notFound.code} and ${invalid.code}: ${message}`);

  const document = await new ReferenceApi(new Configuration({ basePath })).getOpenapiDocument();
  assert('openapi' in document);
  console.log(`read the document of OpenAPI ${document.openapi}`);
}

async function errorOf(call: Promise<unknown>): Promise<ErrorBody> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(failure instanceof ResponseError, 'The call fails.');
  return ErrorBodyFromJSON(await failure.response.json());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
