import type { Escalation } from '../../client/index.ts';
import type { Field } from '../state/fields.ts';
import * as limits from '../state/limits.ts';
import { SEVERITIES } from '../state/severities.ts';
import { stepTexts } from '../texts/step-texts.ts';

/** A field of a form for each severity: the minutes of its steps. */
export const STEP_FIELDS: readonly Field[] = SEVERITIES.map((name) => ({
  name,
  label: stepTexts.severities[name],
  kind: 'numbers',
  limit: limits.EscalationInput[name].each,
  labels: Object.values(stepTexts.steps),
}));

/** `High: after 5, then 15 minutes.`, for each severity that escalates. */
export function escalationSentences(escalation: Escalation): string[] {
  const sentences = SEVERITIES.flatMap((it) => {
    const minutes = escalation[it] ?? [];
    return minutes.length > 0 ? [stepTexts.sentence(stepTexts.severities[it], minutes)] : [];
  });
  return sentences.length > 0 ? sentences : [stepTexts.nothing];
}
