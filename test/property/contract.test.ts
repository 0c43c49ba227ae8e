import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import beyondSchemas from '../support/contract/beyond-schemas.json' with { type: 'json' };
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
  guard = await startGuard({
    settings: { mailFrom: 'guard@example.com', smsFrom: 'Guard', smsCountries: 'DE' },
  });
  mail = await startMail(guard);
  issuer = await startIssuer(() => guard.clock.now);
  targets = await createTargets(guard, mail, issuer);
});
afterAll(async () => {
  await issuer.stop();
  await mail.stop();
  await guard.stop();
});

const MESSAGES = beyondSchemas.messages.map((message) => new RegExp(`^${message}$`));

/** Whether this 422 refuses what no schema can say; Schemathesis reads the same list. */
function isBeyondSchemas({ body }: Answer): boolean {
  if (!body.errors) return beyondSchemas.codes.includes(body.code);
  const messages: string[] = Object.values<string[]>(body.errors).flat();
  return messages.every((message) => MESSAGES.some((pattern) => pattern.test(message)));
}

/** The worst status of a response: one with results has a status for each part of the request. */
function worstStatusOf({ status, body }: Answer): number {
  const results: { status: number }[] = status < 400 && Array.isArray(body?.results) ? body.results : [];
  return Math.max(status, ...results.map((result) => result.status));
}

/** Guard repairs what these operations forbid, unless the request is strict. */
function strict({ parameters }: Operation, request: OperationRequest): OperationRequest {
  if (!parameters.some(({ name }) => name === 'Guard-Strict')) return request;
  return { ...request, parameters: { ...request.parameters, 'Guard-Strict': '1' } };
}

/** Holds the service's verdict on a request against the document's. */
async function compare(
  operation: Operation,
  request: OperationRequest,
): Promise<{ isValid: boolean; status: number }> {
  const answer = await sendRequest(
    guard,
    operation,
    strict(operation, request),
    await targets.tokenFor(operation),
  );
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

const VALID_REQUESTS = repetitions({ few: 2, many: 8 });
/** None in `npm test`: other tests send each operation what it must reject. */
const MUTATED_REQUESTS = repetitions({ few: 0, many: 5 });

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

  test.runIf(takesInput && MUTATED_REQUESTS > 0)(
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
