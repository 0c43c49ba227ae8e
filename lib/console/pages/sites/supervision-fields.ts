import { ALERT_SEVERITIES } from '../../../../shared/base/severities.ts';
import { WEEKDAYS, type Weekday } from '../../../../shared/base/weekdays.ts';
import type { Device, SupervisionInput, SupervisionKind } from '../../../client/index.ts';
import { bodyOf, type Field, optionsByName, shownIn, type Values } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { dayText } from '../on-call/zone-times.ts';
import { texts } from './supervision-texts.ts';

const KINDS: readonly SupervisionKind[] = ['closing', 'opening', 'out_of_hours', 'test', 'check_in'];

/** The severity that the service takes if nobody chooses one. */
const USUAL_SEVERITY: Readonly<Record<SupervisionKind, (typeof ALERT_SEVERITIES)[number]>> = {
  closing: 'high',
  opening: 'medium',
  out_of_hours: 'high',
  test: 'medium',
  check_in: 'critical',
};

/** A time of a supervision, as the form edits it. */
interface EditedWindow {
  readonly weekdays: readonly Weekday[];
  readonly from: string;
  readonly to: string;
}

/** Day 4 since 1970 was a Monday. */
const FIRST_MONDAY = 4;

const shortDay = (day: Weekday): string =>
  dayText(FIRST_MONDAY + WEEKDAYS.indexOf(day), { weekday: 'short' });

/** A window with its days in the order of the week, not in that of the clicks. */
const inOrder = ({ weekdays, ...window }: EditedWindow): EditedWindow => ({
  ...window,
  weekdays: WEEKDAYS.filter((it) => weekdays.includes(it)),
});

export function windowText({ weekdays, from, to }: EditedWindow): string {
  const days = weekdays.length === WEEKDAYS.length ? [] : [weekdays.map(shortDay).join(', ')];
  return [...days, `${from}–${to}`].join(' ');
}

const NEW_WINDOW: EditedWindow = {
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  from: '09:00',
  to: '20:00',
};

const kindOf = (values: Values) => values['kind'] as SupervisionKind;

/** The fields of a supervision. Only what its kind needs is shown; the kind itself never changes. */
export function supervisionFields(devices: readonly Device[], isNew: boolean): readonly Field[] {
  const kind: Field = {
    name: 'kind',
    label: texts.kind,
    kind: 'select',
    isRequired: true,
    options: KINDS.map((value) => ({ value, label: texts.kinds[value] })),
  };
  return [
    ...(isNew ? [kind] : []),
    { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.SupervisionInput.name },
    {
      name: 'device_id',
      label: common.device,
      kind: 'choice',
      isRequired: true,
      options: optionsByName(devices),
      isShown: (values) => kindOf(values) === 'test',
    },
    {
      name: 'every_minutes',
      label: texts.every,
      hint: texts.everyHint,
      kind: 'number',
      limit: limits.SupervisionInput.every_minutes,
      isRequired: true,
      isShown: (values) => ['test', 'check_in'].includes(kindOf(values)),
    },
    {
      name: 'windows',
      label: texts.windows,
      hint: texts.windowsHint,
      kind: 'rows',
      columns: [
        {
          name: 'weekdays',
          label: texts.days,
          kind: 'checklist',
          isRow: true,
          options: WEEKDAYS.map((value) => ({ value, label: shortDay(value) })),
        },
        { name: 'from', label: texts.from, kind: 'time' },
        { name: 'to', label: texts.to, kind: 'time' },
      ],
      empty: NEW_WINDOW,
      rowName: (_, { from, to }) => `${from}–${to}`,
      add: texts.addWindow,
      fewest: 1,
      most: limits.SupervisionInput.windows.most,
      send: (rows) => (rows as unknown as EditedWindow[]).map(inOrder),
      words: (row) => windowText(inOrder(row as unknown as EditedWindow)),
      isShown: (values) => kindOf(values) !== 'test',
    },
    {
      name: 'grace_minutes',
      label: texts.grace,
      kind: 'number',
      limit: limits.SupervisionInput.grace_minutes,
      isRequired: true,
    },
    {
      name: 'severity',
      label: desk.list.severity,
      kind: 'select',
      options: ALERT_SEVERITIES.map((value) => ({ value, label: common.severities[value] })),
    },
    {
      name: 'partition',
      label: texts.partition,
      hint: texts.partitionHint,
      kind: 'text',
      limit: limits.SupervisionInput.partition,
      isAdvanced: true,
      isShown: (values) => !['test', 'check_in'].includes(kindOf(values)),
    },
    {
      name: 'except',
      label: texts.except,
      kind: 'list',
      read: (given) => (Array.isArray(given) ? given.map(String) : []),
      send: (list) => list.filter((it) => it !== ''),
      words: (text) => text,
      isAdvanced: true,
      isShown: (values) => kindOf(values) !== 'test',
    },
    {
      name: 'status',
      label: common.status,
      kind: 'select',
      isAdvanced: true,
      options: (['active', 'paused'] as const).map((value) => ({ value, label: texts.statuses[value] })),
    },
  ];
}

/** The first values of a new supervision. */
export const NEW_SUPERVISION = {
  kind: 'closing',
  windows: [NEW_WINDOW],
  grace_minutes: 15,
  severity: USUAL_SEVERITY.closing,
  status: 'active',
} as const;

/** The values after a change: another kind has another usual severity. */
export function withKind(values: Values, changed: string): Values {
  return changed === 'kind' ? { ...values, severity: USUAL_SEVERITY[kindOf(values)] } : values;
}

/** The supervision of a form. The service checks it. */
export function supervisionOf(fields: readonly Field[], values: Values, siteId: string): SupervisionInput {
  return { ...bodyOf(shownIn(fields, values), values), site_id: siteId } as unknown as SupervisionInput;
}

/** The draft of a preview as JSON; `undefined` while the form lacks what decides about it. */
export function draftOf(fields: readonly Field[], values: Values, siteId: string): string | undefined {
  const draft = supervisionOf(fields, values, siteId);
  const { kind, windows = [], every_minutes, device_id, grace_minutes } = draft;
  const hasWindows = kind === 'test' || (windows.length > 0 && windows.every((it) => it.weekdays.length > 0));
  const needsEvery = kind === 'test' || kind === 'check_in';
  const hasRest = (!needsEvery || every_minutes) && (kind !== 'test' || device_id) && grace_minutes !== null;
  return hasWindows && hasRest ? JSON.stringify({ ...draft, name: draft.name || '…' }) : undefined;
}
