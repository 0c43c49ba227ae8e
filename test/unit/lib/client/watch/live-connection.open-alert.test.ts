import { expect, test } from 'vitest';
import { OpenAlert } from '../../../../../lib/client/watch/open-alert.ts';
import { MINUTE, SECOND, startWatch } from '../../../../support/watch-trial.ts';

type Watch = ReturnType<typeof startWatch>;

/** The alerts that the client said are open. */
const saidBy = (watch: Watch, place = -1) =>
  watch
    .socket(place)
    .sent.map((text) => JSON.parse(text))
    .filter(({ type }) => type === 'viewing')
    .map(({ alert_id }) => alert_id);

test('A live watch says which alert is open, says it again on a new connection, and nothing while none is open', async () => {
  const openAlert = new OpenAlert();
  const watch = startWatch({ openAlert });
  await watch.begin();
  expect(saidBy(watch)).toEqual([]);
  openAlert.change('a');
  await watch.time.pass(0);
  expect(saidBy(watch)).toEqual(['a']);
  await watch.time.pass(MINUTE);
  expect(saidBy(watch)).toEqual(['a']);
  watch.socket().happen('close');
  await watch.time.pass(10 * SECOND);
  watch.socket().receive({ type: 'ready' });
  await watch.time.pass(0);
  expect(watch.sockets).toHaveLength(2);
  expect(saidBy(watch)).toEqual(['a']);
  openAlert.change(null);
  await watch.time.pass(2 * SECOND);
  expect(saidBy(watch)).toEqual(['a', null]);
});

test('A live watch says the last of several alerts that were opened within a second', async () => {
  const openAlert = new OpenAlert();
  const watch = startWatch({ openAlert });
  await watch.begin();
  for (const id of ['a', 'b', 'c']) {
    openAlert.change(id);
    await watch.time.pass(100);
  }
  await watch.time.pass(2 * SECOND);
  expect(saidBy(watch)).toEqual(['a', 'c']);
});

test('A live watch whose person opens an alert each second for two hours never sends more messages than the service allows', async () => {
  const openAlert = new OpenAlert();
  const watch = startWatch({ openAlert });
  await watch.begin();
  for (let second = 1; second <= 7_200; second += 1) {
    openAlert.change(String(second));
    await watch.time.pass(SECOND);
    expect(watch.socket().sent.length).toBeLessThanOrEqual(30 + (6 * second) / 60);
  }
  expect(saidBy(watch).length).toBeGreaterThan(300);
});

test('A live watch says nothing more to an older service, which answers with an error', async () => {
  const openAlert = new OpenAlert();
  const watch = startWatch({ openAlert });
  await watch.begin();
  openAlert.change('a');
  await watch.time.pass(0);
  watch.socket().receive({ type: 'error', message: 'x' });
  openAlert.change('b');
  await watch.time.pass(MINUTE);
  expect(saidBy(watch)).toEqual(['a']);
  expect(watch.connection()).toBe('live');
});
