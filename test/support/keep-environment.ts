import { onTestFinished } from 'vitest';

/** Undoes after the test what it makes of this process's environment, which later test files of the same worker have, too. */
export function keepEnvironment(): void {
  const before = { ...process.env };
  onTestFinished(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
}
