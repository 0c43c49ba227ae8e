import { describe, expect, test } from 'vitest';
import { CONTACT_ID_CODES } from '../../../../shared/panels/contact-id-codes.ts';
import { EVENT_TYPES } from '../../../../shared/panels/event-types.ts';
import { eventsOf, formerDedupKey, meaningOf, panelDedupKey } from '../../../../shared/panels/meaning.ts';
import { SIA_CODES } from '../../../../shared/panels/sia-codes.ts';
import type { Signal } from '../../../../shared/panels/signals.ts';

const sia = (...data: string[]) => eventsOf('SIA-DCS', { data });
const contactId = (...data: string[]) => eventsOf('ADM-CID', { data });

const ofCode = (code: string, qualifier: '1' | '3' | '6' = '1') =>
  meaningOf({ format: 'contact-id', code, qualifier });

describe('meaningOf', () => {
  test.each([
    [
      'Nri1/BA5',
      {
        kind: 'alarm',
        type: 'intrusion',
        severity: 'high',
        partition: '1',
        zone: '5',
        text: 'Burglary alarm',
      },
    ],
    ['NFA5', { kind: 'alarm', type: 'fire', severity: 'critical', zone: '5' }],
    ['NPA5', { kind: 'alarm', type: 'panic', severity: 'critical' }],
    ['NHA5', { kind: 'alarm', type: 'panic', severity: 'critical' }],
    ['NAT', { kind: 'trouble', type: 'mains-failure', severity: 'medium' }],
    ['NAR', { kind: 'restore', type: 'mains-failure', restores: 'trouble' }],
    ['NYT', { kind: 'trouble', type: 'low-battery', severity: 'medium' }],
    ['NXT7', { kind: 'trouble', type: 'low-battery', severity: 'low', zone: '7' }],
    ['NBR5', { kind: 'restore', type: 'intrusion', restores: 'alarm', zone: '5' }],
    ['NTR5', { kind: 'restore', type: 'tamper', restores: 'alarm', zone: '5' }],
    ['Nri2/OP7', { kind: 'open', type: 'opening', partition: '2', user: '7' }],
    ['NCL7', { kind: 'close', type: 'closing', user: '7' }],
    ['Nid7/ri1/CL', { kind: 'close', type: 'closing', user: '7', partition: '1' }],
    ['Nid9/CL7', { kind: 'close', user: '7' }],
    ['NRP', { kind: 'test', type: 'test' }],
    ['NBB5', { kind: 'bypass', type: 'bypass', zone: '5' }],
    ['NBU5', { kind: 'bypass', type: 'unbypass', zone: '5' }],
    ['NRR', { kind: 'other', type: 'status', severity: 'info' }],
    ['NBV1', { kind: 'alarm', type: 'intrusion', severity: 'critical', partition: '1' }],
    ['NBA5^Back door^', { text: 'Burglary alarm: Back door' }],
  ])('%s of DC-03 is understood', (data, meaning) => {
    const events = sia(data);
    expect(events).toHaveLength(1);
    expect(events).toMatchObject([{ code: data.match(/[A-Z]{2}(?=\d|$|\^)/)?.[0], ...meaning }]);
    expect(Object.hasOwn(events[0] ?? {}, 'restores')).toBe('restores' in meaning);
  });

  test.each([
    [
      '1130 01 015',
      {
        kind: 'alarm',
        type: 'intrusion',
        severity: 'high',
        partition: '1',
        zone: '15',
        text: 'Burglary alarm',
      },
    ],
    [
      '3130 01 015',
      { kind: 'restore', type: 'intrusion', restores: 'alarm', zone: '15', text: 'Burglary alarm restored' },
    ],
    ['6130 01 015', { kind: 'alarm', type: 'intrusion', zone: '15' }],
    ['1301 00 000', { kind: 'trouble', type: 'mains-failure' }],
    [
      '3301 00 000',
      { kind: 'restore', type: 'mains-failure', restores: 'trouble', text: 'Mains failure restored' },
    ],
    ['6301 00 000', { kind: 'trouble', type: 'mains-failure' }],
    ['1121 01 005', { kind: 'alarm', type: 'panic', severity: 'critical', user: '5' }],
    ['1401 01 005', { kind: 'open', type: 'opening', user: '5', text: 'Opening' }],
    ['3401 01 005', { kind: 'close', type: 'closing', user: '5', text: 'Closing' }],
    ['6401 01 005', { kind: 'other', type: 'status', text: 'Opening or Closing' }],
    ['1441 01 005', { kind: 'open', type: 'opening' }],
    ['3441 01 005', { kind: 'close', type: 'partial-closing', text: 'Armed stay' }],
    ['1456 01 005', { kind: 'close', type: 'partial-closing' }],
    ['3456 01 005', { kind: 'close', type: 'partial-closing' }],
    ['6456 01 005', { kind: 'other', type: 'status', text: 'Partial closing' }],
    ['1570 01 005', { kind: 'bypass', type: 'bypass', zone: '5' }],
    ['3570 01 005', { kind: 'bypass', type: 'unbypass', text: 'Zone bypassed: ended' }],
    ['1602 00 000', { kind: 'test', type: 'test' }],
    ['3607 00 000', { kind: 'test', type: 'walk-test', text: 'Walk test' }],
    ['3913 00 000', { kind: 'test', text: 'Supervisory test ends' }],
    ['1454 01 000', { kind: 'alarm', type: 'late-to-close' }],
    ['1926 00 000', { kind: 'trouble', type: 'mains-failure', severity: 'high' }],
  ])('%s of Contact ID is understood', (data, meaning) => {
    const events = contactId(data);
    expect(events).toHaveLength(1);
    expect(events).toMatchObject([{ code: data.slice(0, 4), ...meaning }]);
    expect(Object.hasOwn(events[0] ?? {}, 'restores')).toBe('restores' in meaning);
  });

  test.each([
    ['SIA-DCS', 'Nri1/QQ5', { code: 'QQ', partition: '1', zone: '5', text: 'Unknown signal QQ' }],
    ['SIA-DCS', 'nonsense', { code: '', text: 'Unknown signal: nonsense' }],
    ['ADM-CID', '1750 01 005', { code: '1750', partition: '1', zone: '5', text: 'Unknown signal 1750' }],
    ['ADM-CID', '6999 01 005', { code: '6999', text: 'Unknown signal 6999' }],
    ['ADM-CID', 'nonsense', { code: '', text: 'Unknown signal: nonsense' }],
  ])('An unknown signal of %s, %s, raises an alarm', (token, data, meaning) => {
    expect(eventsOf(token, { data: [data] })).toMatchObject([
      { kind: 'alarm', type: 'unknown-signal', severity: 'high', ...meaning },
    ]);
  });

  test.each([
    ['NCG2', 'area 2'],
    ['Nri1/CG7', 'area 1, user 7'],
    ['NNL2', 'area 2'],
    ['Nri1/NL7', 'area 1, user 7'],
    ['NOG2', 'area 2'],
    ['Nri1/OG7', 'area 1, user 7'],
    ['Nid9/OG2', 'area 2, user 9'],
    ['NCA3', 'area 3'],
    ['Nri1/CA3', 'area 1, user 3'],
    ['Nri1/NF3', 'area 1, user 3'],
    ['Nid9/ri1/OA3', 'area 1, user 3'],
    ['NCL7', 'user 7'],
    ['Nri1/BV1', 'area 1'],
  ])(
    'The number of %s is the area unless an area is named, and then that of who opened or closed',
    (data, place) => {
      const [{ partition, user, zone } = {}] = sia(data);
      const said = [partition && `area ${partition}`, user && `user ${user}`, zone && `zone ${zone}`];
      expect(said.filter(Boolean).join(', ')).toBe(place);
    },
  );

  test.each(['3360 01 002', 'R360 01 002', '3750 01 002', '33B1 01 002'])(
    'The restore %s of an unknown code raises nothing: it is the end of that alarm',
    (data) => {
      const [event] = contactId(data);
      expect(event).toMatchObject({
        kind: 'restore',
        restores: 'alarm',
        type: 'unknown-signal',
        zone: '2',
        text: `Unknown signal 3${data.slice(1, 4)} restored`,
      });
    },
  );

  test.each([
    ['jfl', '1139 01 005', 'alarm no-activity medium'],
    ['jfl', '1345 00 002', 'trouble low-battery low'],
    ['jfl', '3360 00 000', 'restore communication-trouble medium'],
    ['jfl', '1612 00 007', 'alarm missed-check-in high'],
    ['jfl', '1383 01 005', 'alarm tamper high'],
    ['ajax', '1423 01 005', 'alarm panic critical'],
    ['ajax', '1383 01 005', 'bypass bypass info'],
    ['ajax', '3383 01 005', 'bypass unbypass info'],
    ['ajax', '1441 01 005', 'close partial-closing info'],
    ['ajax', '1139 01 005', 'alarm intrusion critical'],
    ['paradox', '1423 01 005', 'alarm door-forced high'],
    ['other', '1139 01 005', 'alarm intrusion critical'],
    ['other', '1360 00 000', 'alarm unknown-signal high'],
  ] as const)('A panel of %s means by %s: %s', (maker, data, meaning) => {
    const [{ kind, type, severity } = {}] = eventsOf('ADM-CID', { data: [data] }, maker);
    expect([kind, type, severity].join(' ')).toBe(meaning);
  });

  test('The code 703 is an auxiliary alarm, and 700 is none of the standard', () => {
    expect(ofCode('703')).toMatchObject({ kind: 'alarm', type: 'general-alarm', text: 'Auxiliary alarm 3' });
    expect(ofCode('700').type).toBe('unknown-signal');
  });

  test('A code of one format is unknown in the other', () => {
    const signal: Signal = { format: 'sia', code: '130' };
    expect(meaningOf(signal).type).toBe('unknown-signal');
    expect(meaningOf({ ...signal, format: 'contact-id', code: 'BA' }).type).toBe('unknown-signal');
  });
});

describe('eventsOf', () => {
  test('Each signal of a message is an event, in its order', () => {
    expect(sia('Nri1/BA5/BA6', 'NBR5|NAT').map(({ code, zone }) => code + (zone ?? ''))).toEqual([
      'BA5',
      'BA6',
      'BR5',
      'AT',
    ]);
  });

  test('A message of supervision has no events', () => {
    expect(eventsOf('NULL', { data: ['0000 00 000'] })).toEqual([]);
    expect(eventsOf('XNM', { data: ['NBA5'] })).toEqual([]);
  });
});

describe('panelDedupKey', () => {
  test('An alarm and its restore have the same key, of device, partition, type and zone', () => {
    const keys = (events: ReturnType<typeof sia>) => events.map((event) => panelDedupKey('d1', event));
    expect(keys(sia('Nri1/BA5', 'Nri1/BR5'))).toEqual(Array(2).fill('panel:d1:1:intrusion:5'));
    expect(keys(contactId('1301 00 000', '3301 00 000'))).toEqual(Array(2).fill('panel:d1::mains-failure:'));
  });

  test('Two unknown codes have different keys, and an unknown code and its restore the same', () => {
    const keys = (events: ReturnType<typeof sia>) => events.map((event) => panelDedupKey('d1', event));
    expect(keys(sia('NQQ5', 'NQX5'))).toEqual([
      'panel:d1::unknown-signal:5:QQ',
      'panel:d1::unknown-signal:5:QX',
    ]);
    const both = keys(contactId('1360 01 005', '3360 01 005', '6360 01 005', '1361 01 005'));
    expect(both).toEqual(['360', '360', '360', '361'].map((code) => `panel:d1:1:unknown-signal:5:${code}`));
  });

  test('An alarm that names a user has a key of that user, and so has its restore; those of a trouble and of a zone have not', () => {
    const keys = (events: ReturnType<typeof sia>) => events.map((event) => panelDedupKey('d1', event));
    expect(keys(contactId('1121 01 005', '3121 01 005', '1121 01 006'))).toEqual(
      ['005', '005', '006'].map((user) => `panel:d1:1:panic:#user=${Number(user)}`),
    );
    expect(keys(sia('Nid7/PA1', 'Nid7/AT1', 'Nid7/BA1'))).toEqual([
      'panel:d1::panic:1#user=7',
      'panel:d1::mains-failure:1',
      'panel:d1::intrusion:1',
    ]);
  });

  test('The key of a former release has neither code nor user, and that of another event is unchanged', () => {
    const former = (events: ReturnType<typeof sia>) => events.map((event) => formerDedupKey('d1', event));
    expect(former(sia('Nri2/QQ5', 'NBA5', 'Nid7/PA1'))).toEqual([
      'panel:d1:2:unknown-signal:5',
      undefined,
      'panel:d1::panic:1',
    ]);
  });
});

describe('the tables of codes', () => {
  test('They are complete enough for a real panel', () => {
    expect(SIA_CODES.size).toBeGreaterThanOrEqual(300);
    expect(CONTACT_ID_CODES.size).toBeGreaterThanOrEqual(275);
    for (const code of SIA_CODES.keys()) expect(code).toMatch(/^[A-Z]{2}$/);
    for (const code of CONTACT_ID_CODES.keys()) expect(code).toMatch(/^[1-9]\d\d$/);
  });

  test('Each type has codes, and what raises has a severity above info', () => {
    const codes = [...SIA_CODES.values(), ...CONTACT_ID_CODES.values()];
    const used = new Set<string>([
      ...codes.flatMap(({ type, endType }) => [type, endType ?? type]),
      'unknown-signal',
    ]);
    expect([...used].sort()).toEqual(Object.keys(EVENT_TYPES).sort());
    for (const { code, kind, severity } of codes) {
      const raises = kind === 'alarm' || kind === 'trouble' || kind === 'restore';
      expect([code, severity === 'info']).toEqual([code, !raises]);
    }
  });

  test('Only alarms and troubles are restored, and each SIA trouble and alarm with a zone letter has its restore', () => {
    const restored = new Set(
      [...SIA_CODES.values()].filter(({ kind }) => kind === 'restore').map(({ type }) => type),
    );
    for (const type of restored) expect(['alarm', 'trouble']).toContain(EVENT_TYPES[type].kind);
    // For each sort of zone DC-03 has five endings: alarm, alarm restored, trouble, trouble restored, restored.
    for (const sort of ['B', 'F', 'G', 'H', 'K', 'M', 'P', 'Q', 'S', 'U', 'W', 'Z']) {
      const typeOf = (ending: string) => SIA_CODES.get(sort + ending)?.type;
      const kindOf = (ending: string) => SIA_CODES.get(sort + ending)?.kind;
      expect([sort, ...['A', 'H', 'R', 'T', 'J'].map(kindOf)]).toEqual([
        sort,
        'alarm',
        'restore',
        'restore',
        'trouble',
        'restore',
      ]);
      expect([typeOf('H'), typeOf('R'), typeOf('J')]).toEqual([typeOf('A'), typeOf('A'), typeOf('T')]);
      expect([kindOf('B'), typeOf('B'), kindOf('U'), typeOf('U')]).toEqual([
        'bypass',
        'bypass',
        'bypass',
        'unbypass',
      ]);
    }
  });

  test('No code that restores, opens or is only recorded has the type of a code that raises', () => {
    for (const { code, kind, type } of [...SIA_CODES.values(), ...CONTACT_ID_CODES.values()]) {
      expect([code, kind === 'restore' ? 'restore' : EVENT_TYPES[type].kind]).toEqual([code, kind]);
    }
  });

  /** Contact ID with its qualifier, and DC-03, where both name the same thing. */
  const PAIRS = `
    1100 MA · 3100 MR · 1110 FA · 3110 FR · 1113 SA · 1114 KA · 3114 KR · 1120 PA · 3120 PR · 1122 HA · 1129 PA · 1130 BA · 3130 BR
    1133 BA · 1134 BA · 1137 TA · 3137 TR · 1139 BV · 1140 UA · 3140 UR · 1144 TA · 3144 TR · 1145 ES · 3145 EJ · 1147 BZ · 1150 UA
    1143 ET · 3143 ER · 1151 GA · 3151 GR · 1154 WA · 3154 WR · 1159 ZA · 3159 ZR · 1200 FS · 3200 FV · 1300 YX · 3300 YZ · 1301 AT · 3301 AR
    1302 YT · 3302 YR · 1305 YW · 1306 YG · 1311 YM · 3311 YR · 1312 YI · 3312 YJ · 1314 YP · 3314 YQ · 1321 YA · 3321 YH · 1323 OU
    3323 OV · 1333 ET · 3333 ER · 1335 VO · 3335 VI · 1336 VT · 3336 VR · 1341 ES · 3341 EJ · 1344 XQ · 3344 XH · 1350 YS · 3350 YK
    1351 LT · 3351 LR · 1354 YC · 3354 YK · 1373 FT · 3373 FJ · 1374 EA · 1375 PT · 3375 PJ · 1376 HT · 3376 HJ · 1377 BD · 3377 BE
    1380 BT · 3380 BJ · 1381 BZ · 1384 XT · 3384 XR · 1401 OP · 3401 CL · 1403 OA · 3403 CA · 1404 OJ · 3404 CJ · 1406 OC · 1407 OQ
    3407 CQ · 1409 OS · 3409 CS · 3441 NL · 3444 NL · 1451 OK · 3451 CK · 1453 OI · 1454 CI · 1455 CC · 1456 CG · 1457 EE · 1459 CR
    1421 DD · 1423 DF · 3423 DR · 1426 DL · 3426 DH · 1461 JA · 1570 BB · 3570 BU · 1571 FB · 3571 FU · 1601 RX · 1602 RP · 1604 FX
    1554 NT · 3554 NR · 1616 YY · 1624 JO · 1625 JT · 1627 LB · 1628 LX · 1641 NA · 3641 NS · 1900 RU`;

  const pairs = PAIRS.trim()
    .split(/[\s·]+(?=\d)/)
    .map((pair) => pair.split(' '));

  test.each(pairs)('%s of Contact ID means the same as %s of DC-03', (digits = '', letters = '') => {
    const { kind, type, restores, severity } = ofCode(digits.slice(1), digits[0] as '1' | '3');
    expect(meaningOf({ format: 'sia', code: letters })).toMatchObject({
      kind,
      type,
      ...(restores && { restores }),
    });
    if (kind !== 'restore') expect(meaningOf({ format: 'sia', code: letters }).severity).toBe(severity);
  });

  test('Many codes are compared', () => {
    expect(pairs.length).toBeGreaterThan(100);
  });
});
