import { canonicalJson } from '../base/digest.ts';
import { replaceUnprintable, shorten } from '../base/fields.ts';
import { alertTypes } from '../texts/types-en.ts';

/** The type of the alert of what Guard does not understand. */
export const UNKNOWN_SIGNAL = 'unknown-signal';

/** Types of events of panels that raise no alert. */
const RECORDED: readonly string[] = [
  'opening',
  'closing',
  'partial-closing',
  'test',
  'walk-test',
  'bypass',
  'unbypass',
  'alarm-cancelled',
  'access',
  'access-denied',
  'remote-access',
  'settings-changed',
  'status',
];

/** The types of alerts that Guard knows. An event with one of them raises, whatever else it lacks. */
export const KNOWN_TYPES: readonly string[] = Object.keys(alertTypes).filter(
  (type) => !RECORDED.includes(type),
);

/** Names of fields that say that something is over. A body with one has the shape of the body that began it. */
const ENDINGS = /^(?:is)?(?:resolved|restored|recovered|cleared|ended)(?:at)?$/;

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The shape of a body that Guard does not understand: its top-level names in alphabetical order, without those that say that
 * something is over. Bodies of one shape belong to one alert.
 */
export function shapeOf(body: unknown): string {
  if (Array.isArray(body)) return '[]';
  if (typeof body !== 'object' || body === null) return typeof body;
  const names = Object.keys(body).filter((name) => !ENDINGS.test(folded(name)));
  return names.toSorted().join(',');
}

/** How many characters of a body its alert and its history keep. */
const KEPT_LENGTH = 500;

/** The beginning of a body as a text, without secrets. */
export function textOfBody(body: unknown): string {
  const text = typeof body === 'string' ? maskText(body) : canonicalJson(withoutSecrets(body));
  return shorten(replaceUnprintable(text).trim(), KEPT_LENGTH);
}

const MASK = '***';

const SECRET_WORDS =
  'pass(?:word|wd|phrase|code)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key';
const SECRET_NAME = new RegExp(
  `${SECRET_WORDS.replaceAll('[-_]?', '')}|credential|authorization|cookie|signature|connectionstring|tlskey|^(?:auth|key|pin|pincode|usercode)$`,
);
/**
 * Secrets in texts: after a name such as `token=`, in the user part of a URL, signatures of URLs, signed tokens, keys of Guard. No
 * pattern begins again inside what it has looked at, so that a long text of digits or dashes takes no longer than another.
 */
const SECRETS_IN_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`((?:${SECRET_WORDS})["']?\\s*[:=]\\s*)(?:"[^"]*(?:"|$)|'[^']*'|[^\\s"'&,;}]+)`, 'gi'),
    `$1${MASK}`,
  ],
  [/(:\/\/)[^\s/@]+@/g, `$1${MASK}@`],
  [/([?&](?:x-amz-)?sig(?:nature)?=)[^\s&"']+/gi, `$1${MASK}`],
  [/(?<![\w-])((?:\w{1,40}-){0,4})eyJ[\w-]+\.[\w-]+\.[\w-]*/g, `$1${MASK}`],
  [/(?:(?<!\d)\d+\|)?guard_[a-z0-9]+_\w{20,}|(?<!\d)\d+\|guard_\w+/g, MASK],
];

/** What follows `Bearer` or `Basic` is a secret in a body. In the message of an alert, these are words as well. */
const SECRETS_IN_BODY: typeof SECRETS_IN_MESSAGE = [
  ...SECRETS_IN_MESSAGE,
  [/\b(Bearer|Basic)\s+[\w.~+/=|-]+/gi, `$1 ${MASK}`],
];

const mask = (text: string, secrets: typeof SECRETS_IN_MESSAGE): string =>
  secrets.reduce((masked, [pattern, by]) => masked.replaceAll(pattern, by), text);

/** A text with its secrets masked. */
export const maskText = (text: string): string => mask(text, SECRETS_IN_BODY);

/** The message of an alert with its secrets masked. */
export const maskMessage = (text: string): string => mask(text, SECRETS_IN_MESSAGE);

/** A value of JSON with its secrets masked: by the names of fields, and inside texts. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecretsInText(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      SECRET_NAME.test(folded(name)) && each !== null ? MASK : withoutSecrets(each),
    ]),
  );
}

/** A text may itself be JSON, whose names say more than the text. */
function withoutSecretsInText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskText(text);
  try {
    return canonicalJson(withoutSecrets(JSON.parse(text)));
  } catch {
    return maskText(text);
  }
}
