import type { Escalation } from '../../client/index.ts';
import type { Field } from '../state/fields.ts';
import { SEVERITIES } from '../state/severities.ts';
import { stepTexts } from '../texts/step-texts.ts';

/** The API's limit: a week. */
const LONGEST_MINUTES = 7 * 24 * 60;

/** A field of a form for each severity: the minutes of its steps. */
export const STEP_FIELDS: readonly Field[] = SEVERITIES.map((name) => ({
  name,
  label: stepTexts.severities[name],
  kind: 'numbers',
  least: 1,
  most: LONGEST_MINUTES,
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
