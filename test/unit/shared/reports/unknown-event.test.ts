import { describe, expect, test } from 'vitest';
import { KNOWN_ALERT_TYPES } from '../../../../shared/alerts/alert.ts';
import { EVENT_TYPES } from '../../../../shared/panels/event-types.ts';
import { KNOWN_TYPES, maskMessage, shapeOf, textOfBody } from '../../../../shared/reports/unknown-event.ts';

test('Guard knows the types of alerts that it raises or that its clients know, and no type that only panels record', () => {
  const raising = Object.entries(EVENT_TYPES).filter(
    ([, { kind }]) => kind === 'alarm' || kind === 'trouble',
  );
  const expected = new Set([...raising.map(([type]) => type), ...KNOWN_ALERT_TYPES]);
  expect(KNOWN_TYPES.toSorted()).toEqual([...expected].toSorted());
});

describe('shapeOf', () => {
  test.each([
    [{ text: 'Smoke in hall' }, 'text'],
    [{ text: 'Smoke in kitchen' }, 'text'],
    [{ b: 1, a: { c: 2 } }, 'a,b'],
    [{ alarm: true, resolved: true }, 'alarm'],
    [{ alarm: true, Resolved_At: '2026-11-27T12:00:00Z', isCleared: false }, 'alarm'],
    [{ alarm: true, resolvedBy: 'x' }, 'alarm,resolvedBy'],
    [{}, ''],
    ['Smoke', 'string'],
    [7, 'number'],
    [null, 'object'],
    [[1, 2], '[]'],
  ])('The shape of %j is %s', (body, shape) => {
    expect(shapeOf(body)).toBe(shape);
  });
});

describe('textOfBody', () => {
  test.each([
    [{ text: 'Smoke in hall' }, '{"text":"Smoke in hall"}'],
    ['Smoke in hall', 'Smoke in hall'],
    [
      { Password: 'hunter2', nested: { api_key: 'abc', 'access-token': null } },
      '{"Password":"***","nested":{"access-token":null,"api_key":"***"}}',
    ],
    [{ auth: { user: 'x' }, pin: 1234, key: 'k' }, '{"auth":"***","key":"***","pin":"***"}'],
    [{ keypad: 'Hall', spin: 3, monkey: 'x' }, '{"keypad":"Hall","monkey":"x","spin":3}'],
    [
      { url: 'https://olga:secret@cam.test/a?token=abc&x=1' },
      '{"url":"https://***@cam.test/a?token=***&x=1"}',
    ],
    [{ headers: ['Bearer abc.def', 'Basic eDp5'] }, '{"headers":["Bearer ***","Basic ***"]}'],
    [{ note: '7|guard_k_abc123 and eyJhbGci.eyJzdWIi.sig' }, '{"note":"*** and ***"}'],
    [{ msg: '{"pin":"1234","a":1}' }, '{"msg":"{\\"a\\":1,\\"pin\\":\\"***\\"}"}'],
    [{ msg: '{"password":"x y' }, '{"msg":"{\\"password\\":***"}'],
    [{ url: 'https://store.test/a?sv=1&sig=abc%2B&x=1' }, '{"url":"https://store.test/a?sv=1&sig=***&x=1"}'],
    [{ msg: 'password: hunter2, door open' }, '{"msg":"password: ***, door open"}'],
    [{ text: 'a\u0000b' }, '{"text":"a\\u0000b"}'],
  ])('%j is kept without its secrets', (body, text) => {
    expect(textOfBody(body)).toBe(text);
  });

  test('The first 500 characters of a body are kept', () => {
    const text = textOfBody({ text: 'x'.repeat(2_000) });
    expect(text).toMatch(/^\{"text":"x+…$/);
    expect(text).toHaveLength(500);
  });
});

test.each([
  ['Cannot reach postgres://olga:secret@db.test/guard', 'Cannot reach postgres://***@db.test/guard'],
  ['Basic alarm of the gym: glass broken', 'Basic alarm of the gym: glass broken'],
  ['Motion at the pass, token=abc', 'Motion at the pass, token=***'],
])('The message %j of an alert keeps its words and loses its secrets', (message, shown) => {
  expect(maskMessage(message)).toBe(shown);
});
