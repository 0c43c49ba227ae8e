import { DOCUMENT, type GeneratedClient, OUTPUT } from './client.ts';

/** The path by which the program imports the client. */
const MODULE = ['--git-host', 'guard.test', '--git-user-id', 'guard', '--git-repo-id', 'client'];

/**
 * Without this option, a Go client rejects responses with unknown fields, which a later release may add. docs/clients.md
 * recommends it.
 */
const NEW_FIELDS = ['--additional-properties', 'disallowAdditionalPropertiesIfNotPresent=false'];

export const goClients: readonly GeneratedClient[] = [
  goClient('go', [], []),
  goClient('go-with-new-fields', NEW_FIELDS, ['takes-new-fields']),
];

function goClient(name: string, options: string[], parameters: string[]): GeneratedClient {
  const generate = ['generate', '-g', 'go', '-i', DOCUMENT, '-o', OUTPUT, ...MODULE, ...options];
  return {
    name,
    files: ['go/main.go'],
    steps: [
      { name: 'generate', command: ['openapi-generator-cli', ...generate] },
      { name: 'compile', command: ['go', 'build', '-o', '../program', '../main.go'], folder: OUTPUT },
      { name: 'vet', command: ['go', 'vet', '.'], folder: OUTPUT },
      { name: 'run', command: ['./program', ...parameters] },
    ],
  };
}
