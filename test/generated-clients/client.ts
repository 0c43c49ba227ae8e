import { fileURLToPath } from 'node:url';

/** A generated client, with the program that uses it. */
export interface GeneratedClient {
  readonly name: string;
  /** The files that are copied into its folder. */
  readonly files: readonly string[];
  /** The commands from generation to running the program. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: 'generate' | 'compile' | 'vet' | 'run';
  readonly command: readonly [string, ...string[]];
  /** The working directory: the client's folder, or a folder in it. */
  readonly folder?: string;
}

export const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** The folder of the generated files. */
export const OUTPUT = 'client';
