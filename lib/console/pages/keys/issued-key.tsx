import type { IssuedKey } from '../../../client/index.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { Copy } from '../../parts/copy.tsx';
import { baseUrlOf } from '../../services/base-url.ts';
import { readCommand, reportCommand } from '../../state/report-command.ts';
import { texts } from './keys-texts.ts';

interface IssuedKeyPanelProps {
  readonly issued: IssuedKey;
  /** The site at which a key of the tenant reports its test alert. */
  readonly siteId: string | undefined;
  readonly onDone: () => void;
}

/** The plain text of a new key, and a command that uses it. Leaving it asks first: the key is not shown again. */
export function IssuedKeyPanel({ issued, siteId, onDone }: IssuedKeyPanelProps) {
  useUnsaved(true);
  const baseUrl = baseUrlOf(location.href);
  const { title, about, command } =
    issued.access === 'read'
      ? {
          title: texts.readCommand,
          about: texts.readCommandText,
          command: readCommand(baseUrl, issued.key),
        }
      : {
          title: texts.command,
          about: texts.commandText,
          command: reportCommand(baseUrl, issued.key, issued, siteId),
        };
  return (
    <>
      <p class="notice">{texts.issuedText}</p>
      <Copy label={texts.key} text={issued.key} />
      <h2>{title}</h2>
      <p>{about}</p>
      <Copy label={title} text={command} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {texts.done}
        </button>
      </div>
    </>
  );
}
