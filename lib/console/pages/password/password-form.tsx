import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { problemText } from '../../services/problem.ts';

interface PasswordFormProps {
  readonly title: string;
  readonly text: string;
  /** The label of the button; without it, the page only informs. */
  readonly action?: string;
  readonly onSubmit?: (given: FormData) => Promise<void>;
  /** The message about an earlier failure. */
  readonly failure?: string | undefined;
  readonly textOf?: (error: unknown) => string;
  /** The fields. */
  readonly children?: ComponentChildren;
  /** The links below. */
  readonly links: ComponentChildren;
}

/** The frame of a page before the sign-in. A new title takes the focus, so that everyone notices what has happened. */
export function PasswordForm({
  title,
  text,
  action,
  onSubmit,
  failure,
  textOf = problemText,
  children,
  links,
}: PasswordFormProps) {
  const [problem, setProblem] = useState(failure);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Guard`;
    heading.current?.focus();
  }, [title]);

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    await onSubmit?.(given).catch((error: unknown) => setProblem(textOf(error)));
    setBusy(false);
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{text}</p>
        {children}
        {action && (
          <>
            <p class="problem" role="alert">
              {problem}
            </p>
            <button type="submit" class="primary" aria-disabled={isBusy}>
              {action}
            </button>
          </>
        )}
        {links}
      </form>
    </main>
  );
}
