import type { ActionPlanStep, Site } from '../../../client/index.ts';
import { type Field, optionsByName, type SimpleField } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { NEW_STEP, withKeys } from './plan-steps.ts';
import { texts } from './plans-texts.ts';

/** The fields of a step. */
export const STEP_COLUMNS: readonly SimpleField[] = [
  // Nobody edits the key. Histories name the step by it.
  { name: 'key', label: '', kind: 'text', isShown: () => false },
  {
    name: 'text',
    label: texts.text,
    kind: 'text',
    limit: limits.ActionPlanStepInput.text,
    isRequired: true,
    isWide: true,
  },
  {
    name: 'kind',
    label: texts.kind,
    kind: 'select',
    options: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'contact_role',
    label: texts.role,
    kind: 'select',
    options: [
      { value: '', label: texts.noRole },
      ...Object.entries(desk.siteSheet.roles).map(([value, label]) => ({ value, label })),
    ],
  },
  { name: 'required', label: texts.required, kind: 'check' },
];

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
        ...SEVERITIES.map((it) => ({ value: it, label: texts.atLeast(common.severities[it]) })),
      ],
    },
    {
      name: 'steps',
      label: texts.steps,
      kind: 'rows',
      hint: texts.stepsHint,
      isRequired: true,
      columns: STEP_COLUMNS,
      empty: NEW_STEP,
      rowName: texts.step,
      add: texts.addStep,
      isOrdered: true,
      fewest: 1,
      most: limits.ActionPlanInput.steps.most,
      read: (given) => (given as ActionPlanStep[] | undefined) ?? [NEW_STEP],
      send: withKeys,
      words: ({ text }) => String(text),
    },
    {
      name: 'status',
      label: common.status,
      kind: 'select',
      options: Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
    },
  ];
}
