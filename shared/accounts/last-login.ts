/**
 * The last login of a user is an attribute of its item, so that no index copies it. Releases before 1.2 write it to `data`:
 * both places are read, and the later time counts (docs/decisions/0113-login-time-outside-data.md).
 */
const FIELD = 'last_login_at';

type Item = Readonly<Record<string, unknown>>;

/** Adds the last login to the fields of a user. The copy in an index has only `data`, so its time may be too early. */
export function loadLoginTime(data: Item, item: Item): Item {
  const times = [data[FIELD], item[FIELD]].filter((it) => typeof it === 'string').sort();
  return { ...data, [FIELD]: times.at(-1) ?? null };
}

/** Makes the `data` of a user. A change leaves an earlier time in the table as it is, because it writes only differences. */
export function storeLoginTime({ [FIELD]: _, ...user }: Item): Item {
  return user;
}

/** The attribute with the last login. */
export function loginTimeAttribute({ [FIELD]: time }: { readonly [FIELD]: string | null }): Item {
  return time === null ? {} : { [FIELD]: time };
}
