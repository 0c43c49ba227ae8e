import * as z from 'zod/mini';
import type { SpreadTenants } from '../shared/accounts/status-copies.ts';
import { actionTime } from '../shared/alerts/action-context.ts';
import { alertAgeMetrics } from '../shared/alerts/alert-ages.ts';
import { warningsField, withWarnings } from '../shared/alerts/warning.ts';
import { ApiError } from '../shared/base/errors.ts';
import { etagOf } from '../shared/base/etag.ts';
import { withMeta } from '../shared/base/schema.ts';
import { DEVICES } from '../shared/devices/device.ts';
import { createAuditedEndpoint, createEndpoint, senderOf } from '../shared/http/endpoint.ts';
import { apiErrorOf } from '../shared/http/errors.ts';
import { createPipeline } from '../shared/http/pipeline.ts';
import type { PipelineEvent } from '../shared/http/pipeline-state.ts';
import { listUnder } from '../shared/http/plain-endpoints.ts';
import { countInbound } from '../shared/http/rate-limit.ts';
import { readHeader } from '../shared/http/read-header.ts';
import { defineRoute } from '../shared/http/route.ts';
import { parseAddress } from '../shared/inbound/address-secret.ts';
import { issueCertificate } from '../shared/inbound/certificates.ts';
import { changeAddress, loadAddress, makeAddress, revokeAddress } from '../shared/inbound/change-address.ts';
import { clientIdOf, fingerprintOf } from '../shared/inbound/client-id.ts';
import { endQuietly, issuingOf } from '../shared/inbound/end-certificates.ts';
import {
  type AddressSecrets,
  type InboundAddress,
  inboundChangesSchema,
  inboundInputSchema,
  inboundSchema,
  issuedCertificateSchema,
  issuedInboundSchema,
  showAddress,
} from '../shared/inbound/inbound-address.ts';
import {
  INBOUND_MESSAGES,
  inboundRecordPageSchema,
  inboundResultSchema,
} from '../shared/inbound/inbound-record.ts';
import { readMessages, withoutAddress } from '../shared/inbound/read-body.ts';
import { openAddress } from '../shared/inbound/receive-message.ts';
import { TAKING_ACTIONS, takeMessages } from '../shared/inbound/take-messages.ts';
import type { Settings } from '../shared/lambda/settings.ts';
import { connectLinks } from '../shared/pictures/picture-links.ts';
import { sendPictures } from '../shared/pictures/send-pictures.ts';
import { listQuery } from '../shared/table/list-contract.ts';

/** The settings of an address, with where its device may send by MQTT. */
function withBroker(
  { address, secrets }: { readonly address: InboundAddress; readonly secrets: AddressSecrets },
  { mqttBroker, stage }: Pick<Settings, 'mqttBroker' | 'stage'>,
) {
  const { tenant_id: tenantId, id: deviceId } = address;
  const clientId = () =>
    clientIdOf(stage, { tenantId, deviceId, fingerprint: fingerprintOf(secrets.present) });
  if (mqttBroker === null) return { ...showAddress(address), broker: null };
  const { host, port, tls, certificateHost } = mqttBroker;
  const client_id = certificateHost === null ? null : clientId();
  const broker = { host, port, tls, client_id, certificate_host: certificateHost };
  return { ...showAddress(address), broker };
}

export const createInboundAddressRoute = defineRoute('inbound/create-inbound-address', {
  method: 'POST',
  path: '/api/v1/devices/{device_id}/inbound',
  target: DEVICES,
  summary: 'Make an address for another system, or another one in place of the present',
  access: 'devices:update',
  isAudited: true,
  request: { body: inboundInputSchema },
  response: {
    status: 201,
    description:
      'The address, which is shown only once. A former address still works for 24 hours; revoking ends both.',
    body: issuedInboundSchema,
    location: '/api/v1/devices/{device_id}/inbound',
  },
  errors: ['changed_too_often'],
  settings: ['GUARD_MQTT_BROKER'],
  table: { actions: ['ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'] },
});

export const createInboundAddressHandler = createAuditedEndpoint(
  createInboundAddressRoute,
  async ({ target, body, now, baseUrl }, { table, randomBytes, settings }) => {
    const { plainText, ...made } = await makeAddress(table, target, body, { now, randomBytes });
    const shown = withBroker(made, settings);
    return {
      body: { ...shown, url: `${baseUrl}/api/v1/inbound/${plainText}` },
      // The ETag is that of the address without its secret, as later reads return it.
      headers: { ETag: etagOf(shown) },
    };
  },
);

export const getInboundAddressRoute = defineRoute('inbound/get-inbound-address', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}/inbound',
  target: DEVICES,
  summary: 'Read what the inbound address of a device takes',
  access: 'devices:update',
  response: { description: 'The settings of the address, without the address itself.', body: inboundSchema },
  settings: ['GUARD_MQTT_BROKER'],
  table: { actions: ['GetItem'] },
});

export const getInboundAddressHandler = createEndpoint(
  getInboundAddressRoute,
  async ({ target }, { table, settings }) => {
    const stored = await loadAddress(table, target);
    if (!stored) throw new ApiError('not_found');
    return { body: withBroker({ address: stored.entity, secrets: stored.secrets }, settings) };
  },
);

export const updateInboundAddressRoute = defineRoute('inbound/update-inbound-address', {
  method: 'PATCH',
  path: '/api/v1/devices/{device_id}/inbound',
  target: DEVICES,
  summary: 'Change the format or the mapping of an inbound address',
  access: 'devices:update',
  isAudited: true,
  request: { body: inboundChangesSchema },
  response: { description: 'The changed settings. The address remains.', body: inboundSchema },
  settings: ['GUARD_MQTT_BROKER'],
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const updateInboundAddressHandler = createAuditedEndpoint(
  updateInboundAddressRoute,
  async ({ target, body, ifMatch, now }, { table, settings }) => {
    const changed = await changeAddress(table, target, body, { ifMatch, now });
    return { body: withBroker(changed, settings) };
  },
);

export const deleteInboundAddressRoute = defineRoute('inbound/delete-inbound-address', {
  method: 'DELETE',
  path: '/api/v1/devices/{device_id}/inbound',
  target: DEVICES,
  summary: 'Revoke the inbound address of a device, and its former one, at once',
  access: 'devices:update',
  isAudited: true,
  response: {
    description: 'Both addresses are unknown from the next request on, and so are their certificates.',
  },
  usesCertificates: true,
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem'] },
});

export const deleteInboundAddressHandler = createAuditedEndpoint(
  deleteInboundAddressRoute,
  async ({ target, ifMatch }, runtime) => {
    await endQuietly(await revokeAddress(runtime.table, target, { ifMatch }), target, runtime);
  },
);

export const issueCertificateRoute = defineRoute('inbound/issue-certificate', {
  method: 'POST',
  path: '/api/v1/devices/{device_id}/inbound/certificate',
  target: DEVICES,
  summary: 'Issue a certificate with which a device connects by MQTT',
  access: 'devices:update',
  isAudited: true,
  response: {
    status: 201,
    description:
      'The certificate with its private key, which is shown only once. The one before it works for 24 hours more; revoking the address ends both.',
    body: issuedCertificateSchema,
    etag: false,
    location: '/api/v1/devices/{device_id}/inbound', // it says which certificate it has
  },
  errors: ['certificates_not_available', 'changed_too_often'],
  settings: ['GUARD_MQTT_BROKER'],
  usesCertificates: true,
  table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
});

export const issueCertificateHandler = createAuditedEndpoint(
  issueCertificateRoute,
  async ({ target, now }, runtime) => {
    const { table, settings } = runtime;
    const { certificateHost: host = null, port = 0 } = settings.mqttBroker ?? {};
    if (host === null) throw new ApiError('certificates_not_available');
    const { clientId, certificate, privateKey, former } = await issueCertificate(table, target, {
      now,
      ...issuingOf(runtime),
    });
    await endQuietly(former, target, runtime);
    return { body: { client_id: clientId, host, port, certificate, private_key: privateKey } };
  },
);

export const listInboundMessagesRoute = defineRoute('inbound/list-inbound-messages', {
  method: 'GET',
  path: '/api/v1/devices/{device_id}/inbound/messages',
  target: DEVICES,
  summary: 'List the messages of the last week to the address of a device, newest first',
  access: 'devices:update',
  request: { query: listQuery({}) },
  response: {
    description:
      'A page of messages: what was sent, what it meant and what it did. Those that said nothing new share one entry an hour.',
    body: inboundRecordPageSchema,
  },
  table: { actions: ['Query'] },
});

export const listInboundMessagesHandler = createEndpoint(
  listInboundMessagesRoute,
  listUnder(INBOUND_MESSAGES),
);

const receiptSchema = withMeta(
  z.object({
    results: withMeta(z.array(inboundResultSchema), { description: 'What each part of the message did.' }),
    warnings: warningsField,
  }),
  { id: 'InboundReceipt', examples: [{ results: [{ result: 'heartbeat' }] }] },
);

/** Anyone may call it who knows the address: its secret is the credential. */
export const receiveInboundMessageRoute = defineRoute('inbound/receive-inbound-message', {
  method: 'POST',
  alsoAnswers: ['GET', 'PUT'],
  answersHead: true,
  path: '/api/v1/inbound/{secret}',
  summary: 'Receive a message of another system, in its own words',
  access: 'anyone',
  rateClass: 'inbound',
  request: { path: { secret: z.string() } },
  response: {
    description:
      'The message was taken. GET without the parameters of its format, and HEAD, do nothing. Anything that may succeed later is 5xx, never 4xx.',
    body: receiptSchema,
    etag: false,
  },
  errors: ['not_found', 'message_too_large', 'inbound_limit_reached'],
  table: { actions: TAKING_ACTIONS },
  settings: ['GUARD_ALERT_RETENTION_DAYS', 'GUARD_PICTURE_UPLOADS'],
});

/** How long the store may take for a picture. */
const PICTURE_MILLISECONDS = 3_000;

/** Senders wait ten seconds at most. After this time nothing of a message is begun any more. */
const LONGEST_MILLISECONDS = 6_000;

const spread: SpreadTenants = new Set();

export const receiveInboundMessageHandler = createPipeline(receiveInboundMessageRoute, async (event) => {
  const { state, httpMethod } = event;
  const { runtime, now, metrics } = state;
  const { table, randomBytes, stopwatch, settings } = runtime;
  const startedAt = stopwatch();
  const parsed = parseAddress(state.pathParameters?.['secret'] ?? '');
  const open = parsed && (await openAddress(table, parsed, now, spread));
  if (!open) throw new ApiError('not_found', { reason: 'inbound_address' });
  state.caller = open.sender.caller;
  if (httpMethod === 'HEAD') return { body: { results: [] } };
  const contentType = readHeader(event, 'content-type');
  const messages = readMessages({ ...sentBy(event), contentType });
  const received = await takeMessages(
    open,
    messages,
    {
      address: senderOf(event).ip_address,
      contentType: contentType && withoutAddress(contentType),
      isPost: httpMethod !== 'GET',
    },
    {
      count: (counted) => countInbound(state, open.sender.caller, counted),
      table,
      now,
      randomBytes,
      retentionDays: settings.alertRetentionDays,
      hasTime: () => stopwatch() - startedAt < LONGEST_MILLISECONDS,
      keepPictures: (alertId, pictures) =>
        sendPictures(table, { tenant_id: parsed.tenantId, id: alertId }, pictures, {
          actor: open.sender.actor,
          now,
          ...actionTime(now, randomBytes),
          sign: connectLinks(settings.pictureUploads),
          send: (url, request) =>
            fetch(url, { ...request, signal: AbortSignal.timeout(PICTURE_MILLISECONDS) }),
        }),
    },
  );
  if (received === 'nothing') return { body: { results: [] } };
  for (const alert of received.resolved) metrics.push(...alertAgeMetrics('resolve', alert, now));
  for (const error of received.ignored) apiErrorOf(error, event); // logs it
  if (received.failure !== undefined) throw repeatable(received.failure);
  const { results, warnings } = received;
  return { body: { results: [...results], ...withWarnings(warnings) } };
});

/** The error of a message that its sender must send again. Senders give up at 4xx. */
function repeatable(failure: unknown): unknown {
  if (!(failure instanceof ApiError) || failure.status >= 500 || failure.code === 'not_found') return failure;
  return new ApiError('service_unavailable', { reason: failure.code });
}

/** The body, the topic and the query of a request. The parameters with the topic are no part of the message. */
function sentBy(event: PipelineEvent) {
  const { topic: queried, retain, ...query } = event.queryStringParameters ?? {};
  const topic = readHeader(event, 'mqtt-topic') ?? queried;
  const retained = (readHeader(event, 'mqtt-retain') ?? retain)?.trim().toLowerCase();
  return {
    bytes: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    topic: topic === undefined || topic.trim() === '' ? undefined : topic.trim(),
    isRetained: retained === undefined ? undefined : ['1', 'true', 'yes'].includes(retained),
    query: Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}
