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
