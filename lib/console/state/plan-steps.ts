import type { ActionPlanStep, ActionPlanStepKind } from '../../client/types.ts';

/** A step in a form. A new one has no key yet. */
export interface EditedStep {
  readonly key: string;
  readonly text: string;
  readonly kind: ActionPlanStepKind;
  readonly contact_role: string | null;
  readonly required: boolean;
}

export const NEW_STEP: EditedStep = { key: '', text: '', kind: 'call', contact_role: null, required: true };

/** The steps as the texts of a form, which compares texts. */
export function writeSteps(steps: readonly EditedStep[]): readonly string[] {
  return steps.map(({ key, text, kind, contact_role, required }) =>
    JSON.stringify({ key, text, kind, contact_role, required }),
  );
}

export function readSteps(texts: readonly string[]): readonly EditedStep[] {
  return texts.map((it) => JSON.parse(it) as EditedStep);
}

/** The steps to send: a new one gets a key from its text. Histories name the others by their keys, which stay. */
export function withKeys(steps: readonly EditedStep[]): ActionPlanStep[] {
  const taken = new Set(steps.map(({ key }) => key));
  return steps.map((step, place) => {
    const { key } = step;
    if (key !== '') return step;
    const wanted = slugOf(step.text) || `step-${place + 1}`;
    const made = firstFree(wanted, taken);
    taken.add(made);
    return { ...step, key: made };
  });
}

const LONGEST_KEY = 48;

/** `Call the keyholder!` → `call-the-keyholder`. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_KEY)
    .replace(/^-|-$/g, '');
}

function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(key)) return key;
  }
}
