import { describe, expect, test } from 'vitest';
import { check, type Model } from '../../../../support/linearizability/check.ts';
import type { History } from '../../../../support/linearizability/history.ts';
import { alertModel } from '../../../../support/linearizability/models/alert.ts';
import { counterModel } from '../../../../support/linearizability/models/counter.ts';
import { dedupModel } from '../../../../support/linearizability/models/dedup-key.ts';
import { sessionModel } from '../../../../support/linearizability/models/sessions.ts';
import { siteModel } from '../../../../support/linearizability/models/site.ts';
import { uniqueModel } from '../../../../support/linearizability/models/unique-value.ts';

/** When an operation was called and answered, `?` where its outcome is unknown, and whether something failed meanwhile. */
type Step<Input, Answer> = readonly [
  calledAt: number,
  answeredAt: number | '?',
  input: Input,
  answer?: Answer,
  disturbed?: 'disturbed',
];

function judge<State, Input, Answer>(
  model: Model<State, Input, Answer>,
  steps: readonly Step<Input, Answer>[],
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

describe('a site', () => {
  const model = siteModel('a');
  const read = { do: 'read' } as const;
  const rename = (name: string, ifMatch?: string) => ({ do: 'rename', name, ifMatch }) as const;
  const is = (name: string, etag = name) => ({ status: 200, name, etag });

  test('may be read as before or after a change that is under way', () => {
    for (const name of ['a', 'b']) {
      expect(
        judge(model, [
          [1, 4, rename('b'), is('b')],
          [2, 3, read, is(name)],
        ]),
      ).toBe(true);
    }
  });

  test('is not read as before a change that was answered', () => {
    expect(
      judge(model, [
        [1, 2, rename('b'), is('b')],
        [3, 4, read, is('a')],
      ]),
    ).toBe(false);
  });

  test('is not read as after a change, and then as before it', () => {
    expect(
      judge(model, [
        [1, 6, rename('b'), is('b')],
        [2, 3, read, is('b')],
        [4, 5, read, is('a')],
      ]),
    ).toBe(false);
  });

  test('has the change of an unknown outcome at any later time, or never', () => {
    const unknown = [1, '?', rename('b')] as const;
    expect(judge(model, [unknown, [2, 3, read, is('a')], [4, 5, read, is('b')]])).toBe(true);
    expect(judge(model, [unknown, [2, 3, read, is('a')]])).toBe(true);
    expect(judge(model, [unknown, [2, 3, read, is('b')], [4, 5, read, is('a')]])).toBe(false);
  });

  test('is not changed before the call', () => {
    expect(
      judge(model, [
        [1, 2, read, is('b')],
        [3, '?', rename('b')],
      ]),
    ).toBe(false);
  });

  test('is changed by one of two that saw the same', () => {
    const seen = [1, 2, read, is('a')] as const;
    const first = [3, 5, rename('b', 'a'), is('b')] as const;
    expect(judge(model, [seen, first, [4, 6, rename('c', 'a'), { status: 412 }]])).toBe(true);
    expect(judge(model, [seen, first, [4, 6, rename('c', 'a'), is('c')]])).toBe(false);
  });

  test('is gone once it was deleted', () => {
    const gone = [1, 2, { do: 'delete' }, { status: 204 }] as const;
    expect(judge(model, [gone, [3, 4, read, { status: 404 }]])).toBe(true);
    expect(judge(model, [gone, [3, 4, read, is('a')]])).toBe(false);
  });

  test('is deleted by one of two, unless something failed under way', () => {
    const first = [1, 3, { do: 'delete' }, { status: 204 }] as const;
    const second = [2, 4, { do: 'delete' }, { status: 204 }] as const;
    expect(judge(model, [first, [2, 4, { do: 'delete' }, { status: 404 }]])).toBe(true);
    expect(judge(model, [first, second])).toBe(false);
    expect(judge(model, [first, [...second, 'disturbed']])).toBe(true);
  });

  test('is not gone where its deletion was answered 404, unless something failed under way', () => {
    const deletion = [1, 2, { do: 'delete' }, { status: 404 }] as const;
    const later = [3, 4, read, { status: 404 }] as const;
    expect(judge(model, [deletion, later])).toBe(false);
    expect(judge(model, [[...deletion, 'disturbed'], later])).toBe(true);
    expect(
      judge(model, [
        [...deletion, 'disturbed'],
        [3, 4, read, is('a')],
      ]),
    ).toBe(false);
  });
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

  test('is acknowledged by the first of two', () => {
    expect(
      judge(model, [
        [1, 3, acknowledge('a'), acknowledged('b')],
        [2, 4, acknowledge('b'), acknowledged('b')],
      ]),
    ).toBe(true);
    expect(
      judge(model, [
        [1, 3, acknowledge('a'), acknowledged('a')],
        [2, 4, acknowledge('b'), acknowledged('b')],
      ]),
    ).toBe(false);
  });
});

describe('a dedup key', () => {
  const raise = { do: 'raise' } as const;
  const raised = (code: number, id: string, occurrences: number) => ({
    code,
    id,
    status: 'active',
    occurrences,
  });
  const resolve = { do: 'resolve by key' } as const;
  const resolved = (id: string, occurrences: number) => ({ code: 200, id, status: 'resolved', occurrences });

  test('has one open alert, on which every report counts once', () => {
    expect(
      judge(dedupModel, [
        [1, 3, raise, raised(201, 'a', 1)],
        [2, 4, raise, raised(200, 'a', 2)],
      ]),
    ).toBe(true);
    expect(
      judge(dedupModel, [
        [1, 3, raise, raised(201, 'a', 1)],
        [2, 4, raise, raised(201, 'b', 1)],
      ]),
    ).toBe(false);
    expect(
      judge(dedupModel, [
        [1, 2, raise, raised(201, 'a', 1)],
        [3, 4, raise, raised(200, 'a', 3)],
      ]),
    ).toBe(false);
  });

  test('is free once its alert was resolved, which keeps its count', () => {
    const before = [
      [1, 2, raise, raised(201, 'a', 1)],
      [3, 4, resolve, resolved('a', 1)],
    ] as const;
    expect(judge(dedupModel, [...before, [5, 6, raise, raised(201, 'b', 1)]])).toBe(true);
    expect(judge(dedupModel, [...before, [5, 6, raise, raised(200, 'a', 2)]])).toBe(false);
    expect(judge(dedupModel, [...before, [5, 6, { do: 'read', id: 'a' }, resolved('a', 1)]])).toBe(true);
    expect(judge(dedupModel, [...before, [5, 6, { do: 'read', id: 'a' }, raised(200, 'a', 1)]])).toBe(false);
  });

  test('has an alert of an unknown outcome, whose id the next answer tells', () => {
    const unknown = [1, '?', raise] as const;
    expect(judge(dedupModel, [unknown, [2, 3, raise, raised(200, 'a', 2)]])).toBe(true);
    expect(judge(dedupModel, [unknown, [2, 3, raise, raised(201, 'a', 1)]])).toBe(true);
    expect(judge(dedupModel, [unknown, [2, 3, raise, raised(200, 'a', 3)]])).toBe(false);
  });

  test('has a report that is answered as before an acknowledgement, but not the other way round', () => {
    const before = [1, 2, raise, raised(201, 'a', 1)] as const;
    const acknowledged = (occurrences: number) =>
      ({ code: 200, id: 'a', status: 'acknowledged', occurrences }) as const;
    const acknowledgement = [3, 5, { do: 'acknowledge', id: 'a' }, acknowledged(1)] as const;
    expect(judge(dedupModel, [before, acknowledgement, [4, 6, raise, raised(200, 'a', 2)]])).toBe(true);
    expect(judge(dedupModel, [before, [4, 6, raise, acknowledged(2)]])).toBe(false);
  });

  test('has an acknowledgement with a number that lags, if something failed under way', () => {
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
    expect(judge(dedupModel, [...before, lagging])).toBe(false);
    expect(judge(dedupModel, [...before, [...lagging, 'disturbed']])).toBe(true);
    expect(judge(dedupModel, [...before, [5, 6, { do: 'acknowledge', id: 'a' }, acknowledged(2)]])).toBe(
      true,
    );
  });

  test('has a report with a number that includes later reports, if something failed under way', () => {
    const before = [1, 2, raise, raised(201, 'a', 1)] as const;
    const late = [3, 6, raise, raised(200, 'a', 3)] as const;
    const between = [4, 5, raise, raised(200, 'a', 3)] as const;
    expect(judge(dedupModel, [before, late, between])).toBe(false);
    expect(judge(dedupModel, [before, [...late, 'disturbed'], between])).toBe(true);
    expect(judge(dedupModel, [before, late, [...between, 'disturbed']])).toBe(true);
  });

  test('has no report with a number of before it, and opens no alert with another number than 1', () => {
    const before = [1, 2, raise, raised(201, 'a', 1)] as const;
    expect(judge(dedupModel, [before, [3, 4, raise, raised(200, 'a', 1), 'disturbed']])).toBe(false);
    expect(judge(dedupModel, [[1, 2, raise, raised(201, 'a', 2), 'disturbed']])).toBe(false);
  });

  test('shows no resolved alert to a second who resolves by it', () => {
    const before = [1, 2, raise, raised(201, 'a', 1)] as const;
    const first = [3, 5, resolve, resolved('a', 1)] as const;
    expect(judge(dedupModel, [before, first, [4, 6, resolve, { code: 200 }]])).toBe(true);
    expect(judge(dedupModel, [before, first, [4, 6, resolve, resolved('a', 1)]])).toBe(false);
  });

  test('takes no event that was sent once for a repetition', () => {
    const before = [1, 2, raise, raised(201, 'a', 1)] as const;
    expect(judge(dedupModel, [before, [3, 4, resolve, { ...resolved('a', 1), replayed: true }]])).toBe(false);
  });
});

describe('the sessions of a user', () => {
  const model = sessionModel(['a']);
  const refresh = { do: 'refresh', token: 'a' } as const;
  const signOut = { do: 'sign out', token: 'a' } as const;
  const use = (token: string) => ({ do: 'use', token }) as const;

  test('are refreshed or signed out, if both come at the same time', () => {
    const refreshed = [1, 3, refresh, { status: 200, token: 'b' }] as const;
    expect(judge(model, [refreshed, [2, 4, signOut, { status: 401 }]])).toBe(true);
    expect(judge(model, [refreshed, [2, 4, signOut, { status: 200 }]])).toBe(false);
  });

  test('do not come back', () => {
    const signedOut = [1, 2, signOut, { status: 200 }] as const;
    expect(judge(model, [signedOut, [3, 4, use('a'), { status: 401 }]])).toBe(true);
    expect(judge(model, [signedOut, [3, 4, use('a'), { status: 200 }]])).toBe(false);
  });

  test('may have ended where the outcome of signing out is unknown, and do not come back either', () => {
    const unknown = [1, '?', signOut] as const;
    const steps = [unknown, [2, 3, use('a'), { status: 200 }], [4, 5, use('a'), { status: 401 }]] as const;
    expect(judge(model, [...steps])).toBe(true);
    expect(judge(model, [...steps, [6, 7, use('a'), { status: 200 }]])).toBe(false);
  });

  test('are not refused while they are valid', () => {
    for (const input of [use('a'), refresh, signOut, { do: 'end others', token: 'a' }] as const) {
      expect(judge(model, [[1, 2, input, { status: 401 }]])).toBe(false);
    }
  });

  test('may have ended by a refused sign-out, if something failed under way', () => {
    const refused = [1, 2, signOut, { status: 401 }] as const;
    expect(judge(model, [refused, [3, 4, use('a'), { status: 401 }]])).toBe(false);
    expect(
      judge(model, [
        [...refused, 'disturbed'],
        [3, 4, use('a'), { status: 401 }],
      ]),
    ).toBe(true);
    expect(
      judge(model, [
        [...refused, 'disturbed'],
        [3, 4, use('a'), { status: 200 }],
      ]),
    ).toBe(false);
    expect(judge(model, [[1, 2, refresh, { status: 401 }, 'disturbed']])).toBe(false);
    expect(judge(model, [[1, 2, use('a'), { status: 401 }, 'disturbed']])).toBe(false);
  });

  test('end but for the one that ends the others', () => {
    const two = sessionModel(['a', 'b']);
    const ended = [1, 2, { do: 'end others', token: 'a' }, { status: 204 }] as const;
    expect(judge(two, [ended, [3, 4, use('a'), { status: 200 }]])).toBe(true);
    expect(judge(two, [ended, [3, 4, use('b'), { status: 200 }]])).toBe(false);
  });
});

describe('a unique value', () => {
  const take = { do: 'take' } as const;
  const taken = (id: string) => ({ status: 201, id });

  test('is had by one', () => {
    expect(
      judge(uniqueModel, [
        [1, 3, take, taken('a')],
        [2, 4, take, { status: 409 }],
      ]),
    ).toBe(true);
    expect(
      judge(uniqueModel, [
        [1, 3, take, taken('a')],
        [2, 4, take, taken('b')],
      ]),
    ).toBe(false);
  });

  test('is free again once its holder was deleted', () => {
    const steps = [
      [1, 2, take, taken('a')],
      [3, 4, { do: 'delete', id: 'a' }, { status: 204 }],
    ] as const;
    expect(judge(uniqueModel, [...steps, [5, 6, take, taken('b')]])).toBe(true);
    expect(judge(uniqueModel, [...steps, [5, 6, take, { status: 409 }]])).toBe(false);
  });

  test('is given up by one of two deletions, unless something failed under way', () => {
    const taking = [1, 2, take, taken('a')] as const;
    const first = [3, 5, { do: 'delete', id: 'a' }, { status: 204 }] as const;
    const second = [4, 6, { do: 'delete', id: 'a' }, { status: 204 }] as const;
    expect(judge(uniqueModel, [taking, first, [4, 6, { do: 'delete', id: 'a' }, { status: 404 }]])).toBe(
      true,
    );
    expect(judge(uniqueModel, [taking, first, second])).toBe(false);
    expect(judge(uniqueModel, [taking, first, [...second, 'disturbed']])).toBe(true);
  });

  test('is not given up where a deletion was answered 404, unless something failed under way', () => {
    const taking = [1, 2, take, taken('a')] as const;
    const deletion = [3, 4, { do: 'delete', id: 'a' }, { status: 404 }] as const;
    const again = [5, 6, take, taken('b')] as const;
    expect(judge(uniqueModel, [taking, deletion, again])).toBe(false);
    expect(judge(uniqueModel, [taking, [...deletion, 'disturbed'], again])).toBe(true);
  });

  test('may be had by one whose creation has an unknown outcome', () => {
    expect(
      judge(uniqueModel, [
        [1, '?', take],
        [2, 3, take, { status: 409 }],
      ]),
    ).toBe(true);
    expect(
      judge(uniqueModel, [
        [1, '?', take],
        [2, 3, take, taken('a')],
      ]),
    ).toBe(true);
    expect(judge(uniqueModel, [[2, 3, take, { status: 409 }]])).toBe(false);
  });
});

describe('a limit of requests', () => {
  const request = { do: 'request' } as const;
  const passed = (remaining: number) => ({ status: 200, remaining });
  const refused = { status: 429, remaining: 0 };

  test('lets exactly so many pass', () => {
    const model = counterModel(1);
    expect(
      judge(model, [
        [1, 3, request, passed(0)],
        [2, 4, request, refused],
      ]),
    ).toBe(true);
    expect(
      judge(model, [
        [1, 3, request, passed(0)],
        [2, 4, request, passed(0)],
      ]),
    ).toBe(false);
    expect(
      judge(model, [
        [1, 3, request, refused],
        [2, 4, request, refused],
      ]),
    ).toBe(false);
  });

  test('tells none that more are left than are', () => {
    expect(
      judge(counterModel(3), [
        [1, 2, request, passed(2)],
        [3, 4, request, passed(1)],
      ]),
    ).toBe(true);
    expect(
      judge(counterModel(3), [
        [1, 2, request, passed(2)],
        [3, 4, request, passed(2)],
      ]),
    ).toBe(false);
  });
});
