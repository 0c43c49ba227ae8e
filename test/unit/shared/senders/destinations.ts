import type { Destination, OutgoingText } from '../../../../shared/notify/sender.ts';

export const ADDRESS = 'olga@acme.test';
export const NUMBER = '+4915123456789';

export const TO_EMAIL: Destination = { kind: 'email', address: ADDRESS };
export const TO_PHONE: Destination = { kind: 'sms', address: NUMBER };

export const MESSAGE: OutgoingText = {
  subject: 'Intrusion at Harbour',
  text: 'critical intrusion at Harbour, 12:00',
  link: 'https://guard.example.com/console#/alerts/1',
  tag: 'alert-1',
};

/** An error of a client of AWS. Its message contains the addresses, as those of providers may. */
export function awsError(name: string, httpStatusCode?: number, code?: string): Error {
  const fields = {
    name,
    ...(httpStatusCode === undefined ? {} : { $metadata: { httpStatusCode } }),
    ...(code === undefined ? {} : { code }),
  };
  return Object.assign(new Error(`about ${ADDRESS} and ${NUMBER}`), fields);
}
