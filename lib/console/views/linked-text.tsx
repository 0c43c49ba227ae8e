import { piecesOf } from '../state/links.ts';

interface LinkedTextProps {
  readonly text: string;
  /** The name of the text, if it has one. */
  readonly name?: string;
}

/** A text of a device or person, with web addresses and phone numbers as links. Each link shows its whole address. */
export function LinkedText({ text, name }: LinkedTextProps) {
  return (
    <>
      {piecesOf(text, name).map(({ text: piece, href }, place) =>
        href === undefined ? (
          piece
        ) : (
          // `dir` protects the link from control characters in the text before it.
          <a key={place} class="found-link" href={href} dir="ltr" target="_blank" rel="noopener noreferrer">
            {piece}
          </a>
        ),
      )}
    </>
  );
}
