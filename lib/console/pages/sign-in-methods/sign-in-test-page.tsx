import { useEffect } from 'preact/hooks';
import { baseUrlOf } from '../../services/base-url.ts';
import { PasswordForm } from '../password/password-form.tsx';
import type { PasswordPageProps } from '../password/password-props.ts';
import { readReport, sendReport } from './sign-in-report.ts';
import { Report } from './sign-in-test.tsx';
import { texts } from './sign-in-test-texts.ts';

/** The page of the new window, at the end of a test. */
export function SignInTestPage({ token }: PasswordPageProps) {
  const report = readReport(token);
  useEffect(() => {
    if (report) sendReport(baseUrlOf(location.href), token);
  }, [token]);
  return (
    <PasswordForm
      title={texts.title}
      text={report ? texts.over : texts.unreadable}
      links={<a href="#/">{texts.toGuard}</a>}
    >
      {report && <Report {...report} />}
    </PasswordForm>
  );
}
