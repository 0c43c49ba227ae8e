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
