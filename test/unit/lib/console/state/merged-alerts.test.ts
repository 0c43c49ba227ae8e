import { expect, test } from 'vitest';
import type { Alert } from '../../../../../lib/client/types.ts';
import type { AlertsSnapshot } from '../../../../../lib/client/watch/watch-options.ts';
import { STALE_AFTER_MS } from '../../../../../lib/console/state/alerts.ts';
import { MergedAlerts } from '../../../../../lib/console/state/merged-alerts.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const alert = (number: number, version = 1) => makeAlert({ id: idOf(number), version });

/** A snapshot with the newest alert first, as watches yield it. */
const snapshot = (alerts: readonly Alert[], fields: Partial<AlertsSnapshot> = {}): AlertsSnapshot => ({
  alerts: [...alerts].sort((one, other) => (one.id < other.id ? 1 : -1)),
  capped: false,
  connection: 'live',
  provenAt: undefined,
  at: new Date(0),
  ...fields,
});

type Step = Parameters<MergedAlerts['merge']>;

/** The numbers and versions of the merged alerts after the last step. */
function mergedAfter(...steps: readonly Step[]) {
  const merged = new MergedAlerts();
  const alerts = steps.map((step) => merged.merge(...step)).at(-1) ?? [];
  return alerts.map(({ id, version }) => [Number(id.slice(-12)), version]);
}

test('The merged alerts of two watches contain each alert once, in its newest version', () => {
  const one = [alert(1, 1), alert(2, 2), alert(3)];
  const other = [alert(1, 2), alert(2, 1), alert(4)];
  const both = [
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 1],
  ];
  expect(mergedAfter([snapshot(one), snapshot(other)]).sort()).toEqual(both);
  expect(mergedAfter([snapshot(other), snapshot(one)]).sort()).toEqual(both);
});

test('The console has no merged alerts before the first snapshot of a watch', () => {
  expect(mergedAfter([undefined, undefined])).toEqual([]);
});

test('In the console, an alert keeps its newest version even if the watch that sent this version drops the alert at its size limit', () => {
  const stale = snapshot([alert(1, 1)]);
  expect(
    mergedAfter(
      [snapshot([alert(1, 3), alert(2)]), stale],
      [snapshot([alert(2), alert(3)], { capped: true }), stale],
    ),
  ).toContainEqual([1, 3]);
});

test('In the console, an alert keeps its newest version even if the watch that sent this version goes offline and becomes empty', () => {
  const stale = snapshot([alert(1, 1)]);
  const lost = snapshot([], { connection: 'offline' });
  expect(mergedAfter([snapshot([alert(1, 3)]), stale], [lost, stale])).toEqual([[1, 3]]);
  const steps: Step[] = [
    [snapshot([alert(1, 3)]), undefined],
    [lost, undefined],
    [snapshot([]), stale],
  ];
  expect(mergedAfter(...steps)).toEqual([[1, 3]]);
});

test('In the console, an alert disappears when it leaves the watch of all alerts, even if the watch of critical alerts still contains it', () => {
  const stale = snapshot([alert(1)]);
  expect(mergedAfter([snapshot([alert(1), alert(2)]), stale], [snapshot([alert(2)]), stale])).toEqual([
    [2, 1],
  ]);
  // A capped watch has dropped it, too, if an older alert is still there.
  const before = [alert(0), alert(1), alert(2)];
  const after = [alert(0), alert(2)];
  expect(
    mergedAfter([snapshot(before), stale], [snapshot(after, { capped: true }), stale]),
  ).not.toContainEqual([1, 1]);
  // It may have been resolved while the watch was offline.
  const lost = snapshot(before, { connection: 'offline' });
  expect(mergedAfter([lost, stale], [snapshot(after), stale])).not.toContainEqual([1, 1]);
});

test('A removed alert returns to the console with the watch of all alerts, or if the watch of critical alerts keeps it too long', () => {
  const stale = snapshot([alert(1)]);
  const gone = [
    [snapshot([alert(1)]), stale],
    [snapshot([]), stale],
  ] satisfies Step[];
  expect(mergedAfter(...gone)).toEqual([]);
  const again = snapshot([alert(1, 2)]);
  expect(mergedAfter(...gone, [again, stale], [again, stale])).toEqual([[1, 2]]);
  const at = (milliseconds: number) => snapshot([alert(1)], { at: new Date(milliseconds) });
  expect(mergedAfter(...gone, [snapshot([]), at(STALE_AFTER_MS)])).toEqual([]);
  expect(mergedAfter(...gone, [snapshot([]), at(STALE_AFTER_MS + 1)])).toEqual([[1, 1]]);
});

test('The console shows an alert that only the watch of critical alerts has sent', () => {
  expect(mergedAfter([snapshot([alert(1)]), snapshot([alert(1), alert(2)])])).toContainEqual([2, 1]);
});

test('The console forgets the version of an alert some time after the alert has left every watch', () => {
  const muchLater = snapshot([], { at: new Date(STALE_AFTER_MS + 1) });
  const recent = snapshot([alert(1, 1)], { at: new Date(STALE_AFTER_MS + 2) });
  const steps: Step[] = [
    [snapshot([alert(1, 3)]), undefined],
    [muchLater, undefined],
    [recent, undefined],
  ];
  expect(mergedAfter(...steps)).toEqual([[1, 1]]);
});
