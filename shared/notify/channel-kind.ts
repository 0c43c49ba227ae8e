import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';

export const CHANNEL_KINDS = ['email', 'sms', 'push'] as const;

export const channelKindField = withMeta(z.enum(CHANNEL_KINDS), { id: 'ChannelKind' });

export type ChannelKind = z.infer<typeof channelKindField>;
