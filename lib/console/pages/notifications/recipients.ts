import type { ChannelKind, NotificationRecipient, Schedule, Site, User } from '../../../client/index.ts';
import { texts as onCall } from '../on-call/on-call-texts.ts';

/** The people and schedules of a tenant, whom rules can name. */
export interface Recipients {
  readonly users: readonly Pick<User, 'id' | 'name' | 'email'>[];
  readonly schedules: readonly Pick<Schedule, 'id' | 'name'>[];
}

/** What the form of a rule needs besides. */
export interface NeededForRules extends Recipients {
  readonly users: readonly Pick<User, 'id' | 'name' | 'email' | 'role'>[];
  readonly sites: readonly Site[];
  /** The kinds of channels that the installation does not send. */
  readonly off: readonly ChannelKind[];
}

/** A recipient as a text, which forms keep. */
export function recipientText(recipient: NotificationRecipient): string {
  return 'user_id' in recipient ? `user ${recipient.user_id}` : `schedule ${recipient.schedule_id}`;
}

export function recipientOf(text: string): NotificationRecipient {
  const [kind, id = ''] = text.split(' ');
  return kind === 'user' ? { user_id: id } : { schedule_id: id };
}

/** The name of a recipient, who may be deleted. */
export function recipientName(text: string, { users, schedules }: Recipients): string {
  const recipient = recipientOf(text);
  if ('schedule_id' in recipient) {
    return schedules.find(({ id }) => id === recipient.schedule_id)?.name ?? onCall.deleted;
  }
  return users.find(({ id }) => id === recipient.user_id)?.name ?? onCall.deleted;
}
