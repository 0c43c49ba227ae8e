/**
 * The signals in the data of a message: blocks of SIA DC-03 in `SIA-DCS`, one of SIA DC-05 (Contact ID) in `ADM-CID`. What a
 * code means is not known here.
 */
export interface Signal {
  readonly format: 'sia' | 'contact-id';
  /** Two letters, or three digits of Contact ID; empty if the data is not readable. */
  readonly code: string;
  /** Contact ID: 1 is new or opening, 3 a restore or closing, 6 a status that was reported before. */
  readonly qualifier?: '1' | '3' | '6';
  /** The number after the code: a zone or a user, by the code. Without leading zeros; missing for 0. */
  readonly number?: string;
  /** The area or partition. Without leading zeros; missing for 0. */
  readonly partition?: string;
  /** The user that a modifier names. */
  readonly user?: string;
  /** What the panel wrote beside the code. */
  readonly text?: string;
  /** Further modifiers of DC-03 by name: time, date, peripheral, value and others. */
  readonly modifiers?: Readonly<Record<string, string>>;
}

/** Reads the signals of a message with this token. Data that is not readable is one signal without a code. */
export function readSignals(token: string, data: readonly string[]): Signal[] {
  return data.flatMap((group) => readBlocks(group, token === 'ADM-CID' ? 'contact-id' : 'sia'));
}

/** Reads blocks with a bar between them. One that is no event is a text about the event before it, as the block `A` is: its letter is no part of it. */
function readBlocks(data: string, format: Signal['format']): Signal[] {
  const signals: Signal[] = [];
  for (const block of data.split('|').filter((it) => it !== '')) {
    const last = signals.at(-1);
    const events = last && block.startsWith('A') ? [] : READERS[format](block);
    const text = block.replace(/^A/, '');
    if (events.length > 0) signals.push(...events);
    else if (last) signals[signals.length - 1] = withMoreText(last, text);
    else signals.push({ format, code: '', ...textOf(text) });
  }
  return signals;
}

const withMoreText = (signal: Signal, more: string): Signal => ({
  ...signal,
  ...textOf(signal.text === undefined ? more : `${signal.text} ${more}`),
});

/**
 * Qualifier and code, partition, zone or user: `1130 01 015`. Some panels leave out spaces or zeros, write `E` and `R` for event
 * and restore, or begin as on a telephone line: with the account and the message type 18 or 98.
 */
const CONTACT_ID =
  /^\s*(?:(?:[0-9A-F]{4}\s*)?[19]8\s*)?([136ER])([0-9A-F]{3})(?:[\s,-]+([0-9A-F]{1,3})[\s,-]+([0-9A-F]{1,4})|[\s,-]*([0-9A-F]{2})[\s,-]*([0-9A-F]{3})[0-9A-F]?)\b/i;
/** Both ways to write a qualifier. */
const QUALIFIERS: Readonly<Record<string, '1' | '3' | '6'>> = { 1: '1', 3: '3', 6: '6', E: '1', R: '3' };

function readContactId(block: string): Signal[] {
  const match = CONTACT_ID.exec(block);
  if (!match) return [];
  const [whole, qualifier = '', code = '', spacedGroup, spacedNumber, group, number] = match;
  return [
    {
      format: 'contact-id',
      code: code.toUpperCase(),
      qualifier: QUALIFIERS[qualifier.toUpperCase()] ?? '1',
      ...numberField('partition', spacedGroup ?? group),
      ...numberField('number', spacedNumber ?? number),
      ...textOf(block.slice(whole.length)),
    },
  ];
}

/** A packet: two letters, a number, and perhaps a text as `^text^`, `*text*`, `*'text'NM` or `*"text"NM`. */
const PACKET =
  /([A-Z]{2})([0-9A-Fa-f]*)(?:NM(?=\/|$))?|([a-z]{2})(?:(?<=ti|da)([\d.:-]*)|((?:[\d.:-]|[A-Fa-f](?![A-Fa-f]))*)(?=\/)|([\d.:-]*))|(?:\^([^^]*)\^?|\*'([^']*)'?(?:NM)?|\*"([^"]*)"?(?:NM)?|\*([^*^/]*)\*?)|\/+/y;

/**
 * The forms of a modifier's value: a time or date, in hexadecimal before a slash, and in decimal before the next packet. Two
 * letters are always the code of that packet: no panel has such areas, and no alarm may be lost.
 */
const MODIFIER_FORMS = 3;

const firstOf = (found: readonly (string | undefined)[]) => found.find((it) => it !== undefined);

/**
 * Reads the events of a block. Modifiers count for all events after them. A block without the function code of new or old
 * events is one only if it has the form of an event.
 */
function readSia(block: string): Signal[] {
  const begins = /^[NO](?=[a-z]{2}|[A-Z]{2}(?![a-z]))/.test(block) ? 1 : 0;
  if (begins === 0 && !/^(?:[A-Z]{2}(?:[0-9A-F]*(?:$|[/^*]))|(?:[a-z]{2}[\d.:-]+\/)+[A-Z]{2})/.test(block))
    return [];
  const events: Signal[] = [];
  let modifiers: Record<string, string> = {};
  PACKET.lastIndex = begins;
  for (let place = begins; place < block.length; place = PACKET.lastIndex) {
    // Some panels write the function code again in front of a modifier.
    if (block[place - 1] === '/' && /^[NO][a-z]{2}[\dA-F.:-]/.test(block.slice(place, place + 4))) {
      PACKET.lastIndex += 1;
    }
    const match = PACKET.exec(block);
    const last = events.at(-1);
    if (!match || match[0] === '') {
      // What is not readable stays readable for people.
      if (last) events[events.length - 1] = withMoreText(last, block.slice(place));
      break;
    }
    const [, code, number, modifier, ...others] = match;
    const values = others.slice(0, MODIFIER_FORMS);
    const texts = others.slice(MODIFIER_FORMS);
    const text = firstOf(texts);
    if (code !== undefined)
      events.push({ format: 'sia', code, ...numberField('number', number), ...fieldsOf(modifiers) });
    else if (modifier !== undefined) modifiers = { ...modifiers, [modifier]: firstOf(values) ?? '' };
    else if (text !== undefined && last) events[events.length - 1] = withMoreText(last, text);
  }
  return events;
}

const READERS = { sia: readSia, 'contact-id': readContactId };

/** The area and the user have fields of their own; the others keep their names in DC-03. */
function fieldsOf({ ri, id, ...others }: Record<string, string>): Partial<Signal> {
  return {
    ...numberField('partition', ri),
    ...numberField('user', id),
    ...(Object.keys(others).length === 0 ? {} : { modifiers: others }),
  };
}

function numberField(name: 'number' | 'partition' | 'user', digits: string | undefined): Partial<Signal> {
  const number = digits?.replace(/^0+/, '').toUpperCase();
  return number ? { [name]: number } : {};
}

function textOf(text: string): { readonly text?: string } {
  const trimmed = text.trim();
  return trimmed === '' ? {} : { text: trimmed };
}

/** Writes signals as the data of a message with an account, for a dialler. */
export function writeSignals(account: string, signals: readonly Signal[]): string {
  return `#${account}|${signals.map(writeSignal).join('/')}`.replace(/\|(?=[a-zA-Z])/, '|N');
}

function writeSignal({
  format,
  code,
  qualifier,
  number = '0',
  partition,
  user,
  text,
  modifiers,
}: Signal): string {
  if (format === 'contact-id') {
    return `${qualifier}${code} ${(partition ?? '').padStart(2, '0')} ${number.padStart(3, '0')}`;
  }
  const all = { ...modifiers, ...(user && { id: user }), ...(partition && { ri: partition }) };
  const packets = Object.entries(all).map(([name, value]) => `${name}${value}/`);
  return `${packets.join('')}${code}${number}${text === undefined ? '' : `^${text.replaceAll(/[|^[\]]/g, ' ')}^`}`;
}
