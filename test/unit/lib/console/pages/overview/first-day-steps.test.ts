import { expect, test } from 'vitest';
import type { ResponsePreview } from '../../../../../../lib/client/types.ts';
import {
  type Equipment,
  firstDaySteps,
  isFirstDayOver,
} from '../../../../../../lib/console/pages/overview/first-day-steps.ts';

const NOTHING: Equipment = {
  sites: [],
  hasZones: false,
  devices: [],
  hasOthers: false,
  hasRules: false,
  preview: undefined,
  hasDrills: false,
};

const preview = (reason: string | null) =>
  ({ steps: [{ people: [{ channels: [{ kind: 'sms', reason }] }] }] }) as unknown as ResponsePreview;

const COMPLETE: Equipment = {
  sites: [{ id: 's' }],
  hasZones: true,
  devices: [{ id: 'd', last_seen_at: '2026-11-28T10:00:00.000+00:00', status: 'unknown' }],
  hasOthers: true,
  hasRules: true,
  preview: preview(null),
  hasDrills: true,
};

const open = (found: Equipment) => firstDaySteps(found).flatMap(({ name, isDone }) => (isDone ? [] : [name]));

test('In an empty tenant each step of the first day is open, in the order in which they are done', () => {
  expect(open(NOTHING)).toEqual(['sites', 'zones', 'devices', 'heard', 'people', 'rule', 'drill']);
  expect(isFirstDayOver(firstDaySteps(NOTHING))).toBe(false);
  // What needs a site or a device leads nowhere yet.
  expect(firstDaySteps(NOTHING).flatMap(({ name, to }) => (to ? [name] : []))).toEqual([
    'sites',
    'people',
    'rule',
  ]);
});

test('The first day is over when everything is there; zones are not needed', () => {
  expect(open(COMPLETE)).toEqual([]);
  const withoutZones = firstDaySteps({ ...COMPLETE, hasZones: false });
  expect(withoutZones.filter(({ isDone }) => !isDone).map(({ name }) => name)).toEqual(['zones']);
  expect(isFirstDayOver(withoutZones)).toBe(true);
});

test('A rule that reaches nobody leaves its step open, and leads to the page that says why', () => {
  for (const found of [preview('no_channel'), undefined, { steps: [] } as unknown as ResponsePreview]) {
    const steps = firstDaySteps({ ...COMPLETE, preview: found });
    expect(steps.find(({ isDone }) => !isDone)).toMatchObject({ name: 'reached', to: { view: 'response' } });
    expect(isFirstDayOver(steps)).toBe(false);
  }
});

test('A device that was never heard leads to its page; a watched one that is online was heard', () => {
  const never = { id: 'n', last_seen_at: null, status: 'unknown' as const };
  const steps = firstDaySteps({ ...COMPLETE, devices: [never] });
  expect(steps.find(({ isDone }) => !isDone)).toMatchObject({
    name: 'heard',
    to: { view: 'devices', itemId: 'n' },
  });
  expect(open({ ...COMPLETE, devices: [never, { ...never, id: 'o', status: 'online' }] })).toEqual([]);
});
