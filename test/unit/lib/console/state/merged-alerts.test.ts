import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../../../lib/client/types.ts';
import type { AlertsSnapshot } from '../../../../../lib/client/watch/watch-options.ts';
import { REMEMBERED_MS } from '../../../../../lib/console/state/alerts.ts';
import { MergedAlerts } from '../../../../../lib/console/state/merged-alerts.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const alert = (number: number, version = 1) => makeAlert({ id: idOf(number), version });

/** What a watch tells, newest first, as watches do. */
const tells = (alerts: readonly Alert[], said: Partial<AlertsSnapshot> = {}): AlertsSnapshot => ({
  alerts: [...alerts].sort((one, other) => (one.id < other.id ? 1 : -1)),
  capped: false,
  connection: 'live',
  at: new Date(0),
  ...said,
});

type Step = Parameters<MergedAlerts['take']>;

/** What is shown after the last step: the numbers of alerts, and their versions. */
function shownAfter(...steps: readonly Step[]) {
  const told = new MergedAlerts();
  const shown = steps.map((step) => told.take(...step)).at(-1) ?? [];
  return shown.map(({ id, version }) => [Number(id.slice(-12)), version]);
}

describe('what two watches tell', () => {
  test('is each alert once, as the one says that knows more', () => {
    const [one, other] = [
      [alert(1, 1), alert(2, 2), alert(3)],
      [alert(1, 2), alert(2, 1), alert(4)],
    ];
    const both = [
      [1, 2],
      [2, 2],
      [3, 1],
      [4, 1],
    ];
    expect(shownAfter([tells(one), tells(other)]).sort()).toEqual(both);
    expect(shownAfter([tells(other), tells(one)]).sort()).toEqual(both);
  });

  test('is nothing while they have told nothing', () => {
    expect(shownAfter([undefined, undefined])).toEqual([]);
  });
});

describe('an alert that both watches tell of', () => {
  test('stays as it was when the one that knew more leaves it out, since it has no room', () => {
    const late = tells([alert(1, 1)]);
    expect(
      shownAfter(
        [tells([alert(1, 3), alert(2)]), late],
        [tells([alert(2), alert(3)], { capped: true }), late],
      ),
    ).toContainEqual([1, 3]);
  });

  test('stays as it was when the one that knew more has forgotten all, since its reach is another', () => {
    const late = tells([alert(1, 1)]);
    const empty = tells([], { connection: 'offline' });
    expect(shownAfter([tells([alert(1, 3)]), late], [empty, late])).toEqual([[1, 3]]);
    expect(shownAfter([tells([alert(1, 3)]), undefined], [empty, undefined], [tells([]), late])).toEqual([
      [1, 3],
    ]);
  });

  test('is over when the watch of all alerts tells no more of it, though the other one does', () => {
    const late = tells([alert(1)]);
    expect(shownAfter([tells([alert(1), alert(2)]), late], [tells([alert(2)]), late])).toEqual([[2, 1]]);
    // Also where there are too many, if it is not among the oldest.
    const told = [alert(0), alert(1), alert(2)];
    const without = [alert(0), alert(2)];
    expect(shownAfter([tells(told), late], [tells(without, { capped: true }), late])).not.toContainEqual([
      1, 1,
    ]);
    // Also when it was resolved while there was no connection.
    const lost = tells(told, { connection: 'offline' });
    expect(shownAfter([lost, late], [tells(without), late])).not.toContainEqual([1, 1]);
  });

  test('is open again when the watch of all alerts tells so, or when the other one has told it for too long to lag', () => {
    const late = tells([alert(1)]);
    const over = [
      [tells([alert(1)]), late],
      [tells([]), late],
    ] satisfies Step[];
    expect(shownAfter(...over)).toEqual([]);
    const again = tells([alert(1, 2)]);
    expect(shownAfter(...over, [again, late], [again, late])).toEqual([[1, 2]]);
    const at = (milliseconds: number) => tells([alert(1)], { at: new Date(milliseconds) });
    expect(shownAfter(...over, [tells([]), at(REMEMBERED_MS)])).toEqual([]);
    expect(shownAfter(...over, [tells([]), at(REMEMBERED_MS + 1)])).toEqual([[1, 1]]);
  });
});

test('an alert that only the watch of critical ones has told of is shown: it was the first', () => {
  expect(shownAfter([tells([alert(1)]), tells([alert(1), alert(2)])])).toContainEqual([2, 1]);
});

test('an alert that nobody has told of for long is told as if it were new', () => {
  const muchLater = tells([], { at: new Date(REMEMBERED_MS + 1) });
  const recent = tells([alert(1, 1)], { at: new Date(REMEMBERED_MS + 2) });
  expect(shownAfter([tells([alert(1, 3)]), undefined], [muchLater, undefined], [recent, undefined])).toEqual([
    [1, 1],
  ]);
});
