import { expect, test } from 'vitest';
import { readPhoneNumber } from '../../../../shared/notify/check-channel.ts';

test.each([
  ['+4915123456789', 'DE', 'mobile'],
  ['+351912345678', 'PT', 'mobile'],
  ['+525512345678', 'MX', 'mobile'],
  // These numbers do not say whether they are landlines.
  ['+12025550123', 'US', 'mobile'],
  ['+493012345678', 'DE', 'other'],
  ['+33912345678', 'FR', 'other'],
  ['+18005551234', 'US', 'other'],
  ['+447012345678', 'GB', 'other'],
  ['+447600123456', 'GB', 'other'],
  ['+19005551234', 'US', 'premium'],
  ['+499001234567', 'DE', 'premium'],
  ['+33812345678', 'FR', 'premium'],
])('The phone number %s of %s has the type %s', (number, country, type) => {
  const read = readPhoneNumber(number, [country]);
  expect(read).toEqual({
    ...{ number, isAllowed: true, isMobile: type === 'mobile', isPremium: type === 'premium' },
  });
});
