#!/bin/sh
# Parsers of mail lose the pictures of cameras, without an error.
#
# postal-mime 4.0.0 and mailparser 3.14.2. The ESP32-CAM firmware MJPEG2SD omits the blank line between the headers of its attachment and the
# Base64: both parsers find a picture of 0 bytes. A picture that is uuencoded in the text, as old mailers write it, is only text. And both read
# the backslashes of `filename="C:\snap\ch1.jpg"` as marks of quoted characters, so that the name of the file is `C:snapch1.jpg`. The first two
# are no valid MIME, the third is none either, and firmware does not change: the bytes have to be repaired before they are parsed.
#
# Who is surprised: whoever takes the mail of cameras, and counts attachments to find out whether a picture came.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . postal-mime@4.0.0 mailparser@3.14.2
cat >lost.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const base64 = PICTURE.toString('base64');
const part = (...lines) => ['Subject: Motion', 'Content-Type: multipart/mixed; boundary=b', '', '--b', ...lines, '--b--', ''].join('\r\n');
const headers = ['Content-Type: image/jpeg', 'Content-Transfer-Encoding: base64'];
const uuencode = (bytes) =>
  String.fromCharCode(bytes.length + 32) +
  Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => {
    const bits = bytes.subarray(3 * at, 3 * at + 3).toString('hex').padEnd(6, '0');
    return [18, 12, 6, 0].map((shift) => String.fromCharCode((((Number.parseInt(bits, 16) >> shift) & 63) || 64) + 32)).join('');
  }).join('');
const mails = {
  'as the standard says': part(...headers, '', base64),
  'without the blank line': part(...headers, 'Content-Disposition: attachment; filename="frame.jpg"', base64),
  'uuencoded': ['Subject: Motion', '', 'begin 644 a.jpg', uuencode(PICTURE), '`', 'end', ''].join('\r\n'),
  'with a path': part('Content-Disposition: attachment; filename="C:\\snap\\ch1.jpg"', ...headers, '', base64),
};
const found = {};
for (const [kind, mail] of Object.entries(mails)) {
  const byPostal = (await PostalMime.parse(mail)).attachments.map(({ content, filename }) => [content.byteLength, filename]);
  const byParser = (await simpleParser(mail)).attachments.map(({ size, filename }) => [size, filename ?? null]);
  found[kind] = { 'postal-mime': byPostal, mailparser: byParser };
  console.log(kind, JSON.stringify(found[kind]));
}
const sizes = (kind) => Object.values(found[kind]).map(([first]) => first?.[0] ?? 0);
if (sizes('as the standard says').some((it) => it !== PICTURE.length)) throw new Error('a usual picture is not found');
if (sizes('without the blank line').some((it) => it !== 0)) throw new Error('a parser finds the picture without the blank line now');
if (sizes('uuencoded').some((it) => it !== 0)) throw new Error('a parser decodes uuencode now');
JS
node lost.mjs
