import { describe, expect, test } from 'vitest';
import { readSignals, type Signal, writeSignals } from '../../../../shared/panels/signals.ts';

const sia = (...data: string[]) => readSignals('SIA-DCS', data).map(({ format, ...signal }) => signal);
const contactId = (...data: string[]) => readSignals('ADM-CID', data).map(({ format, ...signal }) => signal);

describe('readSignals of SIA-DCS', () => {
  test.each([
    ['NBA5', [{ code: 'BA', number: '5' }]],
    ['NBA', [{ code: 'BA' }]],
    ['NBA0005', [{ code: 'BA', number: '5' }]],
    ['NBA0', [{ code: 'BA' }]],
    ['NBA1A', [{ code: 'BA', number: '1A' }]],
    ['OBA5', [{ code: 'BA', number: '5' }]],
    ['BA5', [{ code: 'BA', number: '5' }]],
    ['OP5', [{ code: 'OP', number: '5' }]],
    ['NRP', [{ code: 'RP' }]],
    ['Nri1/BA5', [{ code: 'BA', number: '5', partition: '1' }]],
    ['ri1/BA5', [{ code: 'BA', number: '5', partition: '1' }]],
    // The dialler my-dc09-spt separates no packets.
    ['Nri1BA5', [{ code: 'BA', number: '5', partition: '1' }]],
    ['Nri1ti08:54:38BA5', [{ code: 'BA', number: '5', partition: '1', modifiers: { ti: '08:54:38' } }]],
    [
      'Nri1BA5/BA6',
      [
        { code: 'BA', number: '5', partition: '1' },
        { code: 'BA', number: '6', partition: '1' },
      ],
    ],
    ['NriA1B2/BA6', [{ code: 'BA', number: '6', partition: 'A1B2' }]],
    ['Nid1A/CL2', [{ code: 'CL', number: '2', user: '1A' }]],
    ['Nri0LB0', [{ code: 'LB' }]],
    ['Nri1CL0^VX FRONTE ^', [{ code: 'CL', partition: '1', text: 'VX FRONTE' }]],
    ['Nri1OP0001*Familie*', [{ code: 'OP', number: '1', partition: '1', text: 'Familie' }]],
    [
      'NBA5^Door 1/2^/BA6',
      [
        { code: 'BA', number: '5', text: 'Door 1/2' },
        { code: 'BA', number: '6' },
      ],
    ],
    [
      "NBA5*'Door 1/2'NM/BA6",
      [
        { code: 'BA', number: '5', text: 'Door 1/2' },
        { code: 'BA', number: '6' },
      ],
    ],
    [
      'NZA5*3.5TE^cold^/BA6',
      [
        { code: 'ZA', number: '5', text: '3.5TE cold' },
        { code: 'BA', number: '6' },
      ],
    ],
    ["Nri01/CL003*''NM", [{ code: 'CL', number: '3', partition: '1' }]],
    ["NUA021*'hall'NM", [{ code: 'UA', number: '21', text: 'hall' }]],
    ['Nri04/OP001NM', [{ code: 'OP', number: '1', partition: '4' }]],
    ['NNM', [{ code: 'NM' }]],
    ['Nri000A/BA1', [{ code: 'BA', number: '1', partition: 'A' }]],
    ['Nti19:44/id1/ri4/RP', [{ code: 'RP', user: '1', partition: '4', modifiers: { ti: '19:44' } }]],
    [
      'Nda11-20-26/ti12:00/pi7/va-3.5/XT12',
      [{ code: 'XT', number: '12', modifiers: { da: '11-20-26', ti: '12:00', pi: '7', va: '-3.5' } }],
    ],
    [
      'Nri1/BA5/BA6',
      [
        { code: 'BA', number: '5', partition: '1' },
        { code: 'BA', number: '6', partition: '1' },
      ],
    ],
    [
      'Nri1/BA5/ri2/BA6',
      [
        { code: 'BA', number: '5', partition: '1' },
        { code: 'BA', number: '6', partition: '2' },
      ],
    ],
    [
      'NBA5^Back door^/BA6^Roof^',
      [
        { code: 'BA', number: '5', text: 'Back door' },
        { code: 'BA', number: '6', text: 'Roof' },
      ],
    ],
    // The function code of new events in front of each area.
    [
      'Nri1/BA5/Nri2/BA6/AT',
      [
        { code: 'BA', number: '5', partition: '1' },
        { code: 'BA', number: '6', partition: '2' },
        { code: 'AT', partition: '2' },
      ],
    ],
    ['NBA5/Not readable', [{ code: 'BA', number: '5', text: 'Not readable' }]],
    // A Satel panel names its expander, and a Dahua its keyfob.
    ['Npi0/AT', [{ code: 'AT', modifiers: { pi: '0' } }]],
    [
      'Nri2^Upstairs^ti10:11:12BA3^Hall^',
      [{ code: 'BA', number: '3', partition: '2', text: 'Hall', modifiers: { ti: '10:11:12' } }],
    ],
    ['NBA5*"Hall"NM', [{ code: 'BA', number: '5', text: 'Hall' }]],
    ['NBA5|NAT', [{ code: 'BA', number: '5' }, { code: 'AT' }]],
    ['NRR|Atest', [{ code: 'RR', text: 'test' }]],
    ['NBA5^Roof^|Asecond floor', [{ code: 'BA', number: '5', text: 'Roof second floor' }]],
    ['NBA5 left', [{ code: 'BA', number: '5', text: 'left' }]],
    ['NBA5^Roof', [{ code: 'BA', number: '5', text: 'Roof' }]],
    ['NBA5|AT00', [{ code: 'BA', number: '5', text: 'T00' }]],
    [
      'NBA5|FA6',
      [
        { code: 'BA', number: '5' },
        { code: 'FA', number: '6' },
      ],
    ],
    ['NBA5||', [{ code: 'BA', number: '5' }]],
    ['Ahello', [{ code: '', text: 'hello' }]],
    ['Afire|Ain hall', [{ code: '', text: 'fire in hall' }]],
    ['A', [{ code: '' }]],
    ['what is this', [{ code: '', text: 'what is this' }]],
    ['N', [{ code: '', text: 'N' }]],
    ['Nri1', [{ code: '', text: 'Nri1' }]],
    ['1130 01 015', [{ code: '', text: '1130 01 015' }]],
  ])('%s is read', (data, signals) => {
    expect(sia(data)).toEqual(signals);
  });

  test('Several brackets of one message have signals of their own', () => {
    expect(sia('Nri1/BA5', 'NBR5')).toEqual([
      { code: 'BA', number: '5', partition: '1' },
      { code: 'BR', number: '5' },
    ]);
    expect(sia()).toEqual([]);
  });
});

describe('readSignals of ADM-CID', () => {
  test.each([
    ['1130 01 015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['3401 00 000', [{ code: '401', qualifier: '3' }]],
    ['6302 99 999', [{ code: '302', qualifier: '6', partition: '99', number: '999' }]],
    ['1130 1 15', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['113001015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1130 01015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1130,01,015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1130 001 0015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['E130 01 015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['r130 01 015', [{ code: '130', qualifier: '3', partition: '1', number: '15' }]],
    ['18 1130 01 015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1002 18 1130 01 015', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1002181130010158', [{ code: '130', qualifier: '1', partition: '1', number: '15' }]],
    ['1130 18 113', [{ code: '130', qualifier: '1', partition: '18', number: '113' }]],
    ['1130 18 1130', [{ code: '130', qualifier: '1', partition: '18', number: '1130' }]],
    ['1130 01 1000', [{ code: '130', qualifier: '1', partition: '1', number: '1000' }]],
    [' 11b0 0F 0C1', [{ code: '1B0', qualifier: '1', partition: 'F', number: 'C1' }]],
    [
      '1130 01 015 Back door',
      [{ code: '130', qualifier: '1', partition: '1', number: '15', text: 'Back door' }],
    ],
    ['1130 01 015|Aroof', [{ code: '130', qualifier: '1', partition: '1', number: '15', text: 'roof' }]],
    [
      '1130 01 015|3131 01 016',
      [
        { code: '130', qualifier: '1', partition: '1', number: '15' },
        { code: '131', qualifier: '3', partition: '1', number: '16' },
      ],
    ],
    ['Ahello', [{ code: '', text: 'hello' }]],
    ['2130 01 015', [{ code: '', text: '2130 01 015' }]],
    ['1130', [{ code: '', text: '1130' }]],
    ['NBA5', [{ code: '', text: 'NBA5' }]],
  ])('%s is read', (data, signals) => {
    expect(contactId(data)).toEqual(signals);
  });
});

describe('writeSignals', () => {
  test('Signals of DC-03 are written as one block of new events', () => {
    const signals: Signal[] = [
      {
        format: 'sia',
        code: 'BA',
        number: '5',
        partition: '1',
        user: '2',
        text: 'Roof',
        modifiers: { ti: '12:00' },
      },
      { format: 'sia', code: 'AT' },
    ];
    expect(writeSignals('1234', signals)).toBe('#1234|Nti12:00/id2/ri1/BA5^Roof^/AT0');
  });

  test('A text cannot end its message', () => {
    expect(writeSignals('1', [{ format: 'sia', code: 'BA', text: 'a^b|c]d[e' }])).toBe('#1|NBA0^a b c d e^');
  });

  test('A signal of Contact ID is written with its zeros', () => {
    const signal: Signal = {
      format: 'contact-id',
      code: '130',
      qualifier: '3',
      partition: '1',
      number: '15',
    };
    expect(writeSignals('ABCD', [signal])).toBe('#ABCD|3130 01 015');
    expect(writeSignals('1', [{ format: 'contact-id', code: '602', qualifier: '1' }])).toBe('#1|1602 00 000');
  });
});
