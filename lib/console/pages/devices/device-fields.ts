import type { Site, Zone } from '../../../client/index.ts';
import { type Field, optionsByName } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { sitesToChoose } from '../../state/premises.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { deviceTypeLabel, severityLabel, typeNamed, typeNames } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './devices-texts.ts';

/** The fields for the place of a device. The zones are those of the chosen site; undefined until they are read. */
export function placeFields(
  sites: readonly Site[] | undefined,
  siteId: string | undefined,
  zones: readonly Zone[] | undefined,
  zoneId?: string | null,
): Field[] {
  const known = zoneId && !zones ? [{ value: zoneId, label: '…' }] : [];
  return [
    {
      kind: 'choice',
      name: 'site_id',
      label: common.site,
      isRequired: true,
      placeholder: texts.chooseSite,
      options: optionsByName(sitesToChoose(sites, siteId)),
    },
    {
      kind: 'choice',
      name: 'zone_id',
      label: common.zone,
      options: [{ value: '', label: texts.noZone }, ...known, ...optionsByName(zones ?? [])],
    },
  ];
}

/** The fields for what a device is, and how it is watched. */
export function detailFields(types: readonly string[]): Field[] {
  return [
    { kind: 'text', name: 'name', label: common.name, isRequired: true, limit: limits.DeviceInput.name },
    {
      kind: 'text',
      name: 'type',
      label: common.type,
      hint: texts.typeHint,
      isRequired: true,
      limit: limits.DeviceInput.type,
      suggestions: typeNames('device', types),
      words: { of: deviceTypeLabel, meant: (typed) => typeNamed('device', typed) },
    },
    {
      kind: 'text',
      name: 'serial',
      label: texts.serial,
      hint: texts.serialHint,
      limit: limits.DeviceInput.serial,
    },
    {
      kind: 'number',
      name: 'heartbeat_seconds',
      label: texts.heartbeat,
      hint: texts.heartbeatHint,
      limit: limits.DeviceInput.heartbeat_seconds,
    },
    {
      kind: 'select',
      name: 'offline_severity',
      label: texts.offlineSeverity,
      options: SEVERITIES.map((value) => ({ value, label: severityLabel(value) })),
    },
    {
      kind: 'number',
      name: 'runaway_after',
      label: texts.runawayAfter,
      hint: texts.runawayHint,
      limit: limits.DeviceInput.runaway_after,
      suggestions: ['20'],
    },
  ];
}
