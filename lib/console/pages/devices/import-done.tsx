import { downloadCsv } from '../../parts/download.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { Table } from '../../parts/table.tsx';
import { resultErrorText } from '../../services/problem.ts';
import { FILE_COLUMNS } from '../../state/device-file.ts';
import type { ImportCounts, Imported } from '../../state/device-import.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './import-texts.ts';

interface ImportDoneProps extends PageProps {
  readonly counts: ImportCounts;
  readonly onAgain: () => void;
}

/** Shows what became of the rows, and the failed rows to mend. */
export function ImportDone({ counts, onAgain, screen, change, now }: ImportDoneProps) {
  const { created, existed, failed } = counts;
  return (
    <Panel
      title={texts.done}
      actions={
        <>
          <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: undefined }}>
            {texts.show}
          </ScreenLink>
          <button type="button" onClick={onAgain}>
            {texts.otherFile}
          </button>
        </>
      }
    >
      <p role="status">
        {texts.created(created)} {existed > 0 && texts.existed(existed)}{' '}
        {failed.length > 0 && texts.failed(failed.length)}
      </p>
      {failed.length > 0 && (
        <>
          <Table
            caption={texts.failed(failed.length)}
            rows={failed.slice(0, 100).map((it) => ({ id: it.row.number, ...it }))}
            columns={[
              { title: texts.row, cell: ({ row }) => formatNumber(row.number) },
              { title: common.name, cell: ({ device }) => device.name },
              { title: texts.reason, cell: reasonOf },
            ]}
          />
          <div class="buttons">
            <button
              type="button"
              onClick={() =>
                downloadCsv(
                  'failed-devices',
                  FILE_COLUMNS.map((title) => ({ title, value: ({ row }: Imported) => row.cells[title] })),
                  failed,
                  now,
                )
              }
            >
              {texts.saveFailed}
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

function reasonOf({ result: { error } }: Imported): string {
  return error ? resultErrorText(error) : '';
}
