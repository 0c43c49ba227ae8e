/** The effect of a key. */
export type Shortcut =
  | 'next'
  | 'previous'
  | 'ringing'
  | 'acknowledge'
  | 'resolve'
  | 'park'
  | 'select'
  | 'undo'
  | 'search'
  | 'overview'
  | 'help';

const COMMANDS: Readonly<Record<string, Shortcut>> = {
  j: 'next',
  k: 'previous',
  n: 'ringing',
  a: 'acknowledge',
  r: 'resolve',
  p: 'park',
  x: 'select',
  u: 'undo',
  '/': 'search',
  o: 'overview',
  '?': 'help',
};

export interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key that was pressed outside of fields. A key that is held down repeats moves only. */
export function commandOf({ key, repeat, ctrlKey, metaKey, altKey }: PressedKey): Shortcut | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const command = Object.hasOwn(COMMANDS, key) ? COMMANDS[key] : undefined;
  return repeat && command !== 'next' && command !== 'previous' ? undefined : command;
}

/** The keys of the desk as the help lists them, each with its effect. */
export const KEYS = [
  ['j, ↓', 'next'],
  ['k, ↑', 'previous'],
  ['n', 'ringing'],
  ['Enter', 'open'],
  ['Escape', 'close'],
  ['a', 'acknowledge'],
  ['r', 'resolve'],
  ['p', 'park'],
  ['x', 'select'],
  ['u', 'undo'],
  ['/', 'search'],
  ['o', 'overview'],
  ['?', 'help'],
] as const;
