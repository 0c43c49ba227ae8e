/** A fenced block of a Markdown document. */
export interface CodeBlock {
  /** What the fence names, such as `sh`; empty where it names nothing. */
  readonly language: string;
  readonly text: string;
  /** The heading that it stands under. */
  readonly heading: string;
  /** The line of its opening fence, counted from 1. */
  readonly line: number;
}

/** Commands of a document, and the output that it shows right after them, if it shows any. */
export interface Example {
  readonly commands: CodeBlock;
  readonly output: CodeBlock | undefined;
}

/** The fenced blocks of a document, in their order. Throws where a fence is not closed. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(\S*)\s*$/.exec(line);
    if (open && fence) {
      blocks.push({ language: open.language, text: open.lines.join('\n'), heading, line: open.line });
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (fence) open = { language: fence[1] ?? '', line: index + 1, lines: [] };
    else heading = /^#{1,6} (.+?)\s*$/.exec(line)?.[1] ?? heading;
  }
  if (open) throw new Error(`The block that begins in line ${open.line} does not end.`);
  return blocks;
}

/**
 * The `sh` blocks under a heading, each with the block that shows its output: the next one, unless that is commands
 * again. Throws where there are none.
 */
export function examplesUnder(heading: string, blocks: readonly CodeBlock[]): Example[] {
  const under = blocks.filter((block) => block.heading === heading);
  const examples = under.flatMap((commands, place): Example[] => {
    const next = under[place + 1];
    const output = next && ['', 'json'].includes(next.language) ? next : undefined;
    return commands.language === 'sh' ? [{ commands, output }] : [];
  });
  if (examples.length === 0) throw new Error(`There are no commands under the heading "${heading}".`);
  return examples;
}
