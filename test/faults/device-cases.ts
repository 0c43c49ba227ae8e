import { DEVICES } from '../../shared/devices/device.ts';
import { INBOUND_ADDRESSES } from '../../shared/inbound/inbound-address.ts';
import { MAIL_ADDRESSES } from '../../shared/mail-in/mail-address.ts';
import { PANELS } from '../../shared/panels/panel.ts';
import { type Collection, deleting, offlineDeviceCollection, patching } from './changed-things.ts';
import type { Lane } from './lane.ts';
import { newAddress, newDevice, newSite, newZone } from './prepared-things.ts';
import { change, countOf, creation, deletion, inTenant, type WriteCase } from './prepared-write.ts';

/** A device with a mail address. */
const newMailAddress = async (lane: Lane) => {
  const id = await newDevice(lane);
  await lane.guard.call(`POST /api/v1/devices/${id}/mail-address`, { json: {}, token: lane.master });
  return id;
};

const PANEL = { allowed_addresses: ['127.0.0.1/32'] };

const deviceCollection: Collection = { name: 'devices', kind: DEVICES, make: newDevice };

/** Devices, and by what ways their messages come. */
export const DEVICE_CASES: readonly WriteCase[] = [
  {
    route: 'set-panel',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, PANELS, id);
      return {
        request: `PUT /api/v1/devices/${id}/panel`,
        options: { json: PANEL, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'delete-panel',
    async prepare(lane) {
      const id = await newDevice(lane);
      const path = `/api/v1/devices/${id}/panel`;
      await lane.guard.call(`PUT ${path}`, { json: PANEL, token: lane.master });
      return deletion(lane, inTenant(lane, PANELS, id), path);
    },
    repeated: 404,
  },
  {
    route: 'create-inbound-address',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, INBOUND_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/inbound`,
        options: { json: { format: 'generic' }, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'issue-certificate',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      const key = inTenant(lane, INBOUND_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/inbound/certificate`,
        options: { token: lane.master },
        timesDone: async () => Number((await lane.item(key))?.['certificates'] !== undefined),
      };
    },
  },
  {
    route: 'update-inbound-address',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      const request = `PATCH /api/v1/devices/${id}/inbound`;
      const options = { json: { format: 'shelly' }, token: lane.master };
      return change(lane, inTenant(lane, INBOUND_ADDRESSES, id), request, options);
    },
  },
  {
    route: 'delete-inbound-address',
    async prepare(lane) {
      const { id } = await newAddress(lane);
      return deletion(lane, inTenant(lane, INBOUND_ADDRESSES, id), `/api/v1/devices/${id}/inbound`);
    },
    repeated: 404,
  },
  {
    route: 'create-mail-address',
    async prepare(lane) {
      const id = await newDevice(lane);
      const key = inTenant(lane, MAIL_ADDRESSES, id);
      return {
        request: `POST /api/v1/devices/${id}/mail-address`,
        options: { json: {}, token: lane.master },
        timesDone: async () => Number((await lane.item(key)) !== undefined),
      };
    },
  },
  {
    route: 'update-mail-address',
    async prepare(lane) {
      const id = await newMailAddress(lane);
      const options = { json: { severity: 'low' }, token: lane.master };
      const request = `PATCH /api/v1/devices/${id}/mail-address`;
      return change(lane, inTenant(lane, MAIL_ADDRESSES, id), request, options);
    },
  },
  {
    route: 'delete-mail-address',
    async prepare(lane) {
      const id = await newMailAddress(lane);
      return deletion(lane, inTenant(lane, MAIL_ADDRESSES, id), `/api/v1/devices/${id}/mail-address`);
    },
    repeated: 404,
  },
  {
    route: 'create-device',
    async prepare(lane) {
      const siteId = await newSite(lane);
      const device = {
        name: lane.unique(),
        type: 'camera',
        serial: lane.unique(),
        zone_id: await newZone(lane, siteId),
      };
      return creation(lane, DEVICES, `/api/v1/sites/${siteId}/devices`, device);
    },
  },
  patching(
    'update-device',
    deviceCollection,
    async (lane) => ({ site_id: await newSite(lane), serial: lane.unique() }),
    'that moves the device and changes its serial',
  ),
  patching(
    'update-device',
    deviceCollection,
    () => ({ heartbeat_seconds: 60 }),
    'that sets a heartbeat interval',
  ),
  patching(
    'update-device',
    offlineDeviceCollection,
    () => ({ heartbeat_seconds: null }),
    'that removes the heartbeat interval of an offline device',
  ),
  {
    route: 'create-device',
    how: 'with a heartbeat interval',
    async prepare(lane) {
      const device = { name: lane.unique(), type: 'camera', heartbeat_seconds: 60 };
      return creation(lane, DEVICES, `/api/v1/sites/${await newSite(lane)}/devices`, device);
    },
  },
  deleting('delete-device', offlineDeviceCollection, 'that is offline'),
  {
    route: 'import-devices',
    async prepare(lane) {
      const serial = lane.unique();
      const site_id = await newSite(lane);
      const device = { site_id, zone_id: await newZone(lane, site_id), name: 'x', type: 'camera', serial };
      return {
        request: 'POST /api/v1/devices/import',
        options: { json: { devices: [device] }, token: lane.master },
        timesDone: countOf(lane, DEVICES, 'serial', serial),
      };
    },
  },
];
