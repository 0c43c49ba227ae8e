import type { Document } from './documents.ts';

/** A link of a document to a file of the project. */
export interface Link {
  /** The document. */
  readonly from: string;
  /** The path of the file or folder in the project. */
  readonly path: string;
  /** The anchor of a heading; empty if the link has none. */
  readonly anchor: string;
}

/** The document without its blocks of code, in which links and headings have no meaning. */
function proseOf(markdown: string): string {
  return markdown.replace(/^\s*```[\s\S]*?^\s*```/gm, '');
}

/** The links of a document that lead into the project. */
export function linksOf({ path, text }: Document): Link[] {
  return [...proseOf(text).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      const url = new URL(file === '' ? path.replace(/.*\//, '') : file, `project:///${path}`);
      return { from: path, path: decodeURIComponent(url.pathname).replace(/^\//, ''), anchor };
    });
}

/** The headings of a document. */
export function headingsOf({ text }: Pick<Document, 'text'>): string[] {
  return [...proseOf(text).matchAll(/^#{1,6} (.+?)\s*$/gm)].map(([, heading = '']) => heading);
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
