import { serviceName } from '../../shared/lambda/metrics.ts';
import { isSmsOn } from '../../shared/senders/channels-off.ts';
import { NO_SMS } from '../../shared/senders/sms-settings.ts';
import type { StageSettings } from './stage-settings.ts';

/** The configuration set of a stage that sends SMS. */
export const smsConfigurationSetName = (settings: StageSettings): string =>
  isSmsOn(settings) ? serviceName(settings.stage) : NO_SMS;
