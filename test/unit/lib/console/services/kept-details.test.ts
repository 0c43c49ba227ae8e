import { expect, test } from 'vitest';
import type { Alert } from '../../../../../lib/client/types.ts';
import { KeptDetails, READ_AHEAD, type ReadAlert } from '../../../../../lib/console/services/kept-details.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const alertOf = (number: number, fields: Partial<Alert> = {}) =>
  makeAlert({ id: idOf(number), severity: 'critical', ...fields });

/** Details with a clock of the test. `answer` is the alert of a read, or its error. */
function startDetails(answer: (id: string) => Promise<Alert> = async (id) => makeAlert({ id })) {
  const reads: string[] = [];
  const time = { now: 1_000_000 };
  const details = new KeptDetails(
    (id) => {
      reads.push(id);
      return answer(id) as Promise<ReadAlert>;
    },
    () => time.now,
  );
  return { details, reads, time };
}

test('The desk reads the worst unacknowledged alerts ahead, the oldest first, and each once', async () => {
  const { details, reads } = startDetails();
  const open = [
    alertOf(1, { severity: 'high' }),
    alertOf(3),
    alertOf(2),
    alertOf(4, { status: 'acknowledged' }),
    alertOf(5, { severity: 'medium' }),
  ];
  for (let times = 0; times < 6; times += 1) await details.readAhead(open);
  expect(reads).toEqual([2, 3, 1].map(idOf));
  expect(details.of(idOf(2))?.alert.id).toBe(idOf(2));
  expect(details.of(idOf(5))).toBeUndefined();
});

test('The desk reads at most 20 alerts ahead, however many ring', async () => {
  const { details, reads } = startDetails();
  const open = Array.from({ length: 200 }, (_, place) => alertOf(place + 1));
  for (let times = 0; times < 40; times += 1) await details.readAhead(open);
  expect(reads).toHaveLength(READ_AHEAD);
});

test('The desk reads one alert ahead at a time, and one that failed again only after a minute', async () => {
  const first = Promise.withResolvers<Alert>();
  const { details, reads, time } = startDetails(() => first.promise);
  const open = [alertOf(1), alertOf(2)];
  const running = details.readAhead(open);
  await details.readAhead(open);
  expect(reads).toEqual([idOf(1)]);
  first.reject(new Error('No network'));
  await running;
  await details.readAhead(open);
  expect(reads).toEqual([1, 2].map(idOf));
  await details.readAhead(open);
  expect(reads).toHaveLength(2);
  time.now += 60_000;
  await details.readAhead(open);
  expect(reads).toEqual([1, 2, 1].map(idOf));
});

test('An alert that was read ahead just now is not read again when it is opened; later reads ask the service', async () => {
  const { details, reads, time } = startDetails();
  await details.readAhead([alertOf(1)]);
  expect((await details.read(idOf(1))).id).toBe(idOf(1));
  expect(reads).toHaveLength(1);
  await details.read(idOf(1));
  expect(reads).toHaveLength(2);
  await details.readAhead([alertOf(2)]);
  time.now += 15_000;
  await details.read(idOf(2));
  expect(reads).toEqual([1, 1, 2, 2].map(idOf));
});

test('An alert that is opened while it is read ahead is read once', async () => {
  const first = Promise.withResolvers<Alert>();
  const { details, reads } = startDetails(() => first.promise);
  void details.readAhead([alertOf(1)]);
  const read = details.read(idOf(1));
  first.resolve(alertOf(1));
  expect((await read).id).toBe(idOf(1));
  expect(reads).toHaveLength(1);
});

test('If reading an opened alert fails, the desk keeps what it had read before', async () => {
  let fails = false;
  const { details } = startDetails(async (id) => {
    if (fails) throw new Error('No network');
    return makeAlert({ id });
  });
  await details.read(idOf(1));
  fails = true;
  await expect(details.read(idOf(1))).rejects.toThrow('No network');
  expect(details.of(idOf(1))?.at).toEqual(new Date(1_000_000));
});

test('The desk forgets the details of alerts that are no longer open', async () => {
  const { details } = startDetails();
  for (const number of [1, 2]) await details.read(idOf(number));
  details.prune(new Set([idOf(2)]));
  expect([details.of(idOf(1)), details.of(idOf(2))?.alert.id]).toEqual([undefined, idOf(2)]);
});
