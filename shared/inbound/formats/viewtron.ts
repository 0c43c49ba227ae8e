import { findElements, type XmlElement, xmlChildren, xmlText } from '../message.ts';
import { type Format, HEARTBEAT, type Reading, type Signal } from '../signal.ts';
import { readEpoch, readTime } from '../times.ts';
import { slugOf, truthOf } from '../words.ts';

/**
 * Viewtron cameras and recorders, and others of the TVT family: HTTP POST of cameras (1.0, 1.7) and of recorders (2.0.0).
 *
 * Source: mikehaldas/IP-Camera-API, docs/api-reference/events (webhook-overview, ipc-event-format, nvr-event-format,
 * timestamp-handling), observed with firmware of 2026.
 *
 * An event with its `eventId` raises once: `SMART_PROCEDURE` goes on, `SMART_STOP` restores. A status of an alarm raises at true
 * and restores at false, which is when the hold time is over. `DeviceInfo` and `keepalive` are signs of life; tracks, counts,
 * faces and number plates raise nothing. Times are in four forms; those without a zone are those of the site.
 */
export const viewtron: Format = {
  read: ({ xml }) => {
    if (xml === undefined) return undefined;
    if (xml['DeviceInfo'] !== undefined) return HEARTBEAT;
    const root = xmlChildren(xml, 'config')[0];
    return root && read(root);
  },
};

const alarm = (type: string, text: string) => ({ kind: 'alarm', type, text }) as const;
const trouble = (type: string, text: string) => ({ kind: 'trouble', type, text }) as const;
const note = (text: string) => ({ kind: 'note', type: 'status', text }) as const;

/** The kinds of detections, by the words of cameras and of recorders in lower case, misspelled ones too. */
const KINDS: Readonly<
  Record<string, ReturnType<typeof alarm> | ReturnType<typeof trouble> | ReturnType<typeof note>>
> = {
  motion: alarm('motion', 'motion'),
  pea: alarm('intrusion', 'intrusion into an area'),
  perimeter: alarm('intrusion', 'intrusion into an area'),
  regionintrusion: alarm('intrusion', 'intrusion into an area'),
  tripwire: alarm('intrusion', 'line crossed'),
  linecrossing: alarm('intrusion', 'line crossed'),
  aoientry: alarm('intrusion', 'area entered'),
  aoileave: alarm('intrusion', 'area left'),
  ipd: alarm('intrusion', 'people in an area'),
  loitering: alarm('intrusion', 'loitering'),
  osc: alarm('intrusion', 'object left or removed'),
  sensor: alarm('intrusion', 'alarm input'),
  alarmin: alarm('intrusion', 'alarm input'),
  avd: trouble('camera-trouble', 'bad picture'),
  clarityabnormal: trouble('camera-trouble', 'blurred picture'),
  colorabnormal: trouble('camera-trouble', 'discoloured picture'),
  scenechange: alarm('tamper', 'camera turned or covered'),
  tamper: alarm('tamper', 'camera covered'),
  fire: alarm('fire', 'fire'),
  smoke: alarm('fire', 'smoke'),
  temperature: alarm('temperature', 'temperature'),
  videoloss: trouble('camera-trouble', 'no picture'),
  diskfull: trouble('system-trouble', 'disk full'),
  diskerror: trouble('system-trouble', 'disk error'),
  traject: note('track'),
  vehice: note('number plate'),
  vehicle: note('number plate'),
  vfd: note('face'),
  vfd_match: note('face'),
  videofacedetect: note('face'),
  vsd: note('objects'),
  videometadata: note('objects'),
  cpc: note('people counted'),
  cdd: note('crowd density'),
  passlinecount: note('objects counted'),
  passline: note('objects counted'),
  targetcountingbyline: note('objects counted'),
  targetcountingbyarea: note('objects counted'),
  traffic: note('objects counted'),
};

function read(root: XmlElement): Reading | undefined {
  const kindOfMessage = xmlText(root['messageType'])?.toLowerCase();
  if (kindOfMessage === 'keepalive') return HEARTBEAT;
  const info = xmlChildren(root, 'deviceInfo')[0] ?? {};
  const serial =
    [root['sn'], info['sn'], root['mac'], info['mac'], info['macAddress']]
      .map(xmlText)
      .find((it) => it !== undefined) ?? 'camera';
  const name = [root['deviceName'], info['deviceName']].map(xmlText).find((it) => it !== undefined) ?? serial;
  const channel = xmlText(info['channelId']);
  const at = timeOf(root);
  const camera = { thing: channel === undefined ? serial : `${serial} channel ${channel}`, name, at };
  const status = xmlChildren(root, 'alarmStatusInfo')[0];
  if (status) return { signals: readStatus(status, camera) };
  const smartType = xmlText(root['smartType']);
  if (smartType !== undefined) return readEvents(root, smartType, camera);
  return Object.keys(info).length > 0 || root['traject'] !== undefined ? HEARTBEAT : undefined;
}

interface Camera {
  readonly thing: string;
  readonly name: string;
  readonly at: Signal['occurredAt'];
}

const timeOf = (root: XmlElement): Signal['occurredAt'] =>
  readEpoch(xmlText(root['currentTime'])) ?? readTime(xmlText(root['dataTime']) ?? xmlText(root['dateTime']));

/** `perimeterAlarm` and `clarityAbnormal` with true or false; of a recorder with an item for each channel. */
function readStatus(status: XmlElement, { thing, name, at }: Camera): Signal[] {
  return Object.keys(status)
    .filter((it) => !it.startsWith('@') && it !== '#text')
    .flatMap((element): Signal[] => {
      const [own = {}] = xmlChildren(status, element);
      const items = xmlChildren(own, 'item');
      // The plate of a vehicle is none, and a status that calls itself an alarm is one.
      const named = kindOf(element.replace(/Alarm$/i, ''));
      const kind = /^vehicl?e?Alarm$/i.test(element) ? alarm('intrusion', 'vehicle detected') : named;
      return (items.length > 0 ? items : [own]).flatMap((item): Signal[] => {
        const truth = truthOf(xmlText(item));
        if (typeof truth !== 'boolean') return [];
        return [
          {
            thing,
            part: `${element} ${typeof item['@id'] === 'string' ? item['@id'] : ''}`.trim(),
            state: String(truth),
            kind: kind.kind,
            isOver: !truth,
            type: kind.type,
            message: `${name}: ${kind.text}`,
            occurredAt: at,
            lapsesAfterSeconds: STATUS_LAPSES_SECONDS,
          },
        ];
      });
    });
}

/** Longer than the longest hold time of a camera. A status of `false` that was lost must not hide the next alarm. */
const STATUS_LAPSES_SECONDS = 600;
const KEPT_DAYS = 2;

const kindOf = (word: string) => KINDS[word.toLowerCase()] ?? alarm(slugOf(word) || 'general-alarm', word);

function readEvents(root: XmlElement, smartType: string, { thing, name, at }: Camera): Reading {
  // Cameras send the crossing of a line under the name of an intrusion.
  const isTripwire = root['tripwire'] !== undefined;
  const kind = kindOf(isTripwire ? 'tripwire' : smartType);
  if (kind.kind === 'note') return HEARTBEAT;
  const items = findElements(root, 'item').filter((it) => it['eventId'] !== undefined);
  const events = items.length > 0 ? items : [{}];
  const signals = events.map((event): Signal => {
    const id = xmlText(event['eventId']);
    const status = xmlText(event['status']) ?? 'SMART_START';
    const isOver = status === 'SMART_STOP';
    return {
      thing,
      ...(id === undefined ? { part: smartType } : { part: id }),
      state: isOver ? 'over' : 'active',
      kind: kind.kind,
      isOver,
      type: kind.type,
      message: `${name}: ${kind.text}`,
      occurredAt: at,
      metadata: { camera: name, detection: smartType },
      // The numbers of events begin again when the camera restarts.
      lapsesAfterSeconds: id === undefined ? 60 : STATUS_LAPSES_SECONDS,
      keptDays: KEPT_DAYS,
    };
  });
  return { signals };
}
