import type { AuditAction } from '../../../../shared/table/audit.ts';
import { inLanguages, type Language } from '../../texts/language.ts';

type Verb = 'created' | 'updated' | 'deleted';

/** What happens to few kinds, or needs words of its own there. */
type Special = `${string}.${Exclude<AuditAction, Verb>}` | `test.${Verb}`;

interface Sentences {
  /** A kind of entities with its article, as the object of a sentence. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly verbs: Readonly<Record<Verb, string>>;
  readonly special: Readonly<Record<Special, string>>;
}

/** `{who}`, `{kind}` and `{what}` are replaced. A test compares these with the events that the service records. */
export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    kinds: {
      tenant: 'the tenant',
      site: 'the site',
      zone: 'the zone',
      device: 'the device',
      panel: 'the alarm panel',
      inbound: 'the inbound address',
      mail_address: 'the mail address',
      user: 'the person',
      key: 'the key',
      webhook: 'the webhook',
      identity_provider: 'the identity provider',
      schedule: 'the schedule',
      schedule_override: 'the override',
      contact: 'the contact',
      supervision: 'the supervision',
      calendar: 'the calendar',
      action_plan: 'the action plan',
      notification_rule: 'the notification rule',
      channel: 'the channel',
    },
    verbs: {
      created: '{who} added {kind} {what}',
      updated: '{who} changed {kind} {what}',
      deleted: '{who} deleted {kind} {what}',
    },
    special: {
      'test.created': '{who} started the test {what}',
      'test.updated': '{who} changed the test {what}',
      'test.deleted': '{who} ended the test {what}',
      'drill.started': '{who} started a drill at {what}',
      'webhook.secret_rotated': '{who} made a new signing secret for the webhook {what}',
      'identity_provider.verified': '{who} verified a domain of the identity provider {what}',
      'channel.verified': '{who} verified the channel {what}',
      'channel.tested': '{who} sent a test message to the channel {what}',
      'alert.plan_overridden': '{who} resolved the alert {what} before its action plan was complete',
      'alert.pictures_held': '{who} keeps the pictures of the alert {what}',
      'alert.pictures_released': '{who} no longer keeps the pictures of the alert {what}',
      'panel.account_refused': '{who} wanted the account {what}, which another alarm panel has',
      'user.signed_in': '{what} signed in',
      'user.sign_in_failed': 'Somebody failed to sign in as {what}',
      'user.role_kept': '{what} kept their role, because the identity provider named none',
      'user.password_set_by_link': '{what} set a password by a link',
      'user.session_ended': '{who} ended a session of {what}',
      'user.sessions_ended': '{who} ended sessions of {what}',
      'user.second_factor_enabled': '{what} turned on a second factor',
      'user.second_factor_disabled': '{what} turned off the second factor',
      'user.second_factor_reset': '{who} reset the second factor of {what}',
    },
  },
  pt: {
    kinds: {
      tenant: 'a organização',
      site: 'o local',
      zone: 'a zona',
      device: 'o dispositivo',
      panel: 'a central de alarme',
      inbound: 'o endereço de entrada',
      mail_address: 'o endereço de e-mail',
      user: 'a pessoa',
      key: 'a chave',
      webhook: 'o webhook',
      identity_provider: 'o fornecedor de identidade',
      schedule: 'a escala',
      schedule_override: 'a substituição',
      contact: 'o contacto',
      supervision: 'a supervisão',
      calendar: 'o calendário',
      action_plan: 'o plano de ação',
      notification_rule: 'a regra de notificação',
      channel: 'o canal',
    },
    verbs: {
      created: '{who} adicionou {kind} {what}',
      updated: '{who} alterou {kind} {what}',
      deleted: '{who} eliminou {kind} {what}',
    },
    special: {
      'test.created': '{who} iniciou o teste {what}',
      'test.updated': '{who} alterou o teste {what}',
      'test.deleted': '{who} terminou o teste {what}',
      'drill.started': '{who} iniciou um simulacro em {what}',
      'webhook.secret_rotated': '{who} criou um novo segredo de assinatura para o webhook {what}',
      'identity_provider.verified': '{who} verificou um domínio do fornecedor de identidade {what}',
      'channel.verified': '{who} verificou o canal {what}',
      'channel.tested': '{who} enviou uma mensagem de teste para o canal {what}',
      'alert.plan_overridden': '{who} resolveu o alerta {what} antes de o plano de ação estar completo',
      'alert.pictures_held': '{who} guarda as imagens do alerta {what}',
      'alert.pictures_released': '{who} deixou de guardar as imagens do alerta {what}',
      'panel.account_refused': '{who} pediu a conta {what}, que outra central de alarme já tem',
      'user.signed_in': '{what} iniciou sessão',
      'user.sign_in_failed': 'Alguém não conseguiu iniciar sessão como {what}',
      'user.role_kept': '{what} manteve a função, porque o fornecedor de identidade não indicou nenhuma',
      'user.password_set_by_link': '{what} definiu uma palavra-passe por uma ligação',
      'user.session_ended': '{who} terminou uma sessão de {what}',
      'user.sessions_ended': '{who} terminou sessões de {what}',
      'user.second_factor_enabled': '{what} ativou um segundo fator',
      'user.second_factor_disabled': '{what} desativou o segundo fator',
      'user.second_factor_reset': '{who} repôs o segundo fator de {what}',
    },
  },
  es: {
    kinds: {
      tenant: 'la organización',
      site: 'el sitio',
      zone: 'la zona',
      device: 'el dispositivo',
      panel: 'la central de alarma',
      inbound: 'la dirección de entrada',
      mail_address: 'la dirección de correo',
      user: 'la persona',
      key: 'la clave',
      webhook: 'el webhook',
      identity_provider: 'el proveedor de identidad',
      schedule: 'el calendario',
      schedule_override: 'la sustitución',
      contact: 'el contacto',
      supervision: 'la supervisión',
      calendar: 'el calendario',
      action_plan: 'el plan de acción',
      notification_rule: 'la regla de notificación',
      channel: 'el canal',
    },
    verbs: {
      created: '{who} añadió {kind} {what}',
      updated: '{who} modificó {kind} {what}',
      deleted: '{who} eliminó {kind} {what}',
    },
    special: {
      'test.created': '{who} inició la prueba {what}',
      'test.updated': '{who} modificó la prueba {what}',
      'test.deleted': '{who} terminó la prueba {what}',
      'drill.started': '{who} inició un simulacro en {what}',
      'webhook.secret_rotated': '{who} creó un nuevo secreto de firma para el webhook {what}',
      'identity_provider.verified': '{who} verificó un dominio del proveedor de identidad {what}',
      'channel.verified': '{who} verificó el canal {what}',
      'channel.tested': '{who} envió un mensaje de prueba al canal {what}',
      'alert.plan_overridden': '{who} resolvió la alerta {what} antes de completar su plan de acción',
      'alert.pictures_held': '{who} conserva las imágenes de la alerta {what}',
      'alert.pictures_released': '{who} ya no conserva las imágenes de la alerta {what}',
      'panel.account_refused': '{who} pidió la cuenta {what}, que ya tiene otra central de alarma',
      'user.signed_in': '{what} inició sesión',
      'user.sign_in_failed': 'Alguien no consiguió iniciar sesión como {what}',
      'user.role_kept': '{what} mantuvo su rol, porque el proveedor de identidad no indicó ninguno',
      'user.password_set_by_link': '{what} estableció una contraseña por un enlace',
      'user.session_ended': '{who} terminó una sesión de {what}',
      'user.sessions_ended': '{who} terminó sesiones de {what}',
      'user.second_factor_enabled': '{what} activó un segundo factor',
      'user.second_factor_disabled': '{what} desactivó el segundo factor',
      'user.second_factor_reset': '{who} restableció el segundo factor de {what}',
    },
  },
  de: {
    kinds: {
      tenant: 'den Mandanten',
      site: 'das Objekt',
      zone: 'die Zone',
      device: 'das Gerät',
      panel: 'die Alarmzentrale',
      inbound: 'die Eingangsadresse',
      mail_address: 'die E-Mail-Adresse',
      user: 'die Person',
      key: 'den Schlüssel',
      webhook: 'den Webhook',
      identity_provider: 'den Identitätsanbieter',
      schedule: 'den Bereitschaftsplan',
      schedule_override: 'die Vertretung',
      contact: 'den Kontakt',
      supervision: 'die Überwachung',
      calendar: 'der Kalender',
      action_plan: 'den Maßnahmenplan',
      notification_rule: 'die Benachrichtigungsregel',
      channel: 'den Kanal',
    },
    verbs: {
      created: '{who} hat {kind} {what} angelegt',
      updated: '{who} hat {kind} {what} geändert',
      deleted: '{who} hat {kind} {what} gelöscht',
    },
    special: {
      'test.created': '{who} hat den Test {what} begonnen',
      'test.updated': '{who} hat den Test {what} geändert',
      'test.deleted': '{who} hat den Test {what} beendet',
      'drill.started': '{who} hat eine Übung für {what} gestartet',
      'webhook.secret_rotated': '{who} hat ein neues Signaturgeheimnis für den Webhook {what} erzeugt',
      'identity_provider.verified': '{who} hat eine Domain des Identitätsanbieters {what} bestätigt',
      'channel.verified': '{who} hat den Kanal {what} bestätigt',
      'channel.tested': '{who} hat eine Testnachricht an den Kanal {what} gesendet',
      'alert.plan_overridden': '{who} hat den Alarm {what} erledigt, bevor der Maßnahmenplan vollständig war',
      'alert.pictures_held': '{who} bewahrt die Bilder des Alarms {what} auf',
      'alert.pictures_released': '{who} bewahrt die Bilder des Alarms {what} nicht mehr auf',
      'panel.account_refused': '{who} wollte das Konto {what}, das eine andere Alarmzentrale hat',
      'user.signed_in': '{what} hat sich angemeldet',
      'user.sign_in_failed': 'Eine Anmeldung als {what} ist fehlgeschlagen',
      'user.role_kept': '{what} hat die Rolle behalten, weil der Identitätsanbieter keine nannte',
      'user.password_set_by_link': '{what} hat über einen Link ein Passwort gesetzt',
      'user.session_ended': '{who} hat eine Sitzung von {what} beendet',
      'user.sessions_ended': '{who} hat Sitzungen von {what} beendet',
      'user.second_factor_enabled': '{what} hat einen zweiten Faktor eingerichtet',
      'user.second_factor_disabled': '{what} hat den zweiten Faktor entfernt',
      'user.second_factor_reset': '{who} hat den zweiten Faktor von {what} zurückgesetzt',
    },
  },
};

/** The sentence of an action, with `{who}` and `{what}`; `undefined` if these words lack it. */
export function templateOf({ kinds, verbs, special }: Sentences, action: string): string | undefined {
  const own = (special as Readonly<Record<string, string>>)[action];
  if (own !== undefined) return own;
  const [kind = '', verb = ''] = action.split('.');
  const object = kinds[kind];
  const sentence = (verbs as Readonly<Record<string, string>>)[verb];
  return object === undefined ? undefined : sentence?.replace('{kind}', object);
}

const WORDS = inLanguages<Sentences>(SENTENCES);

/** A part of a sentence: a text, or the place of a name. */
type SentencePart = { readonly text: string } | { readonly name: 'who' | 'what' };

/** The sentence about an action in the language of this page. The words of an unknown action stay as they are. */
export function sentenceOf(action: string): SentencePart[] {
  const template = templateOf(WORDS, action) ?? `{who}: ${action.replaceAll('_', ' ')} {what}`;
  return template
    .split(/(\{who\}|\{what\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{who}') return { name: 'who' };
      return part === '{what}' ? { name: 'what' } : { text: part };
    });
}

/** The actions that the filter offers, with a sentence of which the names are left out. */
export const ACTIONS: readonly { readonly action: string; readonly label: string }[] = [
  ...Object.keys(WORDS.kinds).flatMap((kind) => Object.keys(WORDS.verbs).map((verb) => `${kind}.${verb}`)),
  ...Object.keys(WORDS.special),
].map((action) => ({ action, label: actionLabel(action) }));

export function actionLabel(action: string): string {
  const text = sentenceOf(action)
    .map((part) => ('text' in part ? part.text : '…'))
    .join('');
  return text.replace(/^… |[ :]*…$/g, '').trim();
}
