import { partsOf } from '../state/links.ts';

interface LinkedTextProps {
  readonly text: string;
  /** What the text is called, where it has a name. */
  readonly name?: string;
}

/** Words of others, with their web addresses and phone numbers as links. Each link shows the whole of its address. */
export function LinkedText({ text, name }: LinkedTextProps) {
  return (
    <>
      {partsOf(text, name).map(({ text: part, href }, place) =>
        href === undefined ? (
          part
        ) : (
          // dir keeps what stands before the link from turning it around.
          <a key={place} class="found-link" href={href} dir="ltr" target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ),
      )}
    </>
  );
}
