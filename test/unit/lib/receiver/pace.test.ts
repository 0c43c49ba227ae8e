import { expect, test } from 'vitest';
import { Pace } from '../../../../lib/receiver/pace.ts';

test('A panel may send thirty short frames at once and ten a second for long, and a long frame counts as several', () => {
  let now = 0;
  const pace = new Pace(() => now);
  const send = (frames: number, bytes = 60, name = 'panel') => {
    for (let frame = 0; frame < frames; frame++) pace.count(name, bytes);
    return pace.wait(name);
  };
  expect(send(30)).toBe(0);
  expect(send(1)).toBe(100);
  expect(send(30, 60, 'another')).toBe(0);
  now = 100;
  expect(pace.wait('panel')).toBe(0);
  for (now = 200; now < 60_000; now += 100) expect(send(1)).toBe(0);
  now += 10_000;
  expect(send(1, 4_096)).toBe(0);
  expect(send(1, 4_096)).toBe(200);
});

test('A panel that sends too fast is not forgotten when others are', () => {
  let now = 0;
  const pace = new Pace(() => now);
  for (let frame = 0; frame < 200; frame++) pace.count('fast', 60);
  now = 10_000;
  pace.count('last', 60);
  expect(pace.wait('fast')).toBe(7_000);
});
