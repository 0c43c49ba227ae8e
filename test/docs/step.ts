/** Steps of the check: each is named as it ends, and one that fails does not keep the others from being tried. */
export interface Steps {
  /** Runs a step. Resolves to `undefined` where it failed, once its reason was printed. */
  run<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  readonly failed: readonly string[];
}

export function createSteps(log: (line: string) => void, signal: AbortSignal): Steps {
  const failed: string[] = [];
  return {
    failed,
    async run(name, work) {
      try {
        signal.throwIfAborted();
        const result = await work();
        log(`ok      ${name}`);
        return result;
      } catch (error) {
        failed.push(name);
        log(`FAILED  ${name}\n${indent(error instanceof Error ? error.message : String(error))}`);
        return undefined;
      }
    },
  };
}

function indent(text: string): string {
  return text.replace(/^/gm, '        ');
}
