import { describe, expect, test } from 'vitest';
import { check, type Model } from '../../../../support/linearizability/check.ts';
import type { History } from '../../../../support/linearizability/history.ts';
import { alertModel } from '../../../../support/linearizability/models/alert.ts';
import { counterModel } from '../../../../support/linearizability/models/counter.ts';
import { dedupModel } from '../../../../support/linearizability/models/dedup-key.ts';
import { sessionModel } from '../../../../support/linearizability/models/sessions.ts';
import { siteModel } from '../../../../support/linearizability/models/site.ts';
import { uniqueModel } from '../../../../support/linearizability/models/unique-value.ts';

/** The times of the call and the response (`?`: unknown outcome), and whether something failed meanwhile. */
type Step<Input, Answer> = readonly [
  calledAt: number,
  answeredAt: number | '?',
  input: Input,
  answer?: Answer,
  disturbed?: 'disturbed',
];

function judge<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  ...steps: readonly Step<Input, Answer>[]
): boolean {
  const history: History<Input, Answer> = steps.map(
    ([calledAt, answeredAt, input, answer, disturbed], client) => ({
      client,
      input,
      calledAt,
      answeredAt: answeredAt === '?' ? Number.POSITIVE_INFINITY : answeredAt,
      answer,
      isDisturbed: disturbed !== undefined,
    }),
  );
  return check(model, history).isLinearizable;
}

const model = siteModel('a');
const read = { do: 'read' } as const;
const rename = (name: string, ifMatch?: string) => ({ do: 'rename', name, ifMatch }) as const;
const is = (name: string, etag = name) => ({ status: 200, name, etag });

test('After a confirmed change of a site, the linearizability check requires that a read returns the new state', () => {
  expect(judge(model, [1, 2, rename('b'), is('b')], [3, 4, read, is('a')])).toBe(false);
});

test('The linearizability check rejects reads of a site that return the new state and then the old one', () => {
  expect(judge(model, [1, 6, rename('b'), is('b')], [2, 3, read, is('b')], [4, 5, read, is('a')])).toBe(
    false,
  );
});

test('If a change of a site got no response, the linearizability check lets it take effect at any later time or never', () => {
  const unknown = [1, '?', rename('b')] as const;
  expect(judge(model, unknown, [2, 3, read, is('a')], [4, 5, read, is('b')])).toBe(true);
  expect(judge(model, unknown, [2, 3, read, is('a')])).toBe(true);
  expect(judge(model, unknown, [2, 3, read, is('b')], [4, 5, read, is('a')])).toBe(false);
});

test('The linearizability check rejects a change of a site whose effect is visible before the change was requested', () => {
  expect(judge(model, [1, 2, read, is('b')], [3, '?', rename('b')])).toBe(false);
});

test('Of two changes with the same If-Match, the linearizability check lets only one succeed', () => {
  const seen = [1, 2, read, is('a')] as const;
  const first = [3, 5, rename('b', 'a'), is('b')] as const;
  expect(judge(model, seen, first, [4, 6, rename('c', 'a'), { status: 412 }])).toBe(true);
  expect(judge(model, seen, first, [4, 6, rename('c', 'a'), is('c')])).toBe(false);
});

test('The linearizability check rejects a read of a deleted site', () => {
  const gone = [1, 2, { do: 'delete' }, { status: 204 }] as const;
  expect(judge(model, gone, [3, 4, read, { status: 404 }])).toBe(true);
  expect(judge(model, gone, [3, 4, read, is('a')])).toBe(false);
});

test('Of two deletions of a site, the linearizability check lets only one get a 204, unless a failure disturbed a request', () => {
  const first = [1, 3, { do: 'delete' }, { status: 204 }] as const;
  const second = [2, 4, { do: 'delete' }, { status: 204 }] as const;
  expect(judge(model, first, [2, 4, { do: 'delete' }, { status: 404 }])).toBe(true);
  expect(judge(model, first, second)).toBe(false);
  expect(judge(model, first, [...second, 'disturbed'])).toBe(true);
});

test('The linearizability check rejects a 404 for the deletion of an existing site, unless a failure disturbed the request', () => {
  const deletion = [1, 2, { do: 'delete' }, { status: 404 }] as const;
  const later = [3, 4, read, { status: 404 }] as const;
  expect(judge(model, deletion, later)).toBe(false);
  expect(judge(model, [...deletion, 'disturbed'], later)).toBe(true);
  expect(judge(model, [...deletion, 'disturbed'], [3, 4, read, is('a')])).toBe(false);
});

describe('an alert', () => {
  const active = { status: 'active', version: 1, acknowledged_by: null, resolved_by: null };
  const model = alertModel(active);
  const acknowledge = (by: string) => ({ do: 'acknowledge', by }) as const;
  const acknowledged = (by: string) => ({
    code: 200,
    ...active,
    status: 'acknowledged',
    version: 2,
    acknowledged_by: by,
  });

  test('Of two acknowledgements of an alert, the linearizability check lets only the first record its user', () => {
    expect(
      judge(model, [1, 3, acknowledge('a'), acknowledged('b')], [2, 4, acknowledge('b'), acknowledged('b')]),
    ).toBe(true);
    expect(
      judge(model, [1, 3, acknowledge('a'), acknowledged('a')], [2, 4, acknowledge('b'), acknowledged('b')]),
    ).toBe(false);
  });
});

const raise = { do: 'raise' } as const;
const raised = (code: number, id: string, occurrences: number) => ({
  code,
  id,
  status: 'active',
  occurrences,
});
const resolve = { do: 'resolve by key' } as const;
const resolved = (id: string, occurrences: number) => ({ code: 200, id, status: 'resolved', occurrences });

test('The linearizability check allows one open alert for a dedup key, whose number of occurrences grows by one with each report', () => {
  expect(judge(dedupModel, [1, 3, raise, raised(201, 'a', 1)], [2, 4, raise, raised(200, 'a', 2)])).toBe(
    true,
  );
  expect(judge(dedupModel, [1, 3, raise, raised(201, 'a', 1)], [2, 4, raise, raised(201, 'b', 1)])).toBe(
    false,
  );
  expect(judge(dedupModel, [1, 2, raise, raised(201, 'a', 1)], [3, 4, raise, raised(200, 'a', 3)])).toBe(
    false,
  );
});

test('In the linearizability check, a report after the resolve raises a new alert, and the resolved alert keeps its occurrences', () => {
  const before = [
    [1, 2, raise, raised(201, 'a', 1)],
    [3, 4, resolve, resolved('a', 1)],
  ] as const;
  expect(judge(dedupModel, ...before, [5, 6, raise, raised(201, 'b', 1)])).toBe(true);
  expect(judge(dedupModel, ...before, [5, 6, raise, raised(200, 'a', 2)])).toBe(false);
  expect(judge(dedupModel, ...before, [5, 6, { do: 'read', id: 'a' }, resolved('a', 1)])).toBe(true);
  expect(judge(dedupModel, ...before, [5, 6, { do: 'read', id: 'a' }, raised(200, 'a', 1)])).toBe(false);
});

test('If a raise got no response, the linearizability check learns the alert’s id from the next response', () => {
  const unknown = [1, '?', raise] as const;
  expect(judge(dedupModel, unknown, [2, 3, raise, raised(200, 'a', 2)])).toBe(true);
  expect(judge(dedupModel, unknown, [2, 3, raise, raised(201, 'a', 1)])).toBe(true);
  expect(judge(dedupModel, unknown, [2, 3, raise, raised(200, 'a', 3)])).toBe(false);
});

test('The linearizability check lets an acknowledgement return an old number of occurrences only if a failure disturbed the request', () => {
  const before = [
    [1, 2, raise, raised(201, 'a', 1)],
    [3, 4, raise, raised(200, 'a', 2)],
  ] as const;
  const acknowledged = (occurrences: number) => ({
    code: 200,
    id: 'a',
    status: 'acknowledged',
    occurrences,
  });
  const lagging = [5, 6, { do: 'acknowledge', id: 'a' }, acknowledged(1)] as const;
  expect(judge(dedupModel, ...before, lagging)).toBe(false);
  expect(judge(dedupModel, ...before, [...lagging, 'disturbed'])).toBe(true);
  expect(judge(dedupModel, ...before, [5, 6, { do: 'acknowledge', id: 'a' }, acknowledged(2)])).toBe(true);
});

test('The linearizability check lets a report’s response count later reports only if a failure disturbed a request', () => {
  const before = [1, 2, raise, raised(201, 'a', 1)] as const;
  const late = [3, 6, raise, raised(200, 'a', 3)] as const;
  const between = [4, 5, raise, raised(200, 'a', 3)] as const;
  expect(judge(dedupModel, before, late, between)).toBe(false);
  expect(judge(dedupModel, before, [...late, 'disturbed'], between)).toBe(true);
  expect(judge(dedupModel, before, late, [...between, 'disturbed'])).toBe(true);
});

test('The linearizability check requires that a report’s response counts this report, and that a new alert has one occurrence', () => {
  const before = [1, 2, raise, raised(201, 'a', 1)] as const;
  expect(judge(dedupModel, before, [3, 4, raise, raised(200, 'a', 1), 'disturbed'])).toBe(false);
  expect(judge(dedupModel, [1, 2, raise, raised(201, 'a', 2), 'disturbed'])).toBe(false);
});

test('If two requests resolve by the same dedup key, the linearizability check lets only one return the alert', () => {
  const before = [1, 2, raise, raised(201, 'a', 1)] as const;
  const first = [3, 5, resolve, resolved('a', 1)] as const;
  expect(judge(dedupModel, before, first, [4, 6, resolve, { code: 200 }])).toBe(true);
  expect(judge(dedupModel, before, first, [4, 6, resolve, resolved('a', 1)])).toBe(false);
});

test('The linearizability check rejects a response that marks an event as a repetition if the event was sent once', () => {
  const before = [1, 2, raise, raised(201, 'a', 1)] as const;
  expect(judge(dedupModel, before, [3, 4, resolve, { ...resolved('a', 1), replayed: true }])).toBe(false);
});

describe('the sessions of a user', () => {
  const model = sessionModel(['a']);
  const refresh = { do: 'refresh', token: 'a' } as const;
  const signOut = { do: 'sign out', token: 'a' } as const;
  const use = (token: string) => ({ do: 'use', token }) as const;

  test('If a refresh and a logout of a session are concurrent, the linearizability check lets only one succeed', () => {
    const refreshed = [1, 3, refresh, { status: 200, token: 'b' }] as const;
    expect(judge(model, refreshed, [2, 4, signOut, { status: 401 }])).toBe(true);
    expect(judge(model, refreshed, [2, 4, signOut, { status: 200 }])).toBe(false);
  });

  test('The linearizability check rejects a history in which an ended session is valid again', () => {
    const signedOut = [1, 2, signOut, { status: 200 }] as const;
    expect(judge(model, signedOut, [3, 4, use('a'), { status: 401 }])).toBe(true);
    expect(judge(model, signedOut, [3, 4, use('a'), { status: 200 }])).toBe(false);
  });

  test('The linearizability check lets a logout without a response end the session, but then permanently', () => {
    const unknown = [1, '?', signOut] as const;
    const steps = [unknown, [2, 3, use('a'), { status: 200 }], [4, 5, use('a'), { status: 401 }]] as const;
    expect(judge(model, ...steps)).toBe(true);
    expect(judge(model, ...steps, [6, 7, use('a'), { status: 200 }])).toBe(false);
  });

  test('The linearizability check rejects a 401 for a valid session', () => {
    for (const input of [use('a'), refresh, signOut, { do: 'end others', token: 'a' }] as const) {
      expect(judge(model, [1, 2, input, { status: 401 }])).toBe(false);
    }
  });

  test('The linearizability check lets a logout end the session despite its 401 only if a failure disturbed the request', () => {
    const refused = [1, 2, signOut, { status: 401 }] as const;
    expect(judge(model, refused, [3, 4, use('a'), { status: 401 }])).toBe(false);
    expect(judge(model, [...refused, 'disturbed'], [3, 4, use('a'), { status: 401 }])).toBe(true);
    expect(judge(model, [...refused, 'disturbed'], [3, 4, use('a'), { status: 200 }])).toBe(false);
    expect(judge(model, [1, 2, refresh, { status: 401 }, 'disturbed'])).toBe(false);
    expect(judge(model, [1, 2, use('a'), { status: 401 }, 'disturbed'])).toBe(false);
  });

  test('After a user has ended all other sessions, the linearizability check accepts only the user’s current session', () => {
    const two = sessionModel(['a', 'b']);
    const ended = [1, 2, { do: 'end others', token: 'a' }, { status: 204 }] as const;
    expect(judge(two, ended, [3, 4, use('a'), { status: 200 }])).toBe(true);
    expect(judge(two, ended, [3, 4, use('b'), { status: 200 }])).toBe(false);
  });
});

const take = { do: 'take' } as const;
const taken = (id: string) => ({ status: 201, id });

test('The linearizability check lets only one of two concurrent requests take a unique value', () => {
  expect(judge(uniqueModel, [1, 3, take, taken('a')], [2, 4, take, { status: 409 }])).toBe(true);
  expect(judge(uniqueModel, [1, 3, take, taken('a')], [2, 4, take, taken('b')])).toBe(false);
});

test('The linearizability check requires that a unique value can be taken again after its holder is deleted', () => {
  const steps = [
    [1, 2, take, taken('a')],
    [3, 4, { do: 'delete', id: 'a' }, { status: 204 }],
  ] as const;
  expect(judge(uniqueModel, ...steps, [5, 6, take, taken('b')])).toBe(true);
  expect(judge(uniqueModel, ...steps, [5, 6, take, { status: 409 }])).toBe(false);
});

test('Of two deletions of a unique value’s holder, the linearizability check lets only one get a 204, unless a failure disturbed a request', () => {
  const taking = [1, 2, take, taken('a')] as const;
  const first = [3, 5, { do: 'delete', id: 'a' }, { status: 204 }] as const;
  const second = [4, 6, { do: 'delete', id: 'a' }, { status: 204 }] as const;
  expect(judge(uniqueModel, taking, first, [4, 6, { do: 'delete', id: 'a' }, { status: 404 }])).toBe(true);
  expect(judge(uniqueModel, taking, first, second)).toBe(false);
  expect(judge(uniqueModel, taking, first, [...second, 'disturbed'])).toBe(true);
});

test('The linearizability check rejects a 404 for deleting a unique value’s existing holder, unless a failure disturbed the request', () => {
  const taking = [1, 2, take, taken('a')] as const;
  const deletion = [3, 4, { do: 'delete', id: 'a' }, { status: 404 }] as const;
  const again = [5, 6, take, taken('b')] as const;
  expect(judge(uniqueModel, taking, deletion, again)).toBe(false);
  expect(judge(uniqueModel, taking, [...deletion, 'disturbed'], again)).toBe(true);
});

const request = { do: 'request' } as const;
const passed = (remaining: number) => ({ status: 200, remaining });
const refused = { status: 429, remaining: 0 };

test('The linearizability check requires that a rate limit admits exactly its number of requests', () => {
  const model = counterModel(1);
  expect(judge(model, [1, 3, request, passed(0)], [2, 4, request, refused])).toBe(true);
  expect(judge(model, [1, 3, request, passed(0)], [2, 4, request, passed(0)])).toBe(false);
  expect(judge(model, [1, 3, request, refused], [2, 4, request, refused])).toBe(false);
});

test('The linearizability check rejects a response that shows more remaining requests than a rate limit has left', () => {
  expect(judge(counterModel(3), [1, 2, request, passed(2)], [3, 4, request, passed(1)])).toBe(true);
  expect(judge(counterModel(3), [1, 2, request, passed(2)], [3, 4, request, passed(2)])).toBe(false);
});
