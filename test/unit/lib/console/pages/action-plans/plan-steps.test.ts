import { expect, test } from 'vitest';
import { NEW_STEP, withKeys } from '../../../../../../lib/console/pages/action-plans/plan-steps.ts';

const step = (text: string, key = '') => ({ ...NEW_STEP, text, key });
const keysOf = (...steps: ReturnType<typeof step>[]) => withKeys(steps).map(({ key }) => String(key));

test('In the form of an action plan, a new step gets a key from its text, and an existing one keeps its key', () => {
  expect(keysOf(step('Call the keyholder!'), step('Vá à porta'), step('Renamed', 'old'))).toEqual([
    'call-the-keyholder',
    'va-a-porta',
    'old',
  ]);
});

test('Each step of an action plan gets a different key; a text without Latin letters gets its position as the key', () => {
  expect(keysOf(step('Call', 'go'), step('Go'), step('Go'), step('呼ぶ'))).toEqual([
    'go',
    'go-2',
    'go-3',
    'step-4',
  ]);
});

test('The key of an action plan’s step contains only letters, digits and single hyphens, even if a long text is cut', () => {
  const [key = ''] = keysOf(step(`${'x'.repeat(47)} and more`));
  expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});
