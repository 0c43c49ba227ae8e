import * as words from './phrases.ts';

/** What a mail says: an alarm, the end of one, a trouble of the device, its end, or nothing to act upon, such as a test. */
export const MEANINGS = ['alarm', 'restored', 'trouble', 'trouble_over', 'recorded'] as const;

export type Meaning = (typeof MEANINGS)[number];

export interface Phrase {
  readonly text: string;
  readonly means: Meaning;
}

export interface MailWords {
  readonly subject: string;
  readonly text: string;
  /** Whether that is the whole text: true by default. */
  readonly isWhole?: boolean | undefined;
}

export interface MeaningSettings {
  /** The names of the device and its site. They say nothing about what happened. */
  readonly names: readonly string[];
  /** The subject that is set in the device, or a part of it. */
  readonly subject?: string | null | undefined;
  /** Phrases of the tenant. They come before those that Guard knows. */
  readonly phrases?: readonly Phrase[] | undefined;
  /** Whether the subject was the same in a mail before that had another text. */
  readonly isUsualSubject?: boolean | undefined;
}

export interface MailMeaning {
  /** At least one. Only of mails that are understood as a whole it is something else than `alarm`. */
  readonly meanings: readonly Meaning[];
  /** The values of its event fields, such as `Motion Detection`. */
  readonly events: readonly string[];
  /** The names of its name fields, such as that of the camera. */
  readonly named: readonly string[];
  /** What people read: the subject, or the text where the subject says nothing. */
  readonly message: string;
  readonly isSubjectMessage: boolean;
  /** The text, as far as it is not in the message. */
  readonly rest: string;
}

/**
 * Reads what a mail says. A phrase counts only as the whole value of an event field or a whole line, after names and the
 * configured subject are taken out. Whatever is not understood as a whole is an alarm.
 */
export function readMeaning(
  { subject, text, isWhole = true }: MailWords,
  settings: MeaningSettings,
): MailMeaning {
  const fields = fieldsOf(text);
  const named = unique(fields.flatMap(({ kind, value }) => (kind === 'name' && value !== '' ? [value] : [])));
  const names = [...settings.names, ...named.flatMap(partsOfName)];
  const reader = new Reader(names, settings);
  const events = fields.flatMap(({ kind, value }) => (kind === 'event' && value !== '' ? [value] : []));
  const ofEvents = events.map((value) => reader.read(value));
  const ofLines = fields.flatMap(({ kind, value }) => (kind === 'line' ? [reader.read(value)] : []));
  const plainSubject = withoutSettings(subject, settings.subject);
  const isSilent = isSilentSubject(plainSubject, settings.isUsualSubject === true);
  const ofSubject = isSilent ? 'nothing' : reader.read(plainSubject);
  return {
    meanings: isWhole ? decide([...ofEvents, ...ofLines, ofSubject]) : ['alarm'],
    events,
    named,
    ...messageOf(subject, isSilent || plainSubject === '', text),
  };
}

type Understood = Meaning | 'nothing' | 'unknown';

/** A subject that is neither set in the device nor the same in every mail counts as any line: it may name what happened. */
function decide(all: readonly Understood[]): readonly Meaning[] {
  const meanings = unique(all.filter((it): it is Meaning => it !== 'nothing' && it !== 'unknown'));
  if (meanings.length === 0 || all.includes('unknown') || meanings.includes('alarm')) return ['alarm'];
  return meanings.length > 1 ? meanings.filter((it) => it !== 'recorded') : meanings;
}

interface Field {
  readonly kind: 'event' | 'name' | 'plain' | 'line';
  readonly value: string;
}

/** A name of a field and its value, at the beginning of a line or after a comma. */
const FIELD = /(?:^|[,;]\s*|\t)([\p{L}][\p{L}\p{N} /.#_'&-]{0,40}?)\s*(?:[:：]|=(?!=))\s*/gu;

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let isValueDue = false;
  for (const sent of text.split('\n')) {
    // The form of a time beside the name of its field.
    const line = sent.replaceAll(/\((?=[^)]*[A-Za-z])[^)\d]*\)\s*(?=[:：])/g, ' ').trim();
    if (line === '') continue;
    const marks = [...line.matchAll(FIELD)];
    const first = marks[0];
    if (!first || first.index > 0 || kindOf(first[1] ?? '') === 'line') {
      if (isValueDue) fields.push({ kind: 'event', value: line });
      else fields.push({ kind: 'line', value: line });
      isValueDue = false;
      continue;
    }
    isValueDue = false;
    for (const [place, mark] of marks.entries()) {
      const name = mark[1] ?? '';
      const value = line.slice(mark.index + mark[0].length, marks[place + 1]?.index).trim();
      const kind = kindOf(name);
      if (kind === 'line') fields.push({ kind, value: `${name} ${value}` });
      else fields.push({ kind, value: kind === 'name' ? value : value.replace(/[,;]$/, '') });
      isValueDue = kind === 'event' && value === '';
    }
  }
  return fields;
}

function kindOf(name: string): Field['kind'] {
  const plain = normal(name);
  if (words.NAME_FIELDS.test(plain)) return 'name';
  if (words.EVENT_FIELDS.test(plain)) return 'event';
  return words.PLAIN_FIELDS.test(plain) ? 'plain' : 'line';
}

/** `Garage(A2)` names the camera `Garage`, too. */
const partsOfName = (name: string): string[] => [name, name.replace(/\s*\([^)]*\)\s*$/, '')];

class Reader {
  readonly #names: readonly string[];
  readonly #phrases: ReadonlyMap<string, Meaning>;

  constructor(names: readonly string[], { phrases = [] }: MeaningSettings) {
    this.#names = unique(names.map(normal))
      .filter((it) => it !== '')
      .toSorted((one, other) => other.length - one.length);
    // One without letters and digits would be what is left of any line of names.
    const read = phrases.map(({ text, means }) => [normal(text), means] as const);
    this.#phrases = new Map(read.filter(([text]) => text !== ''));
  }

  /** What a value or a line says. */
  read(text: string): Understood {
    const whole = normal(text);
    const own = this.#phrases.get(whole) ?? this.#phrases.get(this.#withoutNames(whole));
    if (own) return own;
    const plain = withoutNumbers(this.#withoutNames(whole));
    if (plain === '') return 'nothing';
    return this.#phrases.get(plain) ?? meaningOf(plain);
  }

  #withoutNames(text: string): string {
    let rest = ` ${text} `;
    for (const name of this.#names) rest = rest.replaceAll(` ${name} `, ' ');
    return rest.replaceAll(/\s+/g, ' ').trim();
  }
}

function meaningOf(plain: string): Understood {
  if (TESTS.has(plain) || TESTS.has(withoutFillers(plain))) return 'recorded';
  if (NO_MORE.has(plain)) return 'restored';
  const store = readStore(plain);
  if (store) return store;
  const { rest, topics } = withoutTopics(plain);
  const left = tokensOf(rest).filter((it) => !FILLERS.has(it));
  const prefix = words.END_PREFIXES.find((it) => plain.startsWith(`${it} `));
  if (prefix !== undefined) {
    const after = withoutTopics(plain.slice(prefix.length + 1));
    const isPlain = tokensOf(after.rest).every((it) => FILLERS.has(it));
    return after.topics > 0 && isPlain ? 'restored' : 'unknown';
  }
  if (left.length === 0) return topics > 0 ? 'alarm' : 'nothing';
  const end = left.join(' ');
  // What has ended is named, or nothing else is said at all.
  if (ENDINGS.has(end)) return topics > 0 || tokensOf(rest).length === left.length ? 'restored' : 'unknown';
  return topics > 0 && BEGINNINGS.has(end) ? 'alarm' : 'unknown';
}

/** A store of recordings with what is wrong with it, or that nothing is wrong any more. */
function readStore(plain: string): Understood | undefined {
  const store = STORES.find((it) => plain === it || plain.startsWith(`${it} `) || plain.endsWith(` ${it}`));
  if (store === undefined) return undefined;
  const isFirst = plain.startsWith(store);
  const around = isFirst ? plain.slice(store.length).trim() : plain.slice(0, -store.length).trim();
  const rest = tokensOf(around)
    .filter((it) => !['is', 'the', 'a', 'of', 'on', 'has', 'alarm', 'alert', 'space', 'event'].includes(it))
    .join(' ');
  if (FAULTS.has(rest) || FAULTS.has(around)) return 'trouble';
  if (ENDINGS.has(rest) || rest === 'ok') return 'trouble_over';
  const [fault, ending] = [rest.split(' ').slice(0, -1).join(' '), rest.split(' ').at(-1) ?? ''];
  return FAULTS.has(fault) && ENDINGS.has(ending) ? 'trouble_over' : undefined;
}

const TESTS = new Set(words.TESTS);
const NO_MORE = new Set(words.NO_MORE);
const ENDINGS = new Set(words.ENDINGS);
const BEGINNINGS = new Set(words.BEGINNINGS);
const FAULTS = new Set(words.FAULTS);
const FILLERS = new Set(words.FILLERS);
const longestFirst = (list: readonly string[]) => list.toSorted((one, other) => other.length - one.length);
const TOPICS = longestFirst(words.TOPICS);
const STORES = longestFirst(words.STORES);

function withoutTopics(text: string): { rest: string; topics: number } {
  let rest = ` ${text} `;
  let topics = 0;
  for (const topic of TOPICS) {
    while (rest.includes(` ${topic} `)) {
      rest = rest.replace(` ${topic} `, ' ');
      topics += 1;
    }
  }
  return { rest: rest.replaceAll(/\s+/g, ' ').trim(), topics };
}

const withoutFillers = (text: string): string =>
  tokensOf(text)
    .filter(
      (it) =>
        ![
          'your',
          'from',
          'the',
          'camera',
          'dvr',
          'nvr',
          'ipc',
          'device',
          'please',
          'hello',
          'dear',
          'user',
        ].includes(it),
    )
    .join(' ');

const tokensOf = (text: string): string[] => text.split(' ').filter((it) => it !== '');

/** A text in lower case, without accents and marks, its words with one space between them. */
export function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A text without times, dates, and the numbers of channels and inputs. */
const withoutNumbers = (text: string): string =>
  tokensOf(
    text.replaceAll(
      /\b(?:ch|cam|channel|camera|input|no|nr|kanal|canal|d|a|hdd|disk)? ?\d+(?: \d+)*\b/g,
      (found) => (/^(?:hdd|disk)/.test(found) ? found.replace(/ ?\d.*/, '') : ' '),
    ),
  )
    .filter(
      (it) =>
        !/\d/.test(it) &&
        !/^(?:am|pm|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|gmt|utc)$/.test(
          it,
        ),
    )
    .join(' ');

const NULLS = /^(?:\(?(?:null|none|nil|undefined|n\/a|no subject)\)?)?$/i;

/** A subject without that which is set in the device. */
function withoutSettings(subject: string, configured: string | null | undefined): string {
  const plain = NULLS.test(subject.trim()) ? '' : subject.trim();
  const own = configured?.trim().toLowerCase() ?? '';
  const at = own === '' ? -1 : plain.toLowerCase().indexOf(own);
  return at < 0 ? plain : `${plain.slice(0, at)} ${plain.slice(at + own.length)}`.trim();
}

const USUAL = new Set(words.USUAL_SUBJECTS);

const isSilentSubject = (subject: string, isUsual: boolean): boolean =>
  isUsual || subject === '' || USUAL.has(normal(subject));

const LONGEST_MESSAGE = 1_000;

function messageOf(
  subject: string,
  isSilent: boolean,
  text: string,
): Pick<MailMeaning, 'message' | 'isSubjectMessage' | 'rest'> {
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !/^[\p{L}][^:：]{0,60}[:：]\s*$/u.test(line));
  const ofText = lines.join(' · ');
  const plain = NULLS.test(subject.trim()) ? '' : subject.trim();
  if ((!isSilent && plain !== '') || ofText === '') {
    return { isSubjectMessage: true, message: plain || 'A mail without text', rest: ofText };
  }
  return {
    isSubjectMessage: false,
    message: ofText.slice(0, LONGEST_MESSAGE),
    rest: ofText.slice(LONGEST_MESSAGE),
  };
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
