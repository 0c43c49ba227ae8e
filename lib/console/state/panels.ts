import type { Panel, PanelFrame, PanelInput, PanelUser, PanelZone } from '../../client/types.ts';

/** A zone of a panel as its form edits it: every value is as typed. */
export interface EditedZone {
  readonly number: string;
  readonly partition: string;
  readonly name: string;
  /** `zone:<id>` or `device:<id>`; empty for no place. */
  readonly place: string;
}

export const NEW_ZONE: EditedZone = { number: '', partition: '', name: '', place: '' };

export const NEW_USER = { number: '', name: '' };

/** A form keeps each zone and each user as a text. */
export const writeRow = (row: object): string => JSON.stringify(row);
export const readZone = (text: string): EditedZone => ({ ...NEW_ZONE, ...JSON.parse(text) });
export const readUser = (text: string): typeof NEW_USER => ({ ...NEW_USER, ...JSON.parse(text) });

export function zoneRow({ number, partition, name, zone_id, device_id }: PanelZone): string {
  const place = zone_id ? `zone:${zone_id}` : device_id ? `device:${device_id}` : '';
  return writeRow({
    number: String(number),
    partition: partition === undefined ? '' : String(partition),
    name: name ?? '',
    place,
  });
}

export const userRow = ({ number, name }: PanelUser): string => writeRow({ number: String(number), name });

const isFilled = (row: object) => Object.values(row).some((it) => it !== '');

/** The zones of a form as they are sent. Rows without anything are left out. */
export function zonesIn(texts: readonly string[]): PanelZone[] {
  return texts
    .map(readZone)
    .filter(isFilled)
    .map(({ number, partition, name, place }) => {
      const [kind, id] = place.split(':');
      return {
        number: Number(number),
        ...(partition === '' ? {} : { partition: Number(partition) }),
        ...(name === '' ? {} : { name }),
        ...(id === undefined ? {} : kind === 'zone' ? { zone_id: id } : { device_id: id }),
      };
    });
}

export const usersIn = (texts: readonly string[]): PanelUser[] =>
  texts
    .map(readUser)
    .filter(isFilled)
    .map(({ number, name }) => ({ number: Number(number), name }));

const NUMBER = /^\d{1,4}$/;

/** What is wrong with the numbers of rows; `undefined` if nothing is. */
export function numbersFault(
  rows: readonly { readonly number: string; readonly partition?: string }[],
): 'missing' | 'repeated' | undefined {
  const filled = rows.filter(isFilled);
  if (filled.some(({ number, partition = '' }) => !NUMBER.test(number) || !/^\d{0,2}$/.test(partition))) {
    return 'missing';
  }
  const names = filled.map(({ number, partition = '' }) => `${Number(number)} ${partition}`);
  return new Set(names).size < names.length ? 'repeated' : undefined;
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
