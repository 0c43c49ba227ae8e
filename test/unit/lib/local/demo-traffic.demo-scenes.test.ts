import { expect, test } from 'vitest';
import { createDemoScenes } from '../../../../lib/local/demo-traffic.ts';

const DEVICES = ['panic-button', 'smoke-detector', 'motion-sensor', 'door-contact'].flatMap((type) =>
  [1, 2, 3].map((number) => ({ id: `${type}-${number}`, name: `${type} ${number}`, type })),
);

function play(scenes: number, silentDeviceId: string | null = 'silent') {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const next = createDemoScenes({ devices: DEVICES, silentDeviceId }, random);
  return Array.from({ length: scenes }, next);
}

test('In the demo traffic, every scene sends an event, and at most 8 alerts are open', () => {
  const open = new Set<string>();
  for (const events of play(2_000)) {
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      if (event.action === 'raise') open.add(String(event.dedup_key));
      if (event.action === 'resolve') expect(open.delete(String(event.dedup_key))).toBe(true);
    }
    expect(open.size).toBeLessThanOrEqual(8);
  }
});

test('The offline device in the demo traffic reports a heartbeat twice in 240 scenes', () => {
  const heard = play(240).filter((events) => events.some(({ action }) => action === 'heartbeat'));
  expect(heard).toHaveLength(2);
  expect(
    play(240, null)
      .flat()
      .some(({ action }) => action === 'heartbeat'),
  ).toBe(false);
});
