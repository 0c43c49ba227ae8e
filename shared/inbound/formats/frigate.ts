import { fieldsOf, firstText, type InboundMessage, listOf, textIn } from '../message.ts';
import { type Format, HEARTBEAT, type Reading, type Signal } from '../signal.ts';
import { readEpoch } from '../times.ts';

/**
 * Frigate: its topics `frigate/reviews`, `frigate/events`, `frigate/available`, and their bodies without a topic.
 *
 * Source: blakeblackshear/frigate, docs/integrations/mqtt (0.14 and 0.16).
 *
 * A review of the severity `alert` raises, whichever message of it is the first that says so; one of the severity `detection`
 * raises nothing. A tracked object raises if it is no false positive. `after` counts, `before` is the past. `end` restores. The
 * topics of single cameras, which repeat states and counts, say nothing new.
 */
export const frigate: Format = {
  read: (message) => readAvailable(message) ?? readChange(message) ?? readCamera(message),
};

function readAvailable({ topic, text }: InboundMessage): Reading | undefined {
  if (!topic?.endsWith('/available')) return undefined;
  const isOver = text.trim().toLowerCase() === 'online';
  return {
    signals: [
      {
        thing: topic,
        state: text.trim(),
        kind: 'trouble',
        isOver,
        type: 'communication-trouble',
        message: `Frigate is ${text.trim()}`,
      },
    ],
    // The broker itself says that Frigate is gone.
    isSignOfLife: isOver,
  };
}

/** An identity of its own for each review and object, known for as long as one lasts. */
const KEPT_DAYS = 7;

function readChange({ json, topic }: InboundMessage): Reading | undefined {
  const { type, after } = fieldsOf(json);
  const now = fieldsOf(after);
  const [id, camera] = [textIn(now['id']), textIn(now['camera'])];
  if (id === undefined || camera === undefined) return undefined;
  // Later versions add texts and names to what they have sent.
  if (!['new', 'update', 'end'].includes(String(type))) return { signals: [], note: 'nothing_new' };
  const data = fieldsOf(now['data']);
  const isReview = now['severity'] !== undefined || topic?.endsWith('/reviews') === true;
  const objects = [
    ...new Set([...listOf(data['objects']), ...listOf(now['label'])].flatMap((it) => textIn(it) ?? [])),
  ];
  const zones = [...listOf(data['zones']), ...listOf(now['current_zones'])].flatMap((it) => textIn(it) ?? []);
  const isAlarm = isReview ? now['severity'] === 'alert' : now['false_positive'] !== true;
  if (!isAlarm) return { signals: [], note: 'nothing_new' };
  const where = zones.length === 0 ? '' : ` (${zones.join(', ')})`;
  // The end may be the first that says so. A message that comes after it says nothing new.
  const alert: Signal = {
    thing: id,
    state: 'alert',
    isReminder: true,
    kind: 'alarm',
    type: 'motion',
    severity: isReview ? 'high' : 'medium',
    message: `${camera}${where}: ${objects.join(', ') || 'motion'}`,
    occurredAt: readEpoch(firstText(now['start_time'])),
    metadata: { camera, review: id },
    keptDays: KEPT_DAYS,
  };
  if (type !== 'end') return { signals: [alert] };
  return {
    signals: [
      { ...alert, isImplied: true },
      { ...alert, state: 'alert end', isReminder: false, isOver: true },
    ],
  };
}

function readCamera({ topic }: InboundMessage): Reading | undefined {
  return /^[^/]*frigate[^/]*\//.test(topic ?? '') ? HEARTBEAT : undefined;
}
