import { Copy } from '../../components/copy.tsx';
import type { FieldValue } from '../../state/fields.ts';
import { texts } from './people-texts.ts';
import { generatePassword } from './random-password.ts';

interface GeneratePasswordProps {
  /** The password that was generated. */
  readonly filled: FieldValue | undefined;
  readonly onFill: (filled: { readonly password: string }) => void;
}

/** Fills in a random password, and shows it, so that it can be handed over. */
export function GeneratePassword({ filled, onFill }: GeneratePasswordProps) {
  const generate = () =>
    onFill({ password: generatePassword((count) => crypto.getRandomValues(new Uint8Array(count))) });
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={generate}>
          {texts.generate}
        </button>
      </div>
      {filled !== undefined && (
        <>
          <p class="notice">{texts.generated}</p>
          <Copy label={texts.generated} text={String(filled)} />
        </>
      )}
    </>
  );
}
