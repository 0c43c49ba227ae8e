import type { Panel, PanelFrame, PanelInput, PanelZone } from '../../client/types.ts';
import type { Values } from './fields.ts';

/** A zone of a panel in its form: `place` is `zone:<id>` or `device:<id>`, empty for no place. */
export const zoneRow = ({ zone_id, device_id, ...zone }: PanelZone) => ({
  ...zone,
  place: zone_id ? `zone:${zone_id}` : device_id ? `device:${device_id}` : '',
});

/** The zone of a row of the form. */
export function zoneOfRow({ place, ...zone }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [kind, id] = typeof place === 'string' ? place.split(':') : [];
  return { ...zone, ...(id !== undefined && { [kind === 'zone' ? 'zone_id' : 'device_id']: id }) };
}

/** Whether two rows have the same number, in the same partition if they have one. */
export function hasRepeatedNumber(rows: readonly Values[]): boolean {
  const names = rows.map(({ number, partition = '' }) => `${Number(number)} ${partition}`);
  return new Set(names).size < names.length;
}

/** Addresses and ranges as a person types them. */
export const addressesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/[\s,;]+/)).filter((it) => it !== '');

const KEY_BYTES = 16;

/** A random key of 128 bits, which every panel that encrypts can take. `random` returns so many random bytes. */
export const generatePanelKey = (random: (count: number) => Uint8Array): string =>
  [...random(KEY_BYTES)].map((it) => it.toString(16).padStart(2, '0').toUpperCase()).join('');

export const isPanelKey = (text: string): boolean => /^(?:[\dA-F]{32}|[\dA-F]{48}|[\dA-F]{64})$/i.test(text);

/**
 * The body that sets a panel with changes. An empty account keeps the panel's, or makes Guard choose one. Another encryption
 * has its own usual time check.
 */
export function panelBody(panel: Panel | undefined, changes: Readonly<Record<string, unknown>>): PanelInput {
  const { line_prefix, encryption, allowed_addresses, trusts_udp, time_check, maker, zones, users } =
    panel ?? {};
  const before = { line_prefix, encryption, allowed_addresses, trusts_udp, time_check, maker, zones, users };
  const isOther = changes['encryption'] !== undefined && changes['encryption'] !== encryption;
  const body = {
    account: panel?.account,
    ...before,
    ...(isOther ? { time_check: undefined } : {}),
    ...changes,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as PanelInput;
}

type Signal = PanelFrame['signals'][number];

/** What a number of the panel is at the site: the zone with the partition of the signal, or the one without any. */
export function zoneOfSignal(
  zones: readonly PanelZone[],
  { zone, partition }: Signal,
): PanelZone | undefined {
  const numbered = zones.filter(({ number }) => zone !== null && String(number) === zone);
  return (
    numbered.find((it) => it.partition !== undefined && String(it.partition) === (partition ?? '0')) ??
    numbered.find((it) => it.partition === undefined)
  );
}
