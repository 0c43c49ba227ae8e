import { setTimeout } from 'node:timers/promises';
import { IoTClient } from '@aws-sdk/client-iot';
import type {
  CloudFormationCustomResourceEvent,
  Context,
  IoTCustomAuthorizerEvent,
  IoTCustomAuthorizerResult,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import type { SpreadTenants } from '../../shared/accounts/status-copies.ts';
import { ApiError } from '../../shared/base/errors.ts';
import { countInbound } from '../../shared/http/rate-limit.ts';
import { recordSign } from '../../shared/inbound/carry-out.ts';
import { clientIdOf, fingerprintOf, parseClientId } from '../../shared/inbound/client-id.ts';
import { policyOfClient } from '../../shared/inbound/client-policy.ts';
import { type BrokerHosts, findBrokerByIot } from '../../shared/inbound/find-broker.ts';
import { parseCredentials } from '../../shared/inbound/open-credentials.ts';
import { type Publication, readPublication } from '../../shared/inbound/publication.ts';
import { readMessages } from '../../shared/inbound/read-body.ts';
import { type OpenAddress, openAddress, openClient } from '../../shared/inbound/receive-message.ts';
import { releaseCertificates } from '../../shared/inbound/release-certificates.ts';
import { TAKING_ACTIONS, takeMessages } from '../../shared/inbound/take-messages.ts';
import { answerCustomResource } from '../../shared/lambda/custom-resource.ts';
import type { Invocation, InvocationState } from '../../shared/lambda/invocation.ts';
import type { RuntimeSource } from '../../shared/lambda/runtime.ts';
import { defineTrigger } from '../../shared/lambda/trigger.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';

export const authorizeClientTrigger = defineTrigger('jobs/mqtt/authorize-client', {
  description: 'Lets clients of MQTT in by the secret of an inbound address',
  trigger: { kind: 'mqtt_authorizer' },
  table: { actions: ['BatchGetItem'] },
});

type ClientEvent = Invocation<IoTCustomAuthorizerEvent>;

/**
 * Makes the custom authorizer of AWS IoT Core. The password is the secret of an inbound address; the client id must be that of
 * the secret, so that it proves in each message who sent it.
 */
export function authorizeClientHandler(source: RuntimeSource) {
  const spread: SpreadTenants = new Set();
  return createTriggeredHandler(
    source,
    authorizeClientTrigger,
    async (event: ClientEvent, context?: Context): Promise<IoTCustomAuthorizerResult> => {
      const { table, settings } = event.state.runtime;
      const { username = '', password = '', clientId = '' } = event.protocolData?.mqtt ?? {};
      const shown = parseCredentials(username, Buffer.from(password, 'base64').toString());
      if (!shown || !('address' in shown)) return REFUSED;
      const { tenantId, deviceId, secretHash } = shown.address;
      const names = { tenantId, deviceId, fingerprint: fingerprintOf(secretHash) };
      const proven = parseClientId(settings.stage, clientId);
      if (!proven || clientIdOf(settings.stage, proven) !== clientIdOf(settings.stage, names)) return REFUSED;
      if (!(await openAddress(table, shown.address, event.state.now, spread))) return REFUSED;
      return policyOfClient(clientId, tenantId, context?.invokedFunctionArn ?? '');
    },
  );
}

const REFUSED: IoTCustomAuthorizerResult = {
  isAuthenticated: false,
  principalId: 'nobody',
  disconnectAfterInSeconds: 300,
  refreshAfterInSeconds: 300,
  policyDocuments: [],
};

export const findBrokerTrigger = defineTrigger('jobs/mqtt/find-broker', {
  description:
    'Finds during a deployment where clients of MQTT connect, and releases certificates before their policy is deleted',
  trigger: { kind: 'custom_resource' },
  // IoT Core detaches a policy from about 15 certificates a second.
  timeoutSeconds: 900,
});

interface Outside {
  readonly fetch: typeof fetch;
  readonly findBroker: (domainConfiguration: string) => Promise<BrokerHosts>;
  readonly releaseCertificates: (policy: string) => Promise<void>;
}

const AWS: Outside = {
  fetch: (...request) => fetch(...request),
  findBroker: findBrokerByIot,
  releaseCertificates: (policy) => releaseCertificates(new IoTClient(), policy, setTimeout),
};

export function findBrokerHandler(source: RuntimeSource, outside: Outside = AWS) {
  return createTriggeredHandler(
    source,
    findBrokerTrigger,
    (event: Invocation<CloudFormationCustomResourceEvent>): Promise<void> => {
      const { DomainConfiguration, CertificatePolicy } = event.ResourceProperties;
      return answerCustomResource(event, outside.fetch, {
        find: async () => ({ ...(await outside.findBroker(String(DomainConfiguration))) }),
        release: () => outside.releaseCertificates(String(CertificatePolicy)),
      });
    },
  );
}

export const receivePublicationTrigger = defineTrigger('jobs/mqtt/receive-publication', {
  description: 'Receives what clients of MQTT publish',
  trigger: {
    kind: 'queue',
    isFifo: false,
    batchSize: 10,
    // A message is tried for a quarter of an hour, for when the table does not answer or its device is over its limit.
    attempts: 10,
    maxConcurrency: 20,
  },
  table: { actions: TAKING_ACTIONS },
  // A batch takes as long as its messages.
  timeoutSeconds: 70,
  settings: [
    'GUARD_ALERT_RETENTION_DAYS',
    'GUARD_RATE_LIMIT_KEY_EVENTS',
    'GUARD_RATE_LIMIT_TENANT',
    'GUARD_THROTTLES',
  ],
});

export function receivePublicationHandler(source: RuntimeSource) {
  const spread: SpreadTenants = new Set();
  return createTriggeredHandler(
    source,
    receivePublicationTrigger,
    async ({ state, Records }: Invocation<SQSEvent>): Promise<SQSBatchResponse> => {
      const { logger, nameSources } = state.runtime;
      const failed: string[] = [];
      // IoT Core keeps no order. Within a batch the time of publication does.
      const fail = ({ messageId }: SQSRecord, error: unknown) => {
        logger.error('A publication was not carried out', { messageId, error: nameSources(error) });
        failed.push(messageId);
      };
      const publications = Records.flatMap((record) => {
        try {
          return [{ record, publication: readPublication(record) }];
        } catch (error) {
          fail(record, error);
          return [];
        }
      });
      publications.sort((left, right) => left.publication.at.getTime() - right.publication.at.getTime());
      for (const { record, publication } of publications) {
        await receive(publication, record, state, spread).catch((error: unknown) => fail(record, error));
      }
      return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  );
}

/** After this time nothing of a message is begun any more. */
const LONGEST_MILLISECONDS = 6_000;

async function receive(
  publication: Publication,
  record: SQSRecord,
  state: InvocationState,
  spread: SpreadTenants,
): Promise<void> {
  const { table, settings, logger } = state.runtime;
  const { messageId } = record;
  const names = parseClientId(settings.stage, publication.client);
  const open = names && (await openClient(table, names, state.now, spread));
  if (!open) {
    // Its credential was revoked while it was connected, or while the message waited.
    logger.info('A publication of a client that counts no longer', { messageId });
    return;
  }
  try {
    await carryOut(open, publication, state);
  } catch (error) {
    if (!isHopeless(error, record)) throw error;
    const { deviceId, tenantId } = open.sender.caller;
    logger.warn('A publication was dropped', {
      messageId,
      reason: error.code,
      device_id: deviceId,
      tenant_id: tenantId,
    });
  }
}

/** Whether another attempt cannot help: the message will not be smaller, or its device has been over its limit all the time. */
function isHopeless(error: unknown, { attributes }: SQSRecord): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const isLast = Number(attributes.ApproximateReceiveCount) >= receivePublicationTrigger.trigger.attempts;
  return error.code === 'message_too_large' || (error.code === 'inbound_limit_reached' && isLast);
}

/** A message that waited longer shows no more that its sender works, in milliseconds. */
const SIGN_MILLISECONDS = 60_000;

async function carryOut(open: OpenAddress, publication: Publication, state: InvocationState): Promise<void> {
  const { topic, payload, address, at, isPresence } = publication;
  const { runtime, now } = state;
  const { table, randomBytes, settings, stopwatch, logger, nameSources } = runtime;
  const begun = stopwatch();
  const context = {
    table,
    now,
    randomBytes,
    retentionDays: settings.alertRetentionDays,
    hasTime: () => stopwatch() - begun < LONGEST_MILLISECONDS,
  };
  const isOld = now.getTime() - at.getTime() > SIGN_MILLISECONDS;
  if (isPresence) {
    if (!isOld) await recordSign(open.sender, { ...context, instantOf: () => Promise.resolve(now) });
    return;
  }
  // Nobody says whether a broker had kept a message for new subscribers.
  const messages = readMessages({
    bytes: payload,
    contentType: undefined,
    topic,
    isRetained: undefined,
    query: {},
  });
  const received = await takeMessages(
    open,
    messages,
    { address, contentType: undefined, isPost: true, isWill: isOld },
    {
      ...context,
      sentAt: at,
      count: (counted) => countInbound(state, open.sender.caller, counted),
    },
  );
  if (received === 'nothing') return;
  for (const error of received.ignored) {
    logger.warn('Of a publication something was not written', { error: nameSources(error) });
  }
  if (received.failure !== undefined) throw received.failure;
}
