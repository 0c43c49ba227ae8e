import * as z from 'zod';
import { type ChannelKind, channelKindField } from '../../shared/channels/channel-kind.ts';

/**
 * How a provider fails: not at all; it refuses messages, or ends the connection without an answer, so that nobody knows whether
 * it sent them. The outbox shows neither.
 */
export const FAILURES = ['none', 'refused', 'no_answer'] as const;
export type Failure = (typeof FAILURES)[number];

export type Failures = Readonly<Record<ChannelKind, Failure>>;

export const NO_FAILURES: Failures = { email: 'none', sms: 'none', push: 'none' };

/** A part of them; others stay as they are. */
export const failuresSchema = z.partialRecord(z.enum(channelKindField.options), z.enum(FAILURES));
