import type { AuditEvent } from '../../../client/index.ts';
import { ID } from '../../state/screen.ts';
import { common } from '../../texts/common.ts';
import { texts } from './audit-texts.ts';

/** The names of what ids stand for. */
export type Names = ReadonlyMap<string, string>;

/** The names in the events themselves: of who acted, and of what was changed. */
export function namesIn(events: readonly AuditEvent[]): (readonly [id: string, name: string])[] {
  return events.flatMap(({ actor, entity }) => [
    ...(actor.id ? [[actor.id, actor.name] as const] : []),
    ...(entity.id ? [[entity.id, entity.name] as const] : []),
  ]);
}

/** `status: active → blocked`, with names in place of ids. */
export function changeText({ field, from, to }: AuditEvent['changes'][number], names: Names): string {
  const isHidden = from === null && to === null;
  const values = isHidden ? texts.hidden : `${valueText(from, names)} → ${valueText(to, names)}`;
  return `${spaced(field)}: ${values}`;
}

/** A value in words. An id without a known name keeps its end, so that two of them differ. */
function valueText(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  if (typeof value === 'string') {
    return ID.test(value) ? (names.get(value) ?? `${texts.unnamed} …${value.slice(-4)}`) : value;
  }
  if (typeof value !== 'object') return String(value);
  const values = Array.isArray(value)
    ? value.map((it) => valueText(it, names))
    : Object.entries(value).map(([name, it]) => `${names.get(name) ?? spaced(name)} ${valueText(it, names)}`);
  return values.length === 0 ? texts.nothing : values.join(Array.isArray(value) ? ', ' : '; ');
}

const spaced = (name: string) => name.replaceAll('_', ' ');
