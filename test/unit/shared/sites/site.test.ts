import { expect, test } from 'vitest';
import { SITES, siteInputSchema } from '../../../../shared/sites/site.ts';
import { makeSite } from '../../../support/make-site.ts';

test.each(['UTC', 'Europe/Berlin', 'America/Port-au-Prince', 'Etc/GMT+1'])(
  'A site accepts the time zone %s',
  (timezone) => {
    expect(siteInputSchema.parse({ name: 'Gate', timezone }).timezone).toBe(timezone);
  },
);

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['ETC/gmt+1', 'Etc/GMT+1'],
  ['asia/KOLKATA', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('The time zone %s of a site is stored as %s', (timezone, stored) => {
  expect(siteInputSchema.parse({ name: 'Gate', timezone }).timezone).toBe(stored);
});

test.each(['+01:00', '01:00', 'Mars/Olympus', 'Europe/Berlin ', ' UTC', '', 'BST', 'SystemV/PST8PDT'])(
  'A site rejects the time zone %j',
  (timezone) => {
    const { error } = siteInputSchema.safeParse({ name: 'Gate', timezone });
    expect(error?.issues[0]?.message).toBe(
      'must be UTC or an IANA time zone with area and location, such as Europe/Berlin',
    );
  },
);

test('A site is within the scope of its assigned users, and counted at its tenant', () => {
  const site = makeSite('1');
  expect(SITES.subject(site)).toEqual({ tenant_id: 'acme', site_id: site.id });
  expect(SITES.parent(site)).toEqual({ pk: 'TENANT#acme', sk: 'TENANT' });
});
