import { gzipSync } from 'node:zlib';
import { buildConsole, filesOf } from './lib/console/build/build-console.ts';

const built = await buildConsole();
const size = (f: { text: string }) => gzipSync(f.text).length;
const names = (t: string) => Array.from(t.matchAll(/(?:from|import)"\.\/([^"]+)"/g), ([, n]) => n);
const imported = built.parts.filter(({ name }) => names(built.script.text).includes(name));
const cat = built.parts.filter(
  ({ text }) => text.includes('Create your first site') || /Sign in again/.test(text),
);
console.log(
  'script',
  size(built.script),
  'styles',
  size(built.styles),
  'icon',
  size(built.icon),
  'imported',
  imported.map(size),
  'all',
  filesOf(built)
    .map(size)
    .reduce((a, b) => a + b, 0),
  built.parts
    .map(size)
    .sort((a, b) => b - a)
    .slice(0, 12),
);
