import { describe, expect, test } from 'vitest';
import { type Meaning, type MeaningSettings, readMeaning } from '../../../../shared/mail-in/read-meaning.ts';

const read = (subject: string, text: string, settings: Partial<MeaningSettings> = {}) =>
  readMeaning({ subject, text }, { names: [], ...settings });

const dahua = (event: string, time = 'Alarm Start Time') =>
  `Alarm Event: ${event}\nAlarm Input Channel: 1\n${time}(D/M/Y H:M:S): 28/11/2026 22:10:05\nAlarm Device Name: CAM-GATE-07\nAlarm Name: \nIP Address: 192.0.2.64`;
const hikvision = (event: string) =>
  `This is an automatically generated e-mail from your DVR.\n\nEVENT TYPE: ${event}\nEVENT TIME: 2026-11-28,22:10:05\nDVR NAME: Embedded Net DVR\nDVR S/N: DS-0000\nCAMERA NAME(NUM): Garage(A2)`;
const tvt = (...events: string[]) =>
  events
    .map(
      (event, place) =>
        `Channel: ${place + 1}, Camera:Tor ${place}\nAlarm:${event}, Time:2026-11-28 22:10:0${place % 10}`,
    )
    .join('\n');

/** What is understood as a whole. */
const UNDERSTOOD: readonly (readonly [Meaning, string, string])[] = [
  ['restored', 'IPC Message', dahua('Motion Detection Stop', 'Alarm Stop Time')],
  ['restored', 'IPC Message', dahua('Motion Detect(End)')],
  ['restored', 'IPC Message', dahua('Local Alarm Restore')],
  ['restored', 'Embedded Net DVR: Motion Stopped On Channel A2', hikvision('Motion Stopped')],
  ['restored', 'Camera alarm', dahua('Person Detected Ended')],
  ['restored', 'NVR Alarm', tvt('Motion End', 'Motion End')],
  ['restored', '', 'Motion Alarm Stop'],
  ['restored', 'Stop', ''],
  ['restored', 'end', ''],
  ['restored', '(null)', 'Alarm Event: Alarm Input Restored'],
  ['restored', 'CAM 12 VIDEO RECOVERED'.replace('VIDEO', 'VIDEO LOSS'), ''],
  ['restored', 'No motion detected', ''],
  ['restored', 'Bewegung beendet', ''],
  ['restored', 'Ende der Bewegung', ''],
  ['restored', 'Fin de movimiento', ''],
  ['restored', 'Movimento encerrado', ''],
  [
    'restored',
    'Mensaje',
    'Tipo de evento: Movimiento finalizado\nHora: 22:10:05\nNombre del dispositivo: Patio',
  ],
  ['recorded', 'IPC Message', dahua('Mail Test')],
  ['recorded', 'Test', 'This is a test email.'],
  ['recorded', 'SMTP Test', 'Hello'],
  ['recorded', 'Testmail', 'Dies ist eine Testmail'],
  ['recorded', 'Correo de prueba', ''],
  [
    'recorded',
    'Camera alarm',
    'If you receive this e-mail, you have successfully set up and tested the E-mail alert from your IPC.',
  ],
  ['trouble', 'Embedded Net DVR: HDD Full', hikvision('HDD Full')],
  ['trouble', 'IPC Message', dahua('Storage device error')],
  ['trouble', 'SD card error', ''],
  ['trouble', 'No disk', ''],
  ['trouble', 'HDD 1 error', ''],
  ['trouble', 'Festplatte voll', ''],
  ['trouble_over', 'HDD recovered', ''],
  ['trouble_over', 'IPC Message', dahua('Storage error restored')],
];

/** What raises, because it is an alarm, or only a part of it is understood. */
const ALARMS: readonly (readonly [string, string])[] = [
  ['IPC Message', dahua('Tamper Detect')],
  ['', ''],
  ['', 'Motion Detection'],
  ['Backend door', 'Backend door open'],
  ['Movement at "Drive"', 'Movement by camera "Drive/pi" at 22:10\n\nend'],
  ['Motion stopped', 'Person at the gate'],
  ['NVR Alarm', tvt('Motion End', 'Motion')],
  ['NVR Alarm', tvt(...Array.from({ length: 15 }, () => 'Motion End'), 'Video loss')],
  ['Camera stopped', ''],
  ['Recording stopped', ''],
  ['Emergency stop', ''],
  ['Motion detection disabled', ''],
  ['Test button pressed', ''],
  ['Stop! Intruder at the end of the yard', ''],
  ['Motion test area', ''],
  ['Storage room motion', ''],
  ['Storage', dahua('Motion Detection')],
  ['HDD error', 'Motion detected'],
  ['Full disk area: intruder', ''],
  ['IPC Message', dahua('Test lab')],
  ['Motion detected at gate', dahua('Motion Detection Stop')],
  ['IPC Message', `${dahua('Motion Detection Stop')}\nSomebody is climbing over the fence`],
  ['Video loss', ''],
  ['null', 'glass break end of corridor'],
];

test.each([
  ['Intruder in yard', 'This is a test message'],
  ['Robbery', 'Alarm Event: Test'],
  ['Help', dahua('Motion Detection Stop')],
  ['Intruder', dahua('HDD Full')],
  ['Alarm from gate camera', dahua('Person Detected Ended')],
])('A subject that says something else than the text is an alarm: "%s" / %j', (subject, text) => {
  expect(read(subject, text).meanings).toEqual(['alarm']);
  expect(read(subject, text, { subject }).meanings).not.toEqual(['alarm']);
});

test('A test or a stop whose text is read in part is an alarm', () => {
  for (const text of ['Test', 'Motion stopped']) {
    expect(readMeaning({ subject: '', text, isWhole: false }, { names: [] }).meanings).toEqual(['alarm']);
  }
});

test.each(UNDERSTOOD)('A mail is understood as %s: "%s" / %j', (means, subject, text) => {
  expect(read(subject, text).meanings).toEqual([means]);
});

test.each(ALARMS)('A mail is an alarm: "%s" / %j', (subject, text) => {
  expect(read(subject, text).meanings).toEqual(['alarm']);
});

describe('names say nothing', () => {
  test.each([
    ['alarm', 'Test lab: Motion detected', ''],
    ['alarm', 'Test lab', 'Motion Detected'],
    ['alarm', 'Test lab', ''],
    ['restored', 'Test lab: motion ended', ''],
    ['restored', 'Stop sign camera', dahua('Motion Stop')],
  ] as const)('It is %s: "%s" / %j', (means, subject, text) => {
    expect(read(subject, text, { names: ['Test lab', 'Stop sign camera'] }).meanings).toEqual([means]);
  });

  test('The name of the camera in the mail is taken out of the subject', () => {
    expect(read('Garage: Motion Stopped', hikvision('Motion Stopped')).meanings).toEqual(['restored']);
  });
});

describe('the configured subject says nothing', () => {
  test('A stop under a subject that names an alarm restores if it is the configured one', () => {
    const stop = dahua('Motion Detection Stop');
    expect(read('Motion at the yard', stop).meanings).toEqual(['alarm']);
    expect(read('Motion at the yard', stop, { subject: 'motion at the yard' }).meanings).toEqual([
      'restored',
    ]);
    expect(read('Motion at the yard', stop, { isUsualSubject: true }).meanings).toEqual(['restored']);
  });

  test('What the device adds to it counts', () => {
    expect(read('Yard Motion stop', '', { subject: 'Yard' }).meanings).toEqual(['restored']);
    expect(read('Yard Motion', '', { subject: 'Yard' }).meanings).toEqual(['alarm']);
  });
});

test('A phrase without letters, which would match any line of names alone, matches none', () => {
  const settings = { names: ['Cam hold'], phrases: [{ text: '---', means: 'recorded' }] } as const;
  expect(read('Cam hold', '', settings).meanings).toEqual(['alarm']);
});

describe("a tenant's phrases", () => {
  const phrases = [
    { text: 'Zone quiet', means: 'restored' },
    { text: 'Motion end', means: 'alarm' },
    { text: 'Lens dirty', means: 'trouble' },
  ] as const;
  test.each([
    ['restored', 'zone  quiet!', ''],
    ['restored', '', 'Event: Zone Quiet'],
    ['alarm', 'Zone quiet', 'Somebody is here'],
    ['alarm', 'Zone quiet again', ''],
    ['alarm', 'Motion end', ''],
    ['trouble', 'Lens dirty', ''],
  ] as const)('It is %s: "%s" / %j', (means, subject, text) => {
    expect(read(subject, text, { phrases: [...phrases] }).meanings).toEqual([means]);
  });
});

describe('the message', () => {
  test.each([
    ['Gate: movement', 'x', 'Gate: movement'],
    [
      'IPC Message',
      'Alarm Event: Tamper\nAlarm Name:\nIP Address: 192.0.2.1',
      'Alarm Event: Tamper · IP Address: 192.0.2.1',
    ],
    ['(null)', 'Motion', 'Motion'],
    ['null', 'Motion', 'Motion'],
    ['', 'Motion', 'Motion'],
    ['IPC Message', '', 'IPC Message'],
    ['', '', 'A mail without text'],
  ])('That of "%s" and %j is "%s"', (subject, text, message) => {
    expect(read(subject, text).message).toBe(message);
  });

  test('Where the subject is always the same, the text is the message', () => {
    expect(read('Yard', 'Person', { isUsualSubject: true }).message).toBe('Person');
    expect(read('Yard', 'Person', { subject: 'Yard' }).message).toBe('Person');
  });

  test('Of 16 merged alarms all are in it, or in the rest of the text', () => {
    const text = tvt(...Array.from({ length: 16 }, () => 'Motion'));
    const { message, rest } = read('NVR Alarm', text);
    for (let channel = 1; channel <= 16; channel++) expect(message + rest).toContain(`Channel: ${channel}, `);
  });
});
