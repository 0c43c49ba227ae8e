import { fieldsOf, firstText, textIn } from '../message.ts';
import { type Format, type Reading, TEST_MESSAGE } from '../signal.ts';
import { readUtc } from '../times.ts';

/**
 * Uptime Kuma, its notification "Webhook": JSON, a form with one field `data`, or GET with the same in the query.
 *
 * Source: louislam/uptime-kuma 1.23 and 2.0, server/notification-providers/webhook.js, server/model/monitor.js.
 *
 * Status 0 is down and raises, 1 is up and resolves, 2 (pending) and 3 (maintenance) say nothing. A message is sent once and may
 * be lost, so each important one is an occurrence of its own; a reminder of a monitor that is still down says nothing new. The
 * button for tests sends no heartbeat. A certificate that expires has no heartbeat either, and is a trouble.
 */
export const uptimeKuma: Format = {
  takesQuery: true,
  read: ({ json }) => read(fieldsOf(json)),
  shown: (json) => {
    const { heartbeat, monitor, msg } = unpack(fieldsOf(json));
    const { id, name, type, hostname, url } = fieldsOf(monitor);
    // A monitor is sent with its whole configuration: users, passwords, headers.
    return { heartbeat, monitor: monitor && { id, name, type, hostname, url }, msg };
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** A form has everything in one field. */
const unpack = (fields: Fields): Fields =>
  fields['heartbeat'] === undefined && fields['data'] !== undefined ? fieldsOf(fields['data']) : fields;

function read(sent: Fields): Reading | undefined {
  const { heartbeat, monitor, msg } = unpack(sent);
  const text = textIn(msg);
  if (heartbeat === null || heartbeat === undefined || heartbeat === 'null') {
    if (text === undefined) return undefined;
    if (/testing/i.test(text)) return TEST_MESSAGE;
    return /certificate/i.test(text) ? certificate(text) : undefined;
  }
  const beat = fieldsOf(heartbeat);
  const { id, name, hostname } = fieldsOf(monitor);
  const thing = firstText(id, beat['monitorID'], beat['monitor_id'], name);
  const status = firstText(beat['status']);
  if (thing === undefined || status === undefined) return undefined;
  if (status !== '0' && status !== '1') {
    return status === '2' || status === '3' ? { signals: [], note: 'nothing_new' } : undefined;
  }
  const isOver = status === '1';
  const label = firstText(name, hostname) ?? `monitor ${thing}`;
  const isReminder = beat['important'] === false || beat['important'] === 0;
  return {
    signals: [
      {
        thing,
        state: isOver ? 'up' : isReminder ? 'down' : `down ${textIn(beat['time']) ?? ''}`,
        isReminder: isReminder && !isOver,
        kind: 'trouble',
        isOver,
        type: 'system-trouble',
        severity: 'high',
        message: `${label} is ${isOver ? 'up' : 'down'}${textIn(beat['msg']) ? `: ${textIn(beat['msg'])}` : ''}`,
        occurredAt: readUtc(beat['time']),
        metadata: { monitor: label },
      },
    ],
  };
}

const certificate = (text: string): Reading => ({
  signals: [
    {
      thing: text.replaceAll(/\d+/g, '#'),
      state: text,
      kind: 'trouble',
      type: 'certificate-expires',
      severity: 'low',
      message: text,
      keptDays: 60,
    },
  ],
});
