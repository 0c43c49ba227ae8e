import type { Device, Panel, PanelZone, Zone } from '../../../client/index.ts';
import type { Field, Option, Values } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { addressesIn, hasRepeatedNumber, isPanelKey, zoneOfRow, zoneRow } from '../../state/panels.ts';
import { common } from '../../texts/common.ts';
import { texts } from './panel-texts.ts';

/** The fields of a panel, or of a new one. Without encryption, a panel proves itself by its addresses. */
export function panelFields(
  panel: Panel | undefined,
  encryption: string,
  places: readonly Option[] = [],
): Field[] {
  const isPlain = encryption === 'none';
  return [
    {
      kind: 'text',
      name: 'account',
      label: texts.account,
      hint: texts.accountHint,
      limit: limits.PanelInput.account,
      isOmittedIfEmpty: true,
      problem: 'account_taken',
    },
    {
      kind: 'select',
      name: 'encryption',
      label: texts.encryption,
      options: Object.entries(texts.encryptions).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'list',
      name: 'key',
      label: texts.key,
      hint: panel?.has_key ? texts.keyKept : texts.keyHint,
      isRequired: !panel?.has_key,
      isShown: ({ encryption }) => encryption === 'aes',
      read: () => [],
      send: ([key]) => key,
      words: () => '••••',
      check: ([key = '']) => (isPanelKey(key) ? undefined : texts.wrongKey),
    },
    {
      kind: 'list',
      name: 'allowed_addresses',
      label: texts.addresses,
      hint: isPlain ? texts.addressesHint : texts.addressesHintKey,
      isRequired: isPlain,
      read: (given) => (given as string[] | undefined) ?? [],
      send: addressesIn,
      words: (line) => line,
    },
    {
      kind: 'select',
      name: 'maker',
      label: texts.maker,
      hint: texts.makerHint,
      options: Object.entries(texts.makers).map(([value, label]) => ({ value, label })),
    },
    ...(panel ? numberedFields(places) : []),
    {
      kind: 'text',
      name: 'line_prefix',
      label: texts.linePrefix,
      hint: texts.linePrefixHint,
      limit: limits.PanelInput.line_prefix,
      isAdvanced: true,
    },
    {
      kind: 'select',
      name: 'time_check',
      label: texts.timeCheck,
      isAdvanced: true,
      isOmittedIfEmpty: true,
      options: Object.entries(texts.timeChecks)
        .filter(([value]) => !panel || value !== '')
        .map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'check',
      name: 'trusts_udp',
      label: texts.trustsUdp,
      hint: texts.trustsUdpHint,
      isAdvanced: true,
      isShown: ({ encryption }) => encryption === 'none',
    },
  ];
}

/** What a number of a panel can be at its site. */
export const placeOptions = (zones: readonly Zone[], devices: readonly Device[]): readonly Option[] => [
  { value: '', label: texts.noPlace },
  ...zones.map(({ id, name }) => ({ value: `zone:${id}`, label: name, about: common.zone })),
  ...devices.map(({ id, name }) => ({ value: `device:${id}`, label: name, about: common.device })),
];

function numberedFields(places: readonly Option[]): Field[] {
  return [
    {
      kind: 'rows',
      name: 'zones',
      label: texts.zones,
      hint: texts.zonesHint,
      columns: [
        {
          kind: 'number',
          name: 'number',
          label: texts.number,
          limit: limits.PanelZone.number,
          isRequired: true,
        },
        {
          kind: 'number',
          name: 'partition',
          label: texts.partition,
          limit: limits.PanelZone.partition,
          isOmittedIfEmpty: true,
        },
        {
          kind: 'text',
          name: 'name',
          label: texts.zoneName,
          limit: limits.PanelZone.name,
          isOmittedIfEmpty: true,
        },
        { kind: 'choice', name: 'place', label: texts.place, options: places },
      ],
      read: (given) => ((given as PanelZone[] | undefined) ?? []).map(zoneRow),
      send: (rows) => rows.map(zoneOfRow),
      rowName: texts.zoneRow,
      add: texts.addZone,
      most: limits.PanelInput.zones.most,
      ...NUMBERED,
    },
    {
      kind: 'rows',
      name: 'users',
      label: texts.users,
      hint: texts.usersHint,
      columns: [
        {
          kind: 'number',
          name: 'number',
          label: texts.number,
          limit: limits.PanelUser.number,
          isRequired: true,
        },
        { kind: 'text', name: 'name', label: texts.userName, limit: limits.PanelUser.name, isRequired: true },
      ],
      rowName: texts.userRow,
      add: texts.addUser,
      most: limits.PanelInput.users.most,
      ...NUMBERED,
    },
  ];
}

const NUMBERED = {
  empty: {},
  leavesOutEmpty: true,
  words: ({ number, name }: Values) => `${number} ${name}`.trim(),
  check: (rows: readonly Values[]) => (hasRepeatedNumber(rows) ? texts.repeatedNumbers : undefined),
};
