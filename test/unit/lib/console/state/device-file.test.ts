import { expect, test } from 'vitest';
import type { Site, Zone } from '../../../../../lib/client/types.ts';
import {
  devicesOf,
  type FileProblem,
  newDevices,
  readDeviceFile,
  sitesOf,
} from '../../../../../lib/console/state/device-file.ts';

const HEADER = 'serial;name;site;type;zone;heartbeat_seconds';
const short = (problems: readonly FileProblem[]) => problems.map(({ row, column, is }) => [row, column, is]);
const site = (id: string, name: string) => ({ id, name }) as Site;
const zone = (id: string, site_id: string, name: string) => ({ id, site_id, name }) as Zone;

test('The console reads a valid device file with its columns in any order, and skips empty rows', () => {
  const { rows, problems } = readDeviceFile(`${HEADER}\r\nA-1; Door ;Mill;door-contact;;300\r\n;;;;;\r\n`);
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    {
      number: 2,
      cells: {
        serial: 'A-1',
        name: 'Door',
        site: 'Mill',
        type: 'door-contact',
        zone: '',
        heartbeat_seconds: '300',
      },
    },
  ]);
});

test.each([
  ['', [[1, undefined, 'empty']]],
  [`${HEADER}\n`, [[1, undefined, 'empty']]],
  ['site,name,type\na,b,c', [[1, 'serial', 'missingColumn']]],
  [
    'site,name,type,serial,colour,name\na,b,c,d,e,f',
    [
      [1, 'colour', 'unknownColumn'],
      [1, 'name', 'repeatedColumn'],
    ],
  ],
  ['site,name,type,serial\na,"b,c,d', [[2, undefined, 'quotes']]],
] as const)('The console refuses to read any device from the file %j', (text, expected) => {
  const { rows, problems } = readDeviceFile(text);
  expect(rows).toEqual([]);
  expect(short(problems)).toEqual(expected);
});

test('The console reads a device file with the changes that spreadsheet programs make when they save the file', () => {
  const { rows, problems } = readDeviceFile(
    'sep=;\r\nSERIAL;\u00a0Name;Site;Type;ZONE;Heartbeat Seconds\r\nA\u00a01;\u00a0Cafe\u0301;"Mill" ;camera;;300.0\r\n2;b\u200b;Mill;camera;;60,00\r\n3;c;Mill;camera;;60.000',
  );
  expect(short(problems)).toEqual([[4, 'heartbeat_seconds', 'wrongHeartbeat']]);
  expect(rows.map(({ cells }) => [cells.serial, cells.name, cells.site])).toEqual([
    ['A 1', 'Café', 'Mill'],
    ['2', 'b', 'Mill'],
    ['3', 'c', 'Mill'],
  ]);
  const { named } = sitesOf(rows, [site('m', 'Mill')]);
  const { planned } = devicesOf(rows, named, []);
  expect(planned.slice(0, 2).map(({ device }) => device.heartbeat_seconds)).toEqual([300, 60]);
  expect(newDevices(planned, [{ serial: 'A\u00a01' }, { serial: null }])).toHaveLength(2);
});

test.each([
  ['Cafe\u0301 Nord', 'Café Nord'],
  ['Café Nord', 'Cafe\u0301 Nord'],
  ['Café\u00a0Nord', 'Café Nord'],
  ['\u1112\u1161\u11ab', '한'],
])(
  'The console finds the site and the zone that a device file writes as %j and Guard stores as %j',
  (written, stored) => {
    const { rows } = readDeviceFile(`${HEADER}\n1;a;${written};camera;${written};`);
    const { named, problems } = sitesOf(rows, [site('m', stored)]);
    const checked = devicesOf(rows, named, [zone('z', 'm', stored)]);
    expect([...problems, ...checked.problems]).toEqual([]);
    expect(checked.planned[0]?.device).toMatchObject({ site_id: 'm', zone_id: 'z' });
  },
);

test('The console reports every invalid cell of a device file with its row and column', () => {
  const { problems } = readDeviceFile(
    [
      HEADER,
      ';;;;;',
      ';x;Mill;Door Contact;;29',
      `A;${'x'.repeat(121)};Mill;camera;;1e3`,
      'A;y;Mill;camera;;86401',
      'B;y;Mill;camera;;86400;more',
    ].join('\n'),
  );
  expect(short(problems)).toEqual([
    [3, 'serial', 'required'],
    [3, 'type', 'wrongType'],
    [3, 'heartbeat_seconds', 'wrongHeartbeat'],
    [4, 'name', 'tooLong'],
    [4, 'heartbeat_seconds', 'wrongHeartbeat'],
    [5, 'heartbeat_seconds', 'wrongHeartbeat'],
    [5, 'serial', 'repeatedSerial'],
    [6, undefined, 'tooManyCells'],
  ]);
});

test('The console finds the sites and zones of a device file by their names; unknown and ambiguous names are problems', () => {
  const rows = readDeviceFile(
    `${HEADER}\n1;a;Mill;camera;Hall;60\n2;b;Twin;camera;;\n3;c;Nowhere;camera;;\n4;d;Mill;camera;Roof;\n5;e;Mill;camera;Pair;`,
  ).rows;
  const { named, problems } = sitesOf(rows, [site('m', 'Mill'), site('t1', 'Twin'), site('t2', 'Twin')]);
  expect([...named.keys()]).toEqual(['Mill']);
  expect(short(problems)).toEqual([
    [3, 'site', 'ambiguous'],
    [4, 'site', 'unknown'],
  ]);
  const zones = [
    zone('h', 'm', 'Hall'),
    zone('r', 'other', 'Roof'),
    zone('p', 'm', 'Pair'),
    zone('q', 'm', 'Pair'),
  ];
  const checked = devicesOf(rows, named, zones);
  expect(short(checked.problems)).toEqual([
    [5, 'zone', 'unknown'],
    [6, 'zone', 'ambiguous'],
  ]);
  expect(checked.planned[0]?.device).toEqual({
    site_id: 'm',
    zone_id: 'h',
    name: 'a',
    type: 'camera',
    serial: '1',
    heartbeat_seconds: 60,
  });
  expect(newDevices(checked.planned, [{ serial: '1' }]).map(({ device }) => device.serial)).toEqual([
    '2',
    '3',
    '4',
    '5',
  ]);
});
