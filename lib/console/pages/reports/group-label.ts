import type { AlertSeverity, ResponseTimeGroup } from '../../../client/index.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel } from '../../state/words.ts';
import { texts } from './reports-texts.ts';

type Grouping = keyof typeof texts.groups;

/** The name of a group in a report. */
export function groupLabel(
  { key, name }: Pick<ResponseTimeGroup, 'key' | 'name'>,
  grouping: Grouping,
  dayText: (day: string) => string,
): string {
  if (grouping === 'none') return texts.groups.none;
  if (key === null) return grouping === 'user' ? texts.nobody : texts.others;
  if (grouping === 'day') return dayText(key);
  if (grouping === 'user') return name ?? texts.unknown;
  const severity = SEVERITIES.find((it): it is AlertSeverity => it === key);
  if (grouping === 'severity' && severity) return severityLabel(severity);
  return name ?? key;
}
