import type { Channel, ChannelKind } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import type { Column } from '../../components/table.tsx';
import { reasonText } from '../../state/notified.ts';
import { common } from '../../texts/common.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';
import { texts } from './channels-texts.ts';

export interface ChannelActions {
  /** The kinds that the installation does not send. */
  readonly off: readonly ChannelKind[];
  /** Whether no action can start now. */
  readonly isHeld: boolean;
  readonly onCode: (channel: Channel) => void;
  readonly onTest: (channel: Channel) => void;
  readonly onDelete: (channel: Channel) => Promise<void>;
}

export function channelColumns({
  off,
  isHeld,
  onCode,
  onTest,
  onDelete,
}: ChannelActions): readonly Column<Channel>[] {
  return [
    { title: texts.address, cell: ({ address }) => address },
    { title: texts.kind, cell: ({ kind }) => notifiedTexts.kinds[kind] },
    {
      title: common.status,
      cell: (channel) =>
        channel.verified_at !== null ? (
          <span class={off.includes(channel.kind) ? 'mark mark-off' : 'mark'}>
            {texts.verified}
            {off.includes(channel.kind) && `. ${reasonText('channel_off')}`}
          </span>
        ) : (
          <button type="button" onClick={() => onCode(channel)}>
            {texts.waits}
            <span class="unseen"> {channel.address}</span>
          </button>
        ),
    },
    {
      title: common.actions,
      cell: (channel) => (
        <div class="buttons">
          {channel.verified_at !== null && (
            <button type="button" class="quiet" aria-disabled={isHeld} onClick={() => onTest(channel)}>
              {texts.test}
              <span class="unseen"> {channel.address}</span>
            </button>
          )}
          <ConfirmButton
            label={common.delete}
            about={channel.address}
            title={texts.deleteTitle(channel.address)}
            text={texts.deleteText}
            action={common.delete}
            onConfirm={() => onDelete(channel)}
          />
        </div>
      ),
    },
  ];
}
