/** What was wrong with the bytes of a mail, and was put right before it was parsed. */
const BYTE_REPAIRS = [
  'bare_lf',
  'header_without_colon',
  'header_body_separator_missing',
  'boundary_missing',
  'unclosed_multipart',
  'base64_trailing_garbage',
  'base64_padding',
  'eight_bit_header',
  'transfer_encoding_missing',
] as const;

export type ByteRepair = (typeof BYTE_REPAIRS)[number];

/** What was wrong with a mail, and was carried out all the same. They are codes of warnings. */
export const MAIL_REPAIRS = [
  ...BYTE_REPAIRS,
  'date_missing',
  'date_unreadable',
  'date_without_zone',
  'from_missing',
  'from_empty',
  'from_unreadable',
  'message_id_constant',
  'uuencoded',
  'mail_unreadable',
  'mail_too_large',
  'picture_unreadable',
  'attachment_left_out',
  'spam_suspected',
  'virus_suspected',
] as const;

export type MailRepair = (typeof MAIL_REPAIRS)[number];

/** What each of them means to whoever sets the device up. */
export const REPAIR_TEXTS: Readonly<Record<MailRepair, string>> = {
  bare_lf: 'Some lines end with LF alone.',
  header_without_colon: 'There is text among the headers.',
  header_body_separator_missing: 'The blank line after headers is missing.',
  boundary_missing: 'The boundary of the parts was not declared.',
  unclosed_multipart: 'The last part was not closed.',
  base64_trailing_garbage: 'Something follows the Base64 of a part.',
  base64_padding: 'The end of the Base64 of a part was wrong.',
  eight_bit_header: 'A header is not in ASCII.',
  transfer_encoding_missing: 'A part in Base64 does not say so.',
  date_missing: 'There is no date. The time of arrival counts.',
  date_unreadable: 'The date is unreadable. The time of arrival counts.',
  date_without_zone: 'The date has no time zone. The time of arrival counts.',
  from_missing: 'There is no sender.',
  from_empty: 'The sender is empty.',
  from_unreadable: 'The sender is no address.',
  message_id_constant: 'The Message-ID is the same in every mail.',
  uuencoded: 'A file was uuencoded.',
  mail_unreadable: 'The mail could not be parsed. Its beginning is shown.',
  mail_too_large: 'The mail has more than 10 MB. Its text was kept, and its attachments were not.',
  picture_unreadable: 'A picture is no JPEG, PNG or WebP, and was not kept.',
  attachment_left_out: 'Attachments that are no pictures were not kept.',
  spam_suspected: 'The mail looks like spam.',
  virus_suspected: 'An attachment may be a virus. No attachment was kept.',
};
