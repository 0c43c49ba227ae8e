import { expect, test } from 'vitest';
import { ACTION_HOLD_MS, ActionHold, OPENING_HOLD_MS } from '../../../../../lib/console/state/action-hold.ts';

function heldActions() {
  let now = 5_000;
  const actions = new ActionHold(() => now);
  return { actions, pass: (milliseconds: number) => (now += milliseconds) };
}

test('On the alert desk, an action cannot start within a second after the last action started', () => {
  const { actions, pass } = heldActions();
  expect(actions.begin()).toBe(true);
  actions.end();
  pass(ACTION_HOLD_MS - 1);
  expect(actions.begin()).toBe(false);
  expect(actions.leftMs).toBe(1);
  pass(1);
  expect(actions.leftMs).toBe(0);
  expect(actions.begin()).toBe(true);
});

test('On the alert desk, an action cannot start while another one is running', () => {
  const { actions, pass } = heldActions();
  actions.begin();
  pass(60_000);
  expect(actions.isRunning).toBe(true);
  expect(actions.begin()).toBe(false);
  actions.end();
  expect(actions.begin()).toBe(true);
});

test('A button press that the alert desk ignores does not extend the pause between actions', () => {
  const { actions, pass } = heldActions();
  actions.begin();
  actions.end();
  pass(ACTION_HOLD_MS - 1);
  actions.begin();
  pass(1);
  expect(actions.begin()).toBe(true);
});

test('A newly shown button of the alert desk cannot be pressed for a moment, which does not shorten a longer pause between actions', () => {
  const { actions, pass } = heldActions();
  actions.begin();
  actions.end();
  actions.hold(OPENING_HOLD_MS);
  expect(actions.leftMs).toBe(ACTION_HOLD_MS);
  pass(ACTION_HOLD_MS);
  actions.hold(OPENING_HOLD_MS);
  pass(OPENING_HOLD_MS - 1);
  expect(actions.begin()).toBe(false);
  pass(1);
  expect(actions.begin()).toBe(true);
});

test('On the alert desk, another action waits for the one that is running, in order, and the same once more is ignored', () => {
  const { actions } = heldActions();
  const run: string[] = [];
  actions.begin('acknowledge 1');
  expect(actions.wait('acknowledge 1', () => run.push('again'))).toBe('ignored');
  expect(actions.wait(undefined, () => run.push('nameless'))).toBe('ignored');
  for (const about of ['acknowledge 2', 'acknowledge 3']) {
    expect(actions.wait(about, () => run.push(about))).toBe('waits');
  }
  expect(actions.wait('acknowledge 3', () => run.push('again'))).toBe('ignored');
  actions.end();
  expect([run, actions.isRunning]).toEqual([['acknowledge 2'], true]);
  actions.next();
  expect(run).toHaveLength(1);
  actions.end();
  actions.end();
  expect(run).toEqual(['acknowledge 2', 'acknowledge 3']);
  expect([actions.isRunning, actions.leftMs]).toEqual([false, ACTION_HOLD_MS]);
});

test('On the alert desk, at most 20 actions wait', () => {
  const { actions } = heldActions();
  actions.begin('0');
  const waits = Array.from({ length: 21 }, (_, place) => actions.wait(`${place + 1}`, () => {}));
  expect(waits.filter((it) => it === 'waits')).toHaveLength(20);
  expect(waits.at(-1)).toBe('full');
});
