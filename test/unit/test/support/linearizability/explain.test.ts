import { expect, test } from 'vitest';
import { explain } from '../../../../support/linearizability/explain.ts';
import { followedBy, Recorder } from '../../../../support/linearizability/history.ts';
import {
  type SiteAnswer,
  type SiteInput,
  siteModel,
} from '../../../../support/linearizability/models/site.ts';

const is = (name: string) => ({ status: 200, name, etag: name });

test('If a history is not linearizable, the explanation contains only the operations that contradict each other', async () => {
  const recorder = new Recorder<SiteInput, SiteAnswer>();
  await recorder.record(1, { do: 'read' }, async () => is('a'));
  await recorder.record(2, { do: 'rename', name: 'b' }, async () => is('b'));
  await recorder.record(3, { do: 'rename', name: 'c' }, async () => undefined);
  await recorder.record(1, { do: 'read' }, async () => is('a'));
  await recorder.record(2, { do: 'rename', name: 'd' }, async () => is('d'));
  expect(explain(siteModel('a'), recorder.history)).toBe(`No order of these operations explains their answers:
  3–4        client 2: {"do":"rename","name":"b"} → {"status":200,"name":"b","etag":"b"}
  5–         client 3: {"do":"rename","name":"c"} → unknown
  6–7        client 1: {"do":"read"} → {"status":200,"name":"a","etag":"a"}
After most of them the state is {"name":"c","etag":null}, and of these none can follow:
  6–7        client 1: {"do":"read"} → {"status":200,"name":"a","etag":"a"}`);
});

test('A linearizable history has no explanation', () => {
  const history = followedBy<SiteInput, SiteAnswer>([], { do: 'rename', name: 'b' }, is('b'));
  expect(explain(siteModel('a'), history)).toBeUndefined();
  expect(explain(siteModel('a'), followedBy(history, { do: 'read' }, is('b')))).toBeUndefined();
});

test('The helper followedBy appends an operation that begins after the last response of a history', () => {
  const [, second] = followedBy<SiteInput, SiteAnswer>(
    followedBy<SiteInput, SiteAnswer>([], { do: 'read' }, is('a')),
    { do: 'read' },
    is('a'),
  );
  expect(second).toMatchObject({ calledAt: 3, answeredAt: 4 });
});
