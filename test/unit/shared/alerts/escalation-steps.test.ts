import { expect, test } from 'vitest';
import { endOf, NO_STEPS, stepsOfDrill } from '../../../../shared/alerts/escalation-steps.ts';

const drill = { id: '019a0000-0000-7000-8000-000000000001', severity: 'critical' } as const;
const at = '2026-11-20T12:00:00.000+00:00';
const end = '2026-11-20T12:15:00.000+00:00';

test('A drill takes the escalation steps before its end, and its end is the last one', () => {
  const pending = stepsOfDrill(drill, { critical: [2, 15, 20] }, { at, end });
  expect(pending.escalation_steps).toEqual(['2026-11-20T12:02:00.000+00:00', end]);
  expect(pending.due).toBe('2026-11-20T12:02:00.000+00:00');
  expect(endOf(drill.id, pending)).toMatchObject({ escalation_steps: [end], due: end });
});

test('The only step of a drill without escalation is its end', () => {
  expect(stepsOfDrill(drill, {}, { at, end })).toMatchObject({ escalation_steps: [end], due: end });
  expect(endOf(drill.id, NO_STEPS)).toEqual(NO_STEPS);
});
