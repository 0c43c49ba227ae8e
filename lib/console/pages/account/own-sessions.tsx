import { useCallback, useMemo } from 'preact/hooks';
import type { GuardClient, Session } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { texts } from './account-texts.ts';

/** The user's own sessions, each of which can be ended. */
export function OwnSessions({ guard }: { readonly guard: GuardClient }) {
  const read = useCallback((signal: AbortSignal) => guard.sessions.list({ limit: 100 }, { signal }), [guard]);
  const list = useList(read);
  const { again } = list;
  const columns = useMemo<readonly Column<Session>[]>(
    () => [
      { title: texts.started, cell: ({ created_at }) => <Instant at={created_at} /> },
      { title: texts.ends, cell: ({ expires_at }) => <Instant at={expires_at} /> },
      {
        title: common.actions,
        cell: ({ id, current, created_at }) =>
          current ? (
            <span class="mark">{texts.thisSession}</span>
          ) : (
            <ConfirmButton
              label={texts.end}
              about={created_at}
              title={texts.endTitle}
              text={texts.endText}
              action={texts.end}
              onConfirm={async () => {
                await guard.sessions.end(id);
                again();
              }}
            />
          ),
      },
    ],
    [guard, again],
  );
  return (
    <Panel
      title={texts.sessions}
      actions={
        <ConfirmButton
          label={texts.endOthers}
          title={texts.endOthers}
          text={texts.endText}
          action={texts.end}
          onConfirm={async () => {
            await guard.sessions.endOthers();
            again();
          }}
        />
      }
    >
      <p>{texts.sessionsText}</p>
      <ListView caption={texts.sessions} list={list} columns={columns} empty={null} />
    </Panel>
  );
}
