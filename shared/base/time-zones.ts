/**
 * The areas in IANA names that Guard accepts. Other names are ambiguous abbreviations, countries, or names that only ICU
 * knows.
 */
const AREAS =
  'Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US';
const NAME = new RegExp(`^(?:UTC|(?:${AREAS})(?:/[a-z0-9_+-]+)+)$`, 'i');

/** Names that ICU still knows, but IANA does not. */
const NOT_IANA: readonly string[] = ['US/Pacific-New', 'Canada/East-Saskatchewan'];

/** Time zones with two names: first the one that ICU uses, then the one that IANA uses now. */
const RENAMED: readonly (readonly [former: string, current: string])[] = [
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
];

/** Words in names that do not just begin with a capital letter. */
const WORDS = new Map(
  'au of es UTC UCT GMT GMT0 US ACT LHI NSW IN McMurdo DumontDUrville ComodRivadavia DeNoronha EasterIsland BajaNorte BajaSur'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/**
 * Finds the IANA name that a person means, in the spelling of IANA: `UTC`, or an area and a location. A renamed zone has two
 * names, and both are accepted. `undefined` for anything else, and for a zone that this runtime does not know.
 */
export function timeZoneNamed(text: string): string | undefined {
  if (!NAME.test(text)) return undefined;
  const name = text.toLowerCase().replaceAll(/[a-z0-9]+/g, (word) => WORDS.get(word) ?? capitalized(word));
  return isKnown(runtimeZone(name)) && !NOT_IANA.includes(name) ? name : undefined;
}

/** The name by which this runtime knows a time zone. Of a renamed zone, it may know only one name. */
export function runtimeZone(name: string): string {
  if (isKnown(name)) return name;
  const names = RENAMED.find((it) => it.includes(name));
  return names?.find((it) => it !== name) ?? name;
}

/** The time zones that people may choose, by their current names. */
export function timeZoneChoices(): readonly string[] {
  const names = Intl.supportedValuesOf('timeZone')
    .map(currentName)
    .filter((name) => NAME.test(name));
  return [...new Set(['UTC', ...names.sort()])];
}

/** The time zone of the computer on which this runs; UTC if Guard does not accept that zone. */
export function ownTimeZone(): string {
  const name = currentName(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return NAME.test(name) ? name : 'UTC';
}

const currentName = (name: string) => RENAMED.find(([former]) => former === name)?.[1] ?? name;

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
