import { fieldsOf, firstText, type InboundMessage, listOf, type XmlElement, xmlText } from '../message.ts';
import { type Format, HEARTBEAT, type Reading } from '../signal.ts';
import { readTime } from '../times.ts';
import { slugOf } from '../words.ts';

/**
 * Hikvision cameras and recorders: the ISAPI event `EventNotificationAlert` of "HTTP listening" (alarm server), as XML or JSON,
 * alone or in a form with pictures.
 *
 * Source: ioBroker.hikvision-alarmserver and its issues #5, #7; node-red-contrib-hikvision-ultimate #59, #105; pyHik 0.4.8
 * (names of events); toxuin/alarmserver PR #51.
 *
 * `active` raises, and is posted again while it lasts: the same event within a minute, or one that says that it goes on, says
 * nothing new. `inactive` restores; many cameras never send it. `videoloss` that is `inactive` is the sign of life, and ends a lost picture. `duration`
 * names the event that lasts in `relationEvent`.
 */
export const hikvision: Format = {
  read: (message) => {
    const readings = eventsOf(message).map(read);
    if (readings.length <= 1) return readings[0];
    const signals = readings.flatMap((it) => it?.signals ?? []);
    return readings.every((it) => it === undefined) ? undefined : { ...HEARTBEAT, signals };
  },
};

/** After this time without a post, the next one is a new event. */
const LAPSES_SECONDS = 60;

const alarm = (type: string, text: string) => ({ kind: 'alarm', type, text }) as const;
const trouble = (type: string, text: string) => ({ kind: 'trouble', type, text }) as const;
const note = (text: string) => ({ kind: 'note', type: 'status', text }) as const;

/** What the names of events mean, in lower case. */
const EVENTS: Readonly<
  Record<string, ReturnType<typeof alarm> | ReturnType<typeof trouble> | ReturnType<typeof note>>
> = {
  vmd: alarm('motion', 'motion'),
  motiondetection: alarm('motion', 'motion'),
  pir: alarm('motion', 'motion'),
  linedetection: alarm('intrusion', 'line crossed'),
  fielddetection: alarm('intrusion', 'intrusion into an area'),
  regionentrance: alarm('intrusion', 'area entered'),
  regionexiting: alarm('intrusion', 'area left'),
  loitering: alarm('intrusion', 'loitering'),
  group: alarm('intrusion', 'people gathering'),
  rapidmove: alarm('intrusion', 'fast movement'),
  parking: alarm('intrusion', 'vehicle parked'),
  unattendedbaggage: alarm('intrusion', 'object left'),
  attendedbaggage: alarm('intrusion', 'object removed'),
  audioexception: alarm('intrusion', 'unusual sound'),
  io: alarm('intrusion', 'alarm input'),
  firedetection: alarm('fire', 'fire'),
  smokedetection: alarm('fire', 'smoke'),
  smokeandfiredetection: alarm('fire', 'smoke or fire'),
  tma: alarm('temperature', 'temperature'),
  tmpa: alarm('temperature', 'temperature'),
  temperaturemeasurement: alarm('temperature', 'temperature'),
  tamperdetection: alarm('tamper', 'camera covered'),
  shelteralarm: alarm('tamper', 'camera covered'),
  scenechangedetection: alarm('tamper', 'camera turned'),
  defocus: trouble('camera-trouble', 'out of focus'),
  videoloss: trouble('camera-trouble', 'no picture'),
  badvideo: trouble('camera-trouble', 'bad picture'),
  videomismatch: trouble('camera-trouble', 'wrong video standard'),
  diskfull: trouble('system-trouble', 'disk full'),
  diskerror: trouble('system-trouble', 'disk error'),
  raidexception: trouble('system-trouble', 'disk error'),
  recordingfailure: trouble('system-trouble', 'recording failed'),
  recordexception: trouble('system-trouble', 'recording failed'),
  hdbaddisk: trouble('system-trouble', 'disk error'),
  nicbroken: trouble('network-failure', 'network failure'),
  ipconflict: trouble('network-failure', 'address conflict'),
  illaccess: alarm('tamper', 'failed sign-ins'),
  illegallogin: alarm('tamper', 'failed sign-ins'),
  facedetection: note('face detected'),
  facesnap: note('face detected'),
  anpr: note('number plate read'),
  vehicledetection: note('vehicle detected'),
  peoplecounting: note('people counted'),
  accesscontrollerevent: note('access'),
  heartbeat: note('heartbeat'),
};

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the events, whatever the prefix of its namespace and whether it is XML or JSON. */
function eventsOf({ xml, json }: InboundMessage): readonly Fields[] {
  const root = xml?.['EventNotificationAlert'] ?? xml?.['EventNotificationAlertList'];
  if (root !== undefined) {
    const { EventNotificationAlert: inner = root } = root as XmlElement;
    return listOf(inner).map((element) => textsOf(element as XmlElement));
  }
  const body = fieldsOf(json);
  const listed = fieldsOf(body['EventNotificationAlertList'])['EventNotificationAlert'];
  const events = listOf(listed ?? body['EventNotificationAlert'] ?? body['event_log'] ?? body).map(fieldsOf);
  return events.filter((event) => event['eventType'] !== undefined);
}

const textsOf = (element: XmlElement): Fields =>
  Object.fromEntries(
    Object.keys(element).map((name) => [
      name,
      name === 'relationEvent' || name === 'durationList' || name === 'DurationList'
        ? element[name]
        : xmlText(element[name]),
    ]),
  );

/** The event that lasts, of a message about its duration. */
function lastingEvent(fields: Fields): string | undefined {
  const list = fields['DurationList'] ?? fields['durationList'] ?? fields;
  const text = JSON.stringify(list);
  return /"relationEvent":\s*(?:\[\s*)?(?:\{[^}]*?"#text":\s*)?"([^"]+)"/.exec(text)?.[1];
}

function read(fields: Fields): Reading | undefined {
  const sent = firstText(fields['eventType']);
  if (sent === undefined) return undefined;
  const isLasting = /^duration$/i.test(sent);
  const name = isLasting ? (lastingEvent(fields) ?? sent) : sent;
  const state = firstText(fields['eventState'])?.toLowerCase() ?? 'active';
  const meaning = EVENTS[name.toLowerCase()] ?? alarm(slugOf(name) || 'general-alarm', name);
  const isOver = state === 'inactive';
  if (name.toLowerCase() === 'heartbeat') return HEARTBEAT;
  // The sign of life, which also ends a picture that was lost.
  const isBeat = isOver && name.toLowerCase() === 'videoloss';
  const mac = firstText(fields['macAddress'], fields['ipAddress'], fields['ipv4Address']) ?? 'camera';
  const channel = firstText(fields['channelID'], fields['dynChannelID'], fields['channelId']) ?? '1';
  const label = firstText(fields['channelName'], fields['deviceName']) ?? `channel ${channel}`;
  return {
    ...(isBeat ? { note: 'heartbeat' } : {}),
    signals: [
      {
        thing: `${mac} ${channel}`,
        ...(isBeat ? { isImplied: true } : {}),
        part: name,
        state: isOver ? 'inactive' : 'active',
        kind: meaning.kind,
        isOver,
        type: meaning.type,
        message: `${label}: ${meaning.text}`,
        occurredAt: readTime(fields['dateTime']),
        metadata: { camera: label, event: name },
        ...(isOver ? {} : { lapsesAfterSeconds: LAPSES_SECONDS }),
      },
    ],
  };
}
