import type { Method } from './methods.ts';

const TABLE = /(<!-- methods: generated -->\n)[\s\S]*?(?=<!-- end -->)/;

/** Methods that are written by hand. */
const HAND_WRITTEN: Readonly<Record<string, readonly string[]>> = {
  guard: ['login', 'logout', 'refresh', 'session', 'useSession'],
  'guard.alerts': ['get', 'watch'],
  'guard.devices': ['watch'],
  'guard.overview': ['watch'],
};

/** The README of the client, with its table of methods replaced by the generated and the hand-written ones. */
export function generateReadme(readme: string, methods: readonly Method[]): string {
  const names = new Map(Object.entries(HAND_WRITTEN));
  for (const { resource, name } of methods) {
    const owner = resource ? `guard.${resource}` : 'guard';
    names.set(owner, [...(names.get(owner) ?? []), name]);
  }
  const rows = [...names]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([owner, methods]) =>
        `| \`${owner}\` | ${methods
          .toSorted()
          .map((name) => `\`${name}\``)
          .join(' ')} |\n`,
    );
  return readme.replace(TABLE, (_, start: string) => `${start}\n| | |\n| --- | --- |\n${rows.join('')}\n`);
}
