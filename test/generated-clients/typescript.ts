import { fileURLToPath } from 'node:url';
import { DOCUMENT, type GeneratedClient, OUTPUT } from './client.ts';

/** Node.js's types for the program. The client itself needs those of browsers only. */
const TYPES = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));

const GENERATE = ['generate', '-g', 'typescript-fetch', '-i', DOCUMENT, '-o', OUTPUT];

export const typescriptClient: GeneratedClient = {
  name: 'typescript',
  files: ['typescript/main.ts', 'typescript/tsconfig.json'],
  steps: [
    { name: 'generate', command: ['openapi-generator-cli', ...GENERATE] },
    { name: 'compile', command: ['tsc', '--typeRoots', TYPES, '--outDir', 'compiled'] },
    { name: 'run', command: ['node', 'compiled/main.js'] },
  ],
};
