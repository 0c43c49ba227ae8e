export const NEW_STEP = { text: '', kind: 'call', contact_role: null, required: true } as const;

/** The steps to send: a new one gets a key from its text. Histories name the others by their keys, which stay. */
export function withKeys(steps: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown>[] {
  const taken = new Set(steps.map(({ key }) => key));
  return steps.map((step, place) => {
    if (step['key']) return step;
    const key = firstFree(slugOf(String(step['text'])) || `step-${place + 1}`, taken);
    taken.add(key);
    return { ...step, key };
  });
}

const LONGEST_KEY = 48;

/** `Call the keyholder!` → `call-the-keyholder`. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_KEY)
    .replace(/^-|-$/g, '');
}

function firstFree(wanted: string, taken: ReadonlySet<unknown>): string {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(key)) return key;
  }
}
