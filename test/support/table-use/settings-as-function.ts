import { readSettings, SETTINGS, type Settings } from '../../../shared/lambda/settings.ts';
import { noteDenial } from './denials.ts';
import type { LambdaFunction } from './lambda-functions.ts';

const onLocalServerOnly = new Set(
  Object.entries(SETTINGS).flatMap(([variable, row]) => ('onAws' in row ? [variable] : [])),
);

/** The variables that each function read so far. */
const reads = new Map<string, Set<string>>();

/**
 * The settings as a function finds them. Its environment has the variables that it declares, and those that only a local
 * server sets. Remembers which of them the function reads.
 */
export function settingsAsFunction(
  environment: Readonly<Record<string, string>>,
  { name, settings: declared }: Pick<LambdaFunction, 'name' | 'settings'>,
): Settings {
  const read = reads.get(name) ?? new Set();
  reads.set(name, read);
  const given = new Set<string>(declared);
  return readSettings(
    new Proxy(environment, {
      get(target, variable: string) {
        if (given.has(variable)) {
          read.add(variable);
          return target[variable];
        }
        if (onLocalServerOnly.has(variable)) return target[variable];
        if (Object.hasOwn(SETTINGS, variable) && Object.hasOwn(target, variable)) {
          noteDenial(new Error(`${name} is not given ${variable}: it does not declare that`));
        }
        return undefined;
      },
    }),
  );
}

/** The variables that functions read so far in this test file, by function. */
export function settingReads(): Record<string, string[]> {
  return Object.fromEntries([...reads].map(([name, read]) => [name, [...read].sort()]));
}
