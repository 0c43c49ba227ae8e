import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isValid,
  type Operation,
  type OperationRequest,
  operations,
} from '../support/contract/operations.ts';
import {
  type KnownRequestValues,
  mutatedRequests,
  sendRequest,
  validRequests,
} from '../support/contract/requests.ts';
import { createTargets, type Targets } from '../support/contract/targets.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startMail, type TestMail } from '../support/mail.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';
import { startIssuer, type TestIssuer } from '../support/sso/test-issuer.ts';

/**
 * The document and the service agree on which requests are valid, for every operation. That every answer is one that
 * the document describes, each call checks.
 */

let guard: TestGuard;
let mail: TestMail;
let issuer: TestIssuer;
let targets: Targets;
beforeAll(async () => {
  guard = await startGuard({ settings: { mailFrom: 'guard@example.com' } });
  mail = await startMail(guard);
  issuer = await startIssuer(() => guard.clock.now);
  targets = await createTargets(guard, mail, issuer);
});
afterAll(async () => {
  await issuer.stop();
  await mail.stop();
  await guard.stop();
});

/**
 * The only messages that may refuse with 422 what the document calls valid. They are about what no schema can say, or
 * none that generators of clients can read: that something must exist, fit what is stored, be of the future, or be alone.
 */
const BEYOND_SCHEMAS = [
  /^The cursor was not issued for this list\.$/,
  /^The tenant_id field must be the tenant of what the path names\.$/,
  /^The name field must not be Guard, which is the name of the service\.$/,
  /^The (site_id|site_ids\.\d+) field must be an existing site\.$/,
  /^The (zone_id|device_id) field must be a (zone|device) of the site\.$/,
  /^The device_id field must be (an existing device|null where the site_id field is given)\.$/,
  /^The expires_at field must be in the future\.$/,
  /^Sites are assigned to operators and viewers only\.$/,
  /^The url field must be an https URL of a public host, without a user or password(, or here http:\/\/localhost with a port)?\.$/,
  /^The url field must be without U\+[0-9A-F]{4,6}, which nobody sees\.$/,
  /^The url field must not have more than 2000 characters as Guard uses it\.$/,
  /^The timezone field must be an IANA time zone\.$/,
  /^The occurred_at field must be from 30 days ago to 5 minutes ahead\.$/,
  /^The since field must be within the last 7 days\.$/,
  /^The metadata field must not be larger than 2048 bytes as JSON\.$/,
  /^The (escalation\.)?(info|low|medium|high|critical) field must rise from step to step\.$/,
  /^The (status|last_seen_at) field must not be sent of a device that is watched\.$/,
  /^The current_password field is (required to change your own|not your current) password\.$/,
  /^The password field is required while password login is enabled\.$/,
  /^The email_domains\.\d+ field must be a domain, such as acme\.example\.$/,
  /^The issuer field must be the https URL of a public host in normal form, without user, query and fragment(, or here http:\/\/localhost with a port)?\.$/,
  /^The trusts_email field needs a verified domain: verify one first\.$/,
  /^The redirect_uri field must be the URL of the console, or one that the service allows\.$/,
  /^The otp field is not a current code(, or was used)?\.$/,
];

/** The codes of 422 that name no field: they say the same of every value. */
const WITHOUT_FIELD = ['link_not_valid', 'sso_not_available', 'sso_code_not_valid'];

function isBeyondSchemas({ body }: Answer): boolean {
  if (!body.errors) return WITHOUT_FIELD.includes(body.code);
  const messages: string[] = Object.values<string[]>(body.errors).flat();
  return messages.every((message) => BEYOND_SCHEMAS.some((pattern) => pattern.test(message)));
}

/** The worst status of a response: one with results has a status for each part of the request. */
function worstStatusOf({ status, body }: Answer): number {
  const results: { status: number }[] = status < 400 && Array.isArray(body?.results) ? body.results : [];
  return Math.max(status, ...results.map((result) => result.status));
}

/** Holds the service's verdict on a request against the document's. */
async function compare(
  operation: Operation,
  request: OperationRequest,
): Promise<{ isValid: boolean; status: number }> {
  const answer = await sendRequest(guard, operation, request, await targets.tokenFor(operation));
  const { text } = answer;
  const isAllowed = isValid(operation, request);
  const status = isAllowed ? answer.status : worstStatusOf(answer);
  const verdict = { isValid: isAllowed, status };
  expect(status, text).toBeLessThan(500);
  if (!verdict.isValid) expect(status, `forbidden by the document: ${text}`).toBeGreaterThanOrEqual(400);
  else if (status === 422) expect(isBeyondSchemas(answer), `allowed by the document: ${text}`).toBe(true);
  else expect(status, `allowed by the document: ${text}`).not.toBe(400);
  return verdict;
}

const VALID_REQUESTS = repetitions({ few: 2, many: 50 });
const MUTATED_REQUESTS = repetitions({ few: 1, many: 30 });

/** Chance may take a while to find what a property is about: a few requests more cost less than many for each. */
async function assertUntil(
  isFound: () => boolean,
  property: fc.IAsyncProperty<[OperationRequest]>,
  numRuns: number,
): Promise<void> {
  for (let batch = 0; batch === 0 || (batch < 60 && !isFound()); batch++) {
    await fc.assert(property, { numRuns });
  }
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const takesInput = operation.parameters.length > 0 || operation.body;
  let known: KnownRequestValues;
  beforeAll(async () => {
    known = await targets.createFor(operation);
  });

  test(`Every request of ${operation.id} that the OpenAPI document allows is accepted`, async () => {
    const verdicts: { isValid: boolean; status: number }[] = [];
    const requests = validRequests(operation, known);
    const succeeded = () => verdicts.some(({ status }) => status < 300);
    const property = fc.asyncProperty(requests, async (request) => {
      verdicts.push(await compare(operation, request));
    });
    await assertUntil(succeeded, property, takesInput ? VALID_REQUESTS : 2);
    expect(verdicts.every((verdict) => verdict.isValid)).toBe(true);
    expect(succeeded()).toBe(true);
  });

  test.runIf(takesInput)(
    `No request of ${operation.id} that the OpenAPI document forbids is accepted`,
    async () => {
      for (const requests of mutatedRequests(operation, known)) {
        let invalid = 0;
        const property = fc.asyncProperty(requests, async (request) => {
          const verdict = await compare(operation, request);
          if (!verdict.isValid) invalid += 1;
        });
        await assertUntil(() => invalid > 0, property, MUTATED_REQUESTS);
        expect(invalid).toBeGreaterThan(0);
      }
    },
  );
});
