import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type CodeBlock, codeBlocks } from './markdown.ts';

/** A Markdown document of the project. */
export interface Document {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly CodeBlock[];
}

const DOCUMENTS = ['README.md', 'docs/**/*.md', 'lib/client/README.md', '.github/**/*.md'];

/** All documents of the project in a folder, sorted by path. */
export async function readDocuments(folder: string): Promise<Document[]> {
  const documents: Document[] = [];
  for await (const path of glob(DOCUMENTS, { cwd: folder })) {
    const text = await readFile(join(folder, path), 'utf8');
    documents.push({ path: path.replaceAll(sep, '/'), text, blocks: codeBlocks(text) });
  }
  return documents.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws if there is no such document. */
export function documentAt(path: string, documents: readonly Document[]): Document {
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`There is no document ${path}.`);
  return found;
}
