import type { Panel, PanelUser, PanelZone } from '../../../client/index.ts';
import type { Field } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import {
  addressesIn,
  isPanelKey,
  numbersFault,
  readUser,
  readZone,
  userRow,
  usersIn,
  zoneRow,
  zonesIn,
} from '../../state/panels.ts';
import { texts } from './panel-texts.ts';

/** The fields of a panel, or of a new one. Without encryption, a panel proves itself by its addresses. */
export function panelFields(panel: Panel | undefined, encryption: string): Field[] {
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
    ...(panel ? numberedFields() : []),
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

function numberedFields(): Field[] {
  return [
    {
      kind: 'list',
      name: 'zones',
      label: texts.zones,
      hint: texts.zonesHint,
      read: (given) => ((given as PanelZone[] | undefined) ?? []).map(zoneRow),
      send: zonesIn,
      words: (row) => rowWords(readZone(row)),
      check: (rows) => faultText(rows.map(readZone)),
    },
    {
      kind: 'list',
      name: 'users',
      label: texts.users,
      hint: texts.usersHint,
      read: (given) => ((given as PanelUser[] | undefined) ?? []).map(userRow),
      send: usersIn,
      words: (row) => rowWords(readUser(row)),
      check: (rows) => faultText(rows.map(readUser)),
    },
  ];
}

const rowWords = ({ number, name }: { readonly number: string; readonly name: string }) =>
  `${number} ${name}`.trim();

function faultText(rows: Parameters<typeof numbersFault>[0]): string | undefined {
  const fault = numbersFault(rows);
  return fault && { missing: texts.wrongNumbers, repeated: texts.repeatedNumbers }[fault];
}
