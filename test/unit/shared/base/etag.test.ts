import { expect, test } from 'vitest';
import { checkIfMatch, etagOf, matchesEtag } from '../../../../shared/base/etag.ts';

const body = { name: 'Gate' };
const etag = etagOf(body);
const other = etagOf({ name: 'Door' });

test('An ETag is a quoted hash of the body, and differs for another body', () => {
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
  expect(etagOf({ name: 'Gate' })).toBe(etag);
  expect(other).not.toBe(etag);
});

test.each([etag, `W/${etag}`, `${other}, ${etag}`, `${other},${etag}`, ` ${etag} `, '*', `${other}, *`])(
  'The header If-None-Match matches: %s',
  (ifNoneMatch) => {
    expect(matchesEtag(ifNoneMatch, etag)).toBe(true);
  },
);

test.each([undefined, '', other, etag.slice(1, -1), `"W/${etag.slice(1)}`, etag.replace('"', '"W/')])(
  'The header If-None-Match does not match: %s',
  (ifNoneMatch) => {
    expect(matchesEtag(ifNoneMatch, etag)).toBe(false);
  },
);

test('Only a W/ at the start marks a weak ETag', () => {
  expect(matchesEtag('"aW/b"', '"ab"')).toBe(false);
});

test.each([
  undefined,
  etag,
  `W/${etag}`,
  `${other}, W/${etag}`,
  `${other}, ${etag}`,
  `${other},${etag}`,
  ` ${etag} `,
  '*',
  `${other}, *`,
])('The header If-Match matches: %s', (ifMatch) => {
  expect(() => checkIfMatch(ifMatch, body)).not.toThrow();
});

test.each(['', other, `W/${other}`, `w/${etag}`])('The header If-Match does not match: %s', (ifMatch) => {
  expect(() => checkIfMatch(ifMatch, body)).toThrow(expect.objectContaining({ code: 'precondition_failed' }));
});

const seen = (last_seen_at: string | null) => ({ name: 'Gate', last_seen_at });

test('A change of a field that If-Match does not guard changes the ETag', () => {
  expect(etagOf(seen('a'))).not.toBe(etagOf(seen(null)));
  expect(etagOf(seen('a'))).toMatch(/^"[A-Za-z0-9_-]{54}"$/);
  expect(etagOf(seen('a'), 'as it is sent')).toBe(etagOf(seen('a')));
});

test('A change of a field that If-Match does not guard does not fail If-Match', () => {
  expect(() => checkIfMatch(etagOf(seen('a')), seen('b'))).not.toThrow();
});

test('If-Match accepts the ETag of an object as shown, with or without warnings, and as stored', () => {
  const shown = { ...body, warnings: [{ code: 'nobody_reached' }], excluded_types: ['fire'], devices: null };
  for (const it of [etagOf(shown), etagOf({ ...shown, warnings: [] }), etag]) {
    expect(() => checkIfMatch(it, body)).not.toThrow();
    expect(() => checkIfMatch(it, { ...shown, warnings: [] })).not.toThrow();
  }
  expect(etagOf(shown)).not.toBe(etagOf({ ...shown, warnings: [] }));
  expect(() => checkIfMatch(etagOf({ ...shown, name: 'Door' }), body)).toThrow('The object has changed');
});

test.each([etagOf({ name: 'Door', last_seen_at: 'a' }), other, etagOf(seen('a')).slice(0, 29)])(
  'The ETag of another object fails If-Match: %s',
  (ifMatch) => {
    expect(() => checkIfMatch(ifMatch, seen('a'))).toThrow('The object has changed');
  },
);

test.each(['*', etag, '"x"'])(
  'Nothing matches an object that does not exist: %s fails If-Match',
  (ifMatch) => {
    expect(() => checkIfMatch(ifMatch, undefined)).toThrow('The object has changed');
    expect(() => checkIfMatch(undefined, undefined)).not.toThrow();
  },
);
