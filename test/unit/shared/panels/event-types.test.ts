import { describe, expect, test } from 'vitest';
import { readCodes } from '../../../../shared/panels/event-types.ts';

describe('readCodes', () => {
  test('A row has a code, a type, a subject and a name', () => {
    expect([
      ...readCodes('\nBA intrusion zone Burglary alarm\nAR -mains-failure none Mains restored\n').values(),
    ]).toEqual([
      {
        code: 'BA',
        kind: 'alarm',
        type: 'intrusion',
        severity: 'high',
        subject: 'zone',
        name: 'Burglary alarm',
      },
      {
        code: 'AR',
        kind: 'restore',
        type: 'mains-failure',
        severity: 'medium',
        subject: 'none',
        name: 'Mains restored',
      },
    ]);
  });

  test('A row may have a severity of its own, and another type at its end', () => {
    expect(readCodes('401 opening/closing:low user Opening / Closing').get('401')).toEqual({
      code: '401',
      kind: 'open',
      type: 'opening',
      endType: 'closing',
      severity: 'low',
      subject: 'user',
      name: 'Opening / Closing',
    });
  });

  test.each([
    ['BA', 'Unknown type'],
    ['BA burglary zone Alarm', 'Unknown type'],
    ['BA opening/shutting zone Alarm', 'Unknown type'],
    ['BA intrusion door Alarm', 'Unknown subject'],
    ['BA intrusion:worst zone Alarm', 'Unknown severity'],
    ['BA fire zone Fire\nBA intrusion zone Alarm', 'twice'],
  ])('The table %j is refused: %s', (table, message) => {
    expect(() => readCodes(table)).toThrow(message);
  });
});
