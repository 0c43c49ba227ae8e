import * as z from 'zod/mini';
import { ApiError } from '../shared/base/errors.ts';
import { withMeta } from '../shared/base/schema.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { listUnder } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { connectKey } from '../shared/lambda/connect-key.ts';
import { deletePanel, loadPanel, setPanel, showPanel } from '../shared/panels/change-panel.ts';
import { panelInputSchema, panelSchema } from '../shared/panels/panel.ts';
import { PANEL_FRAMES, panelFramePageSchema } from '../shared/panels/panel-frame.ts';
import {
  EXAMPLE_UNKNOWN_FRAME,
  listUnknownFrames,
  unknownFrameSchema,
  unknownFramesOf,
} from '../shared/panels/unknown-frames.ts';
import { listQuery } from '../shared/table/list-contract.ts';

export const getPanelRoute = defineRoute('panels/get-panel', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}/panel',
  target: DEVICES,
  summary: 'Read the panel of a device',
  access: 'devices:update',
  response: { description: 'The panel, without its key.', body: panelSchema },
  settings: ['GUARD_PANEL_RECEIVER'],
  table: { actions: ['GetItem'] },
});

export const getPanelHandler = createEndpoint(getPanelRoute, async ({ target }, { table, settings }) => {
  const panel = await loadPanel(table, target);
  if (!panel) throw new ApiError('not_found');
  return { body: { ...showPanel(target, panel), receiver: settings.panelReceiver } };
});

export const setPanelRoute = defineRoute('panels/set-panel', {
  method: 'PUT',
  path: '/api/v1/devices/{device_id}/panel',
  target: DEVICES,
  summary: 'Make a device a panel, or set its panel',
  access: 'devices:update',
  isAudited: true,
  request: { body: panelInputSchema },
  response: {
    description: 'The panel. A receiver takes a changed setting within 10 seconds.',
    body: panelSchema,
  },
  errors: ['account_taken'],
  settings: ['GUARD_PANEL_ENCRYPTION_KEY', 'GUARD_PANEL_RECEIVER'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const setPanelHandler = createAuditedEndpoint(
  setPanelRoute,
  async ({ target, body, ifMatch, now }, { table, randomBytes, clock, settings }) => {
    const panel = await setPanel(table, target, body, {
      ifMatch,
      at: formatTimestamp(now),
      randomBytes,
      key: connectKey(settings.panelEncryptionKey, clock),
    });
    return { body: { ...panel, receiver: settings.panelReceiver } };
  },
);

export const deletePanelRoute = defineRoute('panels/delete-panel', {
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}/panel',
  target: DEVICES,
  summary: 'Make a device no panel any more',
  access: 'devices:update',
  isAudited: true,
  response: { description: 'The account is free. The device and its alerts remain.' },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const deletePanelHandler = createAuditedEndpoint(deletePanelRoute, ({ target, ifMatch }, { table }) =>
  deletePanel(table, target, { ifMatch }),
);

export const listPanelFramesRoute = defineRoute('panels/list-panel-frames', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}/frames',
  target: DEVICES,
  summary: 'List the frames of a panel of the last week, newest first',
  access: 'devices:update',
  request: { query: listQuery({}) },
  response: {
    description: 'A page of frames: what the panel sent, what it meant, and what Guard did and answered.',
    body: panelFramePageSchema,
  },
  table: { actions: ['Query'] },
});

export const listPanelFramesHandler = createEndpoint(listPanelFramesRoute, listUnder(PANEL_FRAMES));

const unknownFramesSchema = withMeta(
  z.object({
    data: z.array(unknownFrameSchema),
    addresses: withMeta(z.nullable(z.array(z.string())), {
      description:
        'The addresses and ranges whose frames these are; null for all, which platform admins see.',
      examples: [['203.0.113.7']],
    }),
    caller_address: withMeta(z.string(), {
      description: 'The address from which this request came.',
      examples: ['203.0.113.7'],
    }),
  }),
  {
    id: 'UnknownFrameList',
    examples: [{ data: [EXAMPLE_UNKNOWN_FRAME], addresses: ['203.0.113.7'], caller_address: '203.0.113.7' }],
  },
);

export const listUnknownFramesRoute = defineRoute('panels/list-unknown-frames', {
  method: 'GET',
  path: '/api/v1/panel-frames/unknown',
  summary: 'List frames of the last week that no panel could have sent, newest first',
  access: 'devices:update',
  response: {
    description:
      'At most 200 frames. Platform admins see all of them, others those from the address of this request and from the addresses of their newest panels that were never heard.',
    body: unknownFramesSchema,
    etag: false,
  },
  table: { actions: ['BatchGetItem', 'Query'] },
});

export const listUnknownFramesHandler = createEndpoint(
  listUnknownFramesRoute,
  async ({ scope, now, sender }, { table }) => {
    const callerAddress = sender.ip_address;
    const found =
      scope.kind === 'platform'
        ? { data: await listUnknownFrames(table, now), addresses: null }
        : await unknownFramesOf(table, scope.tenantId, { now, callerAddress });
    return { body: { ...found, caller_address: callerAddress } };
  },
);
