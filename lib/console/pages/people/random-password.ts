/** The 56 characters of a password, of which no two look alike: 20 of them have 116 random bits. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** A random password. `random` returns so many random bytes. */
export function generatePassword(random: (count: number) => Uint8Array): string {
  let password = '';
  while (password.length < LENGTH) {
    // A remainder of all 256 values would prefer some characters.
    const [byte = 0] = random(1);
    const limit = 256 - (256 % CHARACTERS.length);
    if (byte < limit) password += CHARACTERS[byte % CHARACTERS.length];
  }
  return password;
}
