import { expect, test } from 'vitest';
import {
  byPlainName,
  type FileProblem,
  fittingName,
  readImportFile,
} from '../../../../../../lib/console/pages/import/import-file.ts';
import { DEVICE_IMPORT, SITE_IMPORT } from '../../../../../../lib/console/pages/import/import-kinds.ts';

const [{ shape: DEVICES }] = DEVICE_IMPORT as unknown as [(typeof DEVICE_IMPORT)[number]];
const readDeviceFile = (text: string) => readImportFile(text, DEVICES);
const HEADER = 'serial;name;site;type;zone;heartbeat_seconds';
const short = (problems: readonly FileProblem[]) => problems.map(({ row, column, is }) => [row, column, is]);

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
});

test.each([
  ['Cafe\u0301 Nord', 'Café Nord'],
  ['Café Nord', 'Cafe\u0301 Nord'],
  ['Café\u00a0Nord', 'Café Nord'],
  ['\u1112\u1161\u11ab', '한'],
])('The console finds the place that a file writes as %j and Guard stores as %j', (written, stored) => {
  const { rows } = readDeviceFile(`${HEADER}\n1;a;${written};camera;;`);
  const name = rows[0]?.cells['site'] ?? '';
  const sites = byPlainName([{ id: 'm', name: stored }]);
  expect(fittingName({ row: 2, column: 'site', name }, sites.get(name))).toEqual({
    found: { id: 'm', name: stored },
    problems: [],
  });
});

test('The console reports every invalid cell of a device file with its row and column', () => {
  const { problems } = readDeviceFile(
    [
      HEADER,
      ';;;;;',
      ';x;Mill;門;;29',
      `A;${'x'.repeat(121)};Mill;camera;;1e3`,
      'A;y;Mill;camera;;90001',
      'B;y;Mill;camera;;86400;more',
    ].join('\n'),
  );
  expect(short(problems)).toEqual([
    [3, 'type', 'wrongType'],
    [3, 'serial', 'required'],
    [3, 'heartbeat_seconds', 'wrongHeartbeat'],
    [4, 'name', 'tooLong'],
    [4, 'heartbeat_seconds', 'wrongHeartbeat'],
    [5, 'heartbeat_seconds', 'wrongHeartbeat'],
    [5, 'serial', 'repeated'],
    [6, undefined, 'tooManyCells'],
  ]);
});

test.each([
  ['sites', 'name,timezone\na,Europe/Berlin\nb,europe/berlin\nc,', []],
  [
    'sites',
    'name,timezone\na,Berlin\na,CET',
    [
      [2, 'timezone', 'wrongTimeZone'],
      [3, 'timezone', 'wrongTimeZone'],
      [3, 'name', 'repeated'],
    ],
  ],
  ['zones', 'site,name\na,x\nb,x\na,x', [[4, 'name', 'repeated']]],
  [
    'contacts',
    'site,name,role,phone,email\na,x,Fire Brigade,0049 40 1,\na,x,keyholder,+49 (40) 123-456,x@\na,y,,112,x@a.test',
    [
      [2, 'phone', 'wrongPhone'],
      [3, 'email', 'wrongEmail'],
    ],
  ],
  [
    'contacts',
    'site,name,role,phone\na,x,janitor,112\na,x,other,112',
    [
      [2, 'role', 'wrongRole'],
      [3, 'phone', 'repeated'],
    ],
  ],
] as const)(
  'A file of %s with the text %j has these problems before anything is sent',
  (kind, text, expected) => {
    const shape = SITE_IMPORT.find(({ name }) => name === kind)?.shape ?? DEVICES;
    expect(short(readImportFile(text, shape).problems)).toEqual(expected);
  },
);
