/** A fenced block of a Markdown document. */
export interface CodeBlock {
  /** The language of the fence, such as `sh`; empty if it has none. */
  readonly language: string;
  readonly text: string;
  /** The last heading before it. */
  readonly heading: string;
  /** The line of its opening fence, counted from 1. */
  readonly line: number;
}

/** Commands of a document, with the output that follows them. */
export interface Example {
  readonly commands: CodeBlock;
  readonly output: CodeBlock | undefined;
}

/** A fence, which may be part of a list. */
const FENCE = /^(\s*)```(\S*)\s*$/;

/** The fenced blocks of a document, in order. Throws if a fence is not closed. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let open: { language: string; line: number; indent: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const [fence, indent = '', language = ''] = FENCE.exec(line) ?? [];
    if (open && fence !== undefined) {
      blocks.push({ language: open.language, text: open.lines.join('\n'), heading, line: open.line });
      open = undefined;
    } else if (open) open.lines.push(line.slice(open.indent));
    else if (fence !== undefined) open = { language, line: index + 1, indent: indent.length, lines: [] };
    else heading = /^#{1,6} (.+?)\s*$/.exec(line)?.[1] ?? heading;
  }
  if (open) throw new Error(`The block that begins in line ${open.line} does not end.`);
  return blocks;
}

export function under(heading: string, blocks: readonly CodeBlock[]): CodeBlock[] {
  return blocks.filter((block) => block.heading === heading);
}

/**
 * The `sh` blocks, each with the next block as its output, unless that block contains commands again. Throws if there are
 * none.
 */
export function examplesOf(blocks: readonly CodeBlock[]): Example[] {
  const examples = blocks.flatMap((commands, place): Example[] => {
    const next = blocks[place + 1];
    const output = next && ['', 'json'].includes(next.language) ? next : undefined;
    return commands.language === 'sh' ? [{ commands, output }] : [];
  });
  if (examples.length === 0) throw new Error('The document has no commands where it should have some.');
  return examples;
}
