import { useState } from 'preact/hooks';
import type { GuardClient, PendingSecondFactor } from '../../../client/index.ts';
import { Copy } from '../../components/copy.tsx';
import { downloadText } from '../../components/download.ts';
import { Form } from '../../components/form.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { useRead } from '../../hooks/use-read.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { texts as account } from './account-texts.ts';
import { texts } from './second-factor-texts.ts';

const PASSWORD: Field = {
  name: 'current_password',
  label: account.currentPassword,
  kind: 'password',
  isRequired: true,
  limit: limits.SecondFactorRemoval.current_password,
  autocomplete: 'current-password',
};
const CODE: Field = {
  name: 'otp',
  label: texts.code,
  kind: 'text',
  isRequired: true,
  limit: limits.SecondFactorRemoval.otp,
  autocomplete: 'one-time-code',
};

type Step =
  | { readonly is: 'begun'; readonly factor: PendingSecondFactor }
  | { readonly is: 'confirmed'; readonly codes: readonly string[] };

export interface SecondFactorProps {
  readonly guard: GuardClient;
  /** Is called when the factor was set up or removed. */
  readonly onDone: () => void;
}

/** The user's own second factor: set it up, store the recovery codes, remove it. */
export function SecondFactor({ guard, onDone }: SecondFactorProps) {
  const { value: status, error, again } = useRead((signal) => guard.getTotp({ signal }), [guard]);
  const [step, setStep] = useState<Step>();
  const finish = () => {
    setStep(undefined);
    again();
    onDone();
  };
  return (
    <Panel title={texts.title}>
      {step?.is === 'confirmed' ? (
        <RecoveryCodes codes={step.codes} onDone={finish} />
      ) : step ? (
        <Confirmation
          factor={step.factor}
          onConfirm={async (otp) => {
            const { recovery_codes } = await guard.confirmTotp({ otp });
            setStep({ is: 'confirmed', codes: recovery_codes });
          }}
        />
      ) : !status ? (
        <Reading error={error} again={again} />
      ) : status.enabled ? (
        <>
          <p>{texts.on(status.recovery_codes_left)}</p>
          <Form
            key="remove"
            fields={[PASSWORD, CODE]}
            initial={valuesOf([PASSWORD, CODE])}
            action={texts.remove}
            onSubmit={async ({ current_password, otp }) => {
              await guard.disableTotp({ current_password: String(current_password), otp: String(otp) });
              finish();
            }}
          />
        </>
      ) : (
        <>
          <p>{texts.off}</p>
          <Form
            key="begin"
            fields={[PASSWORD]}
            initial={valuesOf([PASSWORD])}
            action={texts.begin}
            onSubmit={async ({ current_password }) => {
              const factor = await guard.beginTotp({ current_password: String(current_password) });
              setStep({ is: 'begun', factor });
            }}
          />
        </>
      )}
    </Panel>
  );
}

interface ConfirmationProps {
  readonly factor: PendingSecondFactor;
  readonly onConfirm: (otp: string) => Promise<void>;
}

/** The QR code, its secret to type, and the form for the first code. */
function Confirmation({ factor, onConfirm }: ConfirmationProps) {
  return (
    <>
      <p>{texts.scan}</p>
      <QrCode label={texts.qrCode} text={factor.otpauth_url} />
      <Copy label={texts.secret} text={factor.secret} />
      <Form
        key="confirm"
        fields={[CODE]}
        initial={valuesOf([CODE])}
        action={texts.confirm}
        onSubmit={({ otp }) => onConfirm(String(otp))}
      />
    </>
  );
}

/** Leaving it asks first: the codes are not shown again. */
function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  useUnsaved(true);
  const text = codes.join('\n');
  return (
    <>
      <p class="notice">{texts.codesText}</p>
      <Copy label={texts.codes} text={text} />
      <div class="buttons">
        <button type="button" onClick={() => downloadText('guard-recovery-codes.txt', `${text}\n`)}>
          {texts.download}
        </button>
        <button type="button" class="primary" onClick={onDone}>
          {texts.stored}
        </button>
      </div>
    </>
  );
}
