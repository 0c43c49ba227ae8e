import type { Site } from '../../../client/index.ts';
import { type Field, optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { type EditedStep, NEW_STEP, readSteps, withKeys, writeSteps } from '../../state/plan-steps.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { texts } from './plans-texts.ts';

/** The fields of an action plan. A deleted site that it names stays chosen until it is taken out. */
export function planFields(sites: readonly Pick<Site, 'id' | 'name'>[]): readonly Field[] {
  return [
    { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.ActionPlanInput.name },
    {
      name: 'types',
      label: texts.types,
      kind: 'list',
      hint: texts.typesHint,
      read: (given) => (Array.isArray(given) ? given.map(String) : []),
      send: (types) => (types.length === 0 ? null : types),
      words: (type) => type,
    },
    {
      name: 'site_ids',
      label: texts.sites,
      kind: 'checklist',
      hint: texts.sitesHint,
      isNullIfEmpty: true,
      options: optionsByName(sites),
    },
    {
      name: 'min_severity',
      label: texts.severity,
      kind: 'select',
      options: [
        { value: '', label: texts.anySeverity },
        ...SEVERITIES.map((it) => ({ value: it, label: texts.atLeast(desk.severities[it]) })),
      ],
    },
    {
      name: 'steps',
      label: texts.steps,
      kind: 'list',
      hint: texts.stepsHint,
      isRequired: true,
      read: (given) => writeSteps(Array.isArray(given) ? (given as EditedStep[]) : [NEW_STEP]),
      send: (steps) => withKeys(readSteps(steps)),
      words: (step) => readSteps([step])[0]?.text ?? '',
      check: checkSteps,
    },
    {
      name: 'status',
      label: common.status,
      kind: 'select',
      options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
    },
  ];
}

function checkSteps(written: readonly string[]): string | undefined {
  const steps = readSteps(written);
  const mostCharacters = limits.ActionPlanStepInput.text.most;
  if (steps.some(({ text }) => text.trim() === '')) return texts.emptyStep;
  return steps.some(({ text }) => [...text].length > mostCharacters)
    ? common.tooLong(mostCharacters)
    : undefined;
}
