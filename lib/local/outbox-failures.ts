import * as z from 'zod';
import { type ChannelKind, channelKindField } from '../../shared/notify/channel-kind.ts';

/**
 * The ways in which a provider fails: not at all; it refuses messages; or it ends the connection without an answer, so that
 * the result is unknown. The outbox shows no such message.
 */
export const FAILURES = ['none', 'refused', 'no_answer'] as const;
export type Failure = (typeof FAILURES)[number];

export type Failures = Readonly<Record<ChannelKind, Failure>>;

export const NO_FAILURES: Failures = { email: 'none', sms: 'none', push: 'none' };

/** The failures to change; those of other channels stay as they are. */
export const failuresSchema = z.partialRecord(z.enum(channelKindField.options), z.enum(FAILURES));
