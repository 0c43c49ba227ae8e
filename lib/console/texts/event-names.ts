import { isRuleEvent } from '../../../shared/notify/notification-rule.ts';
import { EVENT_TYPES } from '../../../shared/webhooks/event-types.ts';
import { LANGUAGE } from './language.ts';

// The build replaces this module with its texts: what it imports is as large as the alert desk.

/** The events of webhooks, in words. */
export const eventNames: Readonly<Record<string, string>> = Object.fromEntries(
  EVENT_TYPES.map(({ name, text }) => [name, text[LANGUAGE]]),
);

/** The events of which a rule may notify people. */
export const ruleEvents: readonly string[] = Object.keys(eventNames).filter(isRuleEvent);
