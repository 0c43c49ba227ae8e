/** A piece of a text; a link if it has an `href`. */
export interface TextPiece {
  readonly text: string;
  readonly href?: string;
}

/** An address has only printable ASCII: no character is invisible, reverses the text or looks like another letter. */
const HTTPS = /\bhttps:\/\/[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+/;
const PHONE = /(?<![\w+])\+[1-9](?:(?:[ .-]| ?\(|\) ?)?\d){6,14}(?!\w)/;
const LINK = new RegExp(`${HTTPS.source}|${PHONE.source}`, 'g');

/** A value with the name of a phone may be a local number such as `112` or `(020) 7946 0958`. */
const PHONE_NAME = /phone|tel|mobile/;
const DIALLED = /^\+?(?:(?:[ .-]| ?\(|\) ?)?\d){3,15}$/;

/** Splits a text of a device or person into text and links: https addresses, and phone numbers with a `+`. */
export function piecesOf(text: string, name = ''): readonly TextPiece[] {
  if (PHONE_NAME.test(name) && DIALLED.test(text)) return [{ text, href: telOf(text) }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(LINK)) {
    const link = found.startsWith('+') ? { text: found, href: telOf(found) } : webLink(found);
    if (!link) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push(link);
    end = index + link.text.length;
  }
  return end < text.length || pieces.length === 0 ? [...pieces, { text: text.slice(end) }] : pieces;
}

/** Makes a link, unless a user name hides the host, as in `https://guard.test@evil.test`. */
function webLink(found: string): TextPiece | undefined {
  const text = withoutPunctuation(found);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== '' || url.password !== '') return undefined;
  return { text, href: url.href };
}

/** An address contains no trailing punctuation, and no closing bracket without its opening one. */
function withoutPunctuation(text: string): string {
  const last = text.at(-1) ?? '';
  const isUnopened = (opening: string) => last === CLOSING[opening] && !text.includes(opening);
  const isOutside = ".,;:!?'".includes(last) || Object.keys(CLOSING).some(isUnopened);
  return isOutside && text !== '' ? withoutPunctuation(text.slice(0, -1)) : text;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

function telOf(text: string): string {
  return `tel:${text.replace(/[^+\d]/g, '')}`;
}

/**
 * The address of a place in the map application of the viewer: `geo:` on Android (RFC 5870), `maps:` on what Apple makes. Other
 * desktops have none, so a person opens OpenStreetMap there. Nothing is requested until the link is followed.
 */
export function mapUrl(address: string, userAgent: string): string {
  const query = encodeURIComponent(address);
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps:?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}
