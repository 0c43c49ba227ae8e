import { DOCUMENT, type GeneratedClient, OUTPUT } from './client.ts';

export const pythonClient: GeneratedClient = {
  name: 'python',
  files: ['python/main.py'],
  steps: [
    {
      name: 'generate',
      command: ['openapi-python-client', 'generate', '--path', DOCUMENT, '--output-path', OUTPUT],
    },
    { name: 'compile', command: ['python3', '-m', 'compileall', '-q', OUTPUT, 'main.py'] },
    { name: 'run', command: ['python3', 'main.py'] },
  ],
};
