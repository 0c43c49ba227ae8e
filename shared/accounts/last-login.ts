/**
 * Whether a login writes its time to `data`, where release 1.0 reads and writes it, and which every index of users copies.
 * Otherwise it is an attribute of its own, which no index copies. Both are read, and the later of the two times counts, so
 * two releases that differ in this may serve at once (docs/decisions/0113-login-time-outside-data.md).
 */
const LOGIN_TIME_IN_DATA: boolean = true;

const FIELD = 'last_login_at';

/** The path in a user's item to which a login writes its time. */
export const LOGIN_TIME_PATH: readonly string[] = LOGIN_TIME_IN_DATA ? ['data', FIELD] : [FIELD];

type Item = Readonly<Record<string, unknown>>;

/** Adds the last login to the fields of a user. The copy in an index has only `data`, so its time may be too early. */
export function loadLoginTime(data: Item, item: Item): Item {
  const times = [data[FIELD], item[FIELD]].filter((it) => typeof it === 'string').sort();
  return { ...data, [FIELD]: times.at(-1) ?? null };
}

/**
 * Makes the `data` of a user. If the time is not in it, the field is null: release 1.0 requires it, and a change leaves an
 * earlier time in the table as it is, because it writes only differences.
 */
export function storeLoginTime(user: Item): Item {
  return LOGIN_TIME_IN_DATA ? user : { ...user, [FIELD]: null };
}

/** The attribute with the last login, if it is not in `data`. */
export function loginTimeAttribute({ [FIELD]: time }: { readonly [FIELD]: string | null }): Item {
  return LOGIN_TIME_IN_DATA || time === null ? {} : { [FIELD]: time };
}
