import { LOCAL_KEY_BYTES, localKeySetting } from '../../shared/lambda/connect-key.ts';
import { SETTING_DEFAULTS, VARIABLES_WITH_DEFAULT } from '../../shared/lambda/default-schemas.ts';
import type { Environment } from '../../shared/lambda/environment.ts';
import {
  mailInText,
  mqttBrokerText,
  NO_THROTTLES,
  panelReceiverText,
  SETTINGS,
  type SettingName,
  type Settings,
  throttlesText,
} from '../../shared/lambda/settings.ts';
import { localStoreSetting } from '../../shared/pictures/store-setting.ts';

/** The key of secrets. */
export const TEST_KEY = localKeySetting(new Uint8Array(LOCAL_KEY_BYTES));

const MAIL_IN = { domain: 'in.guard.test', host: 'mail.guard.test', ports: [25, 587], tlsPorts: [465] };
/** A store in which nothing is ever kept. */
const NO_PICTURES = localStoreSetting({ folder: '/dev/null', url: 'http://localhost', key: 'test' });

/** An environment with every setting that a function can declare: its default, or the value of these settings. */
export function functionVariables(settings: Partial<Settings> = {}): Record<SettingName, string> {
  const withDefault = VARIABLES_WITH_DEFAULT.map((variable) => [
    variable,
    String(settings[SETTINGS[variable].name] ?? SETTING_DEFAULTS[variable]),
  ]);
  return {
    ...(Object.fromEntries(withDefault) as Record<SettingName, string>),
    TABLE_NAME: settings.tableName ?? 'guard-test',
    GUARD_STAGE: settings.stage ?? 'test',
    GUARD_RELEASE: settings.release ?? 'test',
    GUARD_WEBHOOK_ENCRYPTION_KEY: settings.webhookEncryptionKey ?? TEST_KEY,
    GUARD_WEBHOOK_DECRYPTION_KEY: settings.webhookDecryptionKey ?? TEST_KEY,
    GUARD_TOTP_ENCRYPTION_KEY: settings.totpEncryptionKey ?? TEST_KEY,
    GUARD_TOTP_DECRYPTION_KEY: settings.totpDecryptionKey ?? TEST_KEY,
    GUARD_AUDIT_SIGNING_KEY: settings.auditSigningKey ?? TEST_KEY,
    GUARD_IDENTITY_PROVIDER_ENCRYPTION_KEY: settings.identityProviderEncryptionKey ?? TEST_KEY,
    GUARD_IDENTITY_PROVIDER_DECRYPTION_KEY: settings.identityProviderDecryptionKey ?? TEST_KEY,
    GUARD_PUSH_ENCRYPTION_KEY: settings.pushEncryptionKey ?? TEST_KEY,
    GUARD_PUSH_DECRYPTION_KEY: settings.pushDecryptionKey ?? TEST_KEY,
    GUARD_PANEL_ENCRYPTION_KEY: settings.panelEncryptionKey ?? TEST_KEY,
    GUARD_PANEL_DECRYPTION_KEY: settings.panelDecryptionKey ?? TEST_KEY,
    GUARD_PICTURE_STORE: settings.pictureStore ?? NO_PICTURES,
    GUARD_PICTURE_UPLOADS: settings.pictureUploads ?? settings.pictureStore ?? NO_PICTURES,
    GUARD_PICTURE_VIEWS: settings.pictureViews ?? settings.pictureStore ?? NO_PICTURES,
    GUARD_PICTURE_ORIGIN: settings.pictureOrigin ?? 'https://pictures.guard.test',
    GUARD_SMS_CONFIGURATION_SET: settings.smsConfigurationSet ?? 'none',
    GUARD_THROTTLES: settings.throttles ? throttlesText(settings.throttles) : NO_THROTTLES,
    GUARD_MQTT_BROKER: mqttBrokerText(settings.mqttBroker ?? null),
    GUARD_PANEL_RECEIVER: panelReceiverText(settings.panelReceiver ?? null),
    GUARD_MAIL_IN: mailInText(settings.mailIn === undefined ? MAIL_IN : settings.mailIn),
    GUARD_MAIL_STORE: settings.mailStore ?? 'none',
    GUARD_LIVE_URL: settings.liveUrl ?? 'wss://live.guard.test',
  } satisfies Environment;
}
