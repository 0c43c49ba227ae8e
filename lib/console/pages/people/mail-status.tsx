import { useCallback } from 'preact/hooks';
import type { User } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import type { PageProps } from '../../parts/page-props.ts';
import { texts } from './people-texts.ts';

type Props = Pick<PageProps, 'guard'> & Pick<User, 'id' | 'email'>;

/** Warns that a person gets no more mail. Reads again when the address changes. */
export function MailStatus({ guard, id, email }: Props) {
  const read = useCallback(
    (signal?: AbortSignal) => guard.users.mailStatus(id, { signal }),
    [guard, id, email],
  );
  const { value } = useItem(read);
  return value?.suppressed ? (
    <p class="notice" role="status">
      {texts.suppressed[value.suppressed.reason]}
    </p>
  ) : null;
}
