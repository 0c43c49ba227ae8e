import { Copy } from '../../parts/copy.tsx';
import { generatePassword } from '../../state/generate-password.ts';
import { texts } from './people-texts.ts';

export type GeneratedPassword = { readonly password: string };

interface GeneratePasswordProps {
  readonly filled: GeneratedPassword | undefined;
  readonly onFill: (filled: GeneratedPassword) => void;
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
      {filled && (
        <>
          <p class="notice">{texts.generated}</p>
          <Copy label={texts.generated} text={filled.password} />
        </>
      )}
    </>
  );
}
