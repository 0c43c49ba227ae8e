/** JSON is UTF-8 (RFC 8259, section 8.1). Devices with older software write these, and say so. */
const OLD_CHARSETS = ['iso-8859-1', 'iso-8859-15', 'windows-1252'];

/** Types of bodies that may be no text: messages of other systems with pictures, or without a type of their own. */
const BYTES = [
  'multipart/form-data',
  'multipart/mixed',
  'multipart/related',
  'application/xml',
  'text/xml',
  'application/octet-stream',
  'application/gzip',
  'image/jpeg',
  'image/png',
  'image/webp',
];

/**
 * The content types whose bodies API Gateway passes as bytes. It passes others as UTF-8 text, which loses all other bytes
 * (AWS, "Binary media types for REST APIs in API Gateway").
 */
export const BINARY_MEDIA_TYPES: readonly string[] = [
  ...BYTES,
  ...['application/json', 'text/plain'].flatMap((type) =>
    OLD_CHARSETS.flatMap((charset) => [charset, charset.toUpperCase()]).flatMap((charset) => [
      `${type}; charset=${charset}`,
      `${type};charset=${charset}`,
    ]),
  ),
];

/** Whether API Gateway passes a body with this content type as bytes, in base64. It compares types without parameters. */
export const arrivesAsBytes = (contentType = ''): boolean =>
  hasOldCharset(contentType) || BYTES.includes(contentType.split(';')[0]?.trim().toLowerCase() ?? '');

/** Whether a body with this content type has another charset than UTF-8. */
function hasOldCharset(contentType: string | undefined): boolean {
  return OLD_CHARSETS.includes(charsetOf(contentType));
}

/** Reads bytes as text in the charset that the content type names, or as UTF-8 if it names none that is known. */
export const decodeBody = (bytes: Uint8Array, contentType: string | undefined): string =>
  new TextDecoder(hasOldCharset(contentType) ? charsetOf(contentType) : 'utf-8').decode(bytes);

/** The charset of a content type in lower case, with or without quotes (RFC 9110, section 8.3.1). */
const charsetOf = (contentType = ''): string =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? '';
