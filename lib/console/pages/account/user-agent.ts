/** A browser and its system, by their names; undefined where the text says nothing known. */
interface Device {
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
}

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first that fits counts: most browsers also claim to be others (RFC 9110, section 10.1.5; WebKit and Chromium). */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** What a User-Agent header says of the browser and the system. Anybody can send any text: it proves nothing. */
export function deviceOf(userAgent: string): Device {
  const find = (names: Names) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
