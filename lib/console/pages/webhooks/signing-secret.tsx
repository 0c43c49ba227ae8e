import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { Copy } from '../../parts/copy.tsx';
import { texts } from './webhooks-texts.ts';

interface SigningSecretProps {
  readonly secret: string;
  readonly onDone: () => void;
}

/** A new signing secret. Leaving it asks first: the secret is not shown again. */
export function SigningSecret({ secret, onDone }: SigningSecretProps) {
  useUnsaved(true);
  return (
    <>
      <p class="notice">{texts.secretText}</p>
      <Copy label={texts.secret} text={secret} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {texts.secretDone}
        </button>
      </div>
    </>
  );
}
