import { fileURLToPath } from 'node:url';

/** A client that is generated, with the program that uses it. */
export interface GeneratedClient {
  readonly name: string;
  /** What is copied into its folder, beside what is generated. */
  readonly files: readonly string[];
  /** From the document to a program that has done its work. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly name: 'generate' | 'compile' | 'vet' | 'run';
  readonly command: readonly [string, ...string[]];
  /** Where it runs: in the client's own folder, or in one in it. */
  readonly folder?: string;
}

export const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** The folder in which what a generator makes comes to lie. */
export const OUTPUT = 'client';
