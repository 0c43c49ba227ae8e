import type { GuardErrorCode } from '../../client/errors.ts';
import { inLanguages } from './language.ts';

/** The messages of errors that no action of the alert desk gets: pages load them. */
export const problemTexts = inLanguages({
  en: {
    own_account_protected:
      'You cannot delete yourself or change your own role or status. Ask another administrator.',
    own_tenant_protected: 'You cannot deactivate or delete your own tenant.',
    invitation_not_open:
      'Only an active person who signs in with a password, and has none yet, can be invited.',
    email_taken: 'Another user has this e-mail address already. Enter another one.',
    serial_taken: 'Another device of this tenant has this serial already. Enter another one.',
    site_not_empty: 'The site still has zones or devices. Delete or move them first.',
    zone_not_empty: 'The zone still has devices. Delete or move them first.',
    tenant_not_empty:
      'The tenant still has users, sites, keys, webhooks or alerts. Delete them first, or deactivate the tenant.',
    last_tenant_master: 'A tenant keeps at least one active tenant master. Appoint another one first.',
    last_platform_admin: 'The platform keeps at least one active platform admin. Appoint another one first.',
    too_many_action_plans: 'The tenant has reached its limit of action plans. Delete one first.',
    role_managed_by_sso: "The identity provider sets this user's role. Switch that off first.",
    second_factor_active: 'You have a second factor already.',
    domain_taken: 'Another identity provider has this domain already.',
    too_many_identity_providers: 'The tenant has reached its limit of identity providers. Delete one first.',
    mail_not_configured: 'Guard sends no mail here. Set the password yourself.',
    too_many_webhooks: 'The tenant has reached its limit of webhooks. Delete one first.',
    too_many_contacts: 'The site has reached its limit of contacts. Delete one first.',
    own_test_limit_reached:
      'You have put this site on test 10 times in 24 hours. Extend a running test, or ask a colleague to start one.',
    test_limit_reached:
      'The site has reached its limit of tests or of time on test. End one first, or choose a shorter time.',
    test_ended: 'This test has ended. Start another one.',
    schedule_in_use: 'Notification rules name this schedule. Take it out of them first.',
    too_many_notification_rules: 'The tenant has reached its limit of notification rules. Delete one first.',
    too_many_channels: 'You have reached your limit of channels. Delete one first.',
    channel_exists: 'You have this channel already.',
    channel_verified: 'It is verified already. Load the page again.',
    channel_not_verified: 'Enter the code first.',
    channel_off: 'This installation sends nothing of this kind.',
    channel_not_reached: 'Nothing could be sent there. Check the address.',
    channel_code_not_valid:
      'The code is wrong or too old. Ask for another one after 5 attempts or 10 minutes.',
  } satisfies Partial<Record<GuardErrorCode, string>>,
  pt: {
    own_account_protected:
      'Não pode eliminar a sua própria conta nem alterar a sua função ou estado. Peça a outro administrador.',
    own_tenant_protected: 'Não pode desativar nem eliminar a sua própria organização.',
    invitation_not_open:
      'Só pode ser convidada uma pessoa ativa que inicie sessão com palavra-passe e ainda não tenha nenhuma.',
    email_taken: 'Outro utilizador já tem este endereço de e-mail. Introduza outro.',
    serial_taken: 'Outro dispositivo desta organização já tem este número de série. Introduza outro.',
    site_not_empty: 'O local ainda tem zonas ou dispositivos. Elimine-os ou mova-os primeiro.',
    zone_not_empty: 'A zona ainda tem dispositivos. Elimine-os ou mova-os primeiro.',
    tenant_not_empty:
      'A organização ainda tem utilizadores, locais, chaves, webhooks ou alertas. Elimine-os primeiro ou desative a organização.',
    last_tenant_master: 'Uma organização mantém pelo menos um responsável ativo. Nomeie primeiro outro.',
    last_platform_admin: 'A plataforma mantém pelo menos um administrador ativo. Nomeie primeiro outro.',
    too_many_action_plans: 'A organização já tem o máximo de planos de ação. Elimine um primeiro.',
    role_managed_by_sso:
      'O fornecedor de identidade define a função deste utilizador. Desative isso primeiro.',
    second_factor_active: 'Já tem um segundo fator.',
    domain_taken: 'Outro fornecedor de identidade já tem este domínio.',
    too_many_identity_providers:
      'A organização atingiu o limite de fornecedores de identidade. Elimine primeiro um.',
    mail_not_configured: 'O Guard não envia e-mail aqui. Defina a palavra-passe.',
    too_many_webhooks: 'A organização atingiu o limite de webhooks. Elimine primeiro um.',
    too_many_contacts: 'O local atingiu o limite de contactos. Elimine primeiro um.',
    own_test_limit_reached:
      'Colocou este local em teste 10 vezes em 24 horas. Prolongue um teste em curso ou peça a um colega que inicie um.',
    test_limit_reached:
      'O local tem tantos testes, ou está em teste durante tanto tempo, quanto é permitido. Termine um ou escolha menos tempo.',
    test_ended: 'Este teste terminou. Inicie outro.',
    schedule_in_use: 'Há regras de notificação com esta escala. Retire-a delas primeiro.',
    too_many_notification_rules: 'A organização tem o máximo de regras de notificação. Elimine primeiro uma.',
    too_many_channels: 'Tem o máximo de canais. Elimine primeiro um.',
    channel_exists: 'Já tem este canal.',
    channel_verified: 'Já está verificado. Recarregue a página.',
    channel_not_verified: 'Introduza primeiro o código.',
    channel_off: 'Esta instalação não envia nada deste tipo.',
    channel_not_reached: 'Não foi possível enviar para lá. Verifique o endereço.',
    channel_code_not_valid: 'O código está errado ou expirou. Peça outro após 5 tentativas ou 10 minutos.',
  },
  es: {
    own_account_protected:
      'No puede eliminar su propia cuenta ni cambiar su rol o estado. Pídaselo a otro administrador.',
    own_tenant_protected: 'No puede desactivar ni eliminar su propia organización.',
    invitation_not_open:
      'Solo se puede invitar a una persona activa que inicie sesión con contraseña y aún no tenga ninguna.',
    email_taken: 'Otro usuario ya tiene este correo electrónico. Introduzca otro.',
    serial_taken: 'Otro dispositivo de esta organización ya tiene este número de serie. Introduzca otro.',
    site_not_empty: 'El sitio aún tiene zonas o dispositivos. Elimínelos o muévalos primero.',
    zone_not_empty: 'La zona aún tiene dispositivos. Elimínelos o muévalos primero.',
    tenant_not_empty:
      'La organización aún tiene usuarios, sitios, claves, webhooks o alertas. Elimínelos primero o desactive la organización.',
    last_tenant_master: 'Una organización conserva al menos un responsable activo. Nombre primero a otro.',
    last_platform_admin: 'La plataforma conserva al menos un administrador activo. Nombre primero a otro.',
    too_many_action_plans: 'La organización tiene el máximo de planes de acción. Elimine uno primero.',
    role_managed_by_sso: 'El proveedor de identidad asigna la función de este usuario. Desactívelo primero.',
    second_factor_active: 'Ya tiene un segundo factor.',
    domain_taken: 'Otro proveedor de identidad ya tiene este dominio.',
    too_many_identity_providers:
      'La organización ha alcanzado el límite de proveedores de identidad. Elimine uno primero.',
    mail_not_configured: 'Guard no envía correo aquí. Establezca la contraseña.',
    too_many_webhooks: 'La organización ha alcanzado el límite de webhooks. Elimine uno primero.',
    too_many_contacts: 'El sitio ha alcanzado el límite de contactos. Elimine uno primero.',
    own_test_limit_reached:
      'Ha puesto este sitio en prueba 10 veces en 24 horas. Prolongue una prueba en curso o pida a un colega que inicie una.',
    test_limit_reached:
      'El sitio tiene tantas pruebas, o está en prueba durante tanto tiempo, como se permite. Termine una o elija menos tiempo.',
    test_ended: 'Esta prueba ha terminado. Inicie otra.',
    schedule_in_use: 'Hay reglas de notificación con este calendario. Quítelo de ellas primero.',
    too_many_notification_rules:
      'La organización tiene el máximo de reglas de notificación. Elimine antes una.',
    too_many_channels: 'Tiene el máximo de canales. Elimine antes uno.',
    channel_exists: 'Ya tiene este canal.',
    channel_verified: 'Ya está verificado. Vuelva a cargar la página.',
    channel_not_verified: 'Introduzca antes el código.',
    channel_off: 'Esta instalación no envía nada de este tipo.',
    channel_not_reached: 'No se pudo enviar a esa dirección. Compruébela.',
    channel_code_not_valid: 'El código es incorrecto o ha caducado. Pida otro tras 5 intentos o 10 minutos.',
  },
  de: {
    own_account_protected:
      'Sie können Ihr eigenes Konto nicht löschen und Ihre Rolle oder Ihren Status nicht ändern. Bitten Sie einen anderen Administrator.',
    own_tenant_protected: 'Sie können Ihren eigenen Mandanten nicht deaktivieren oder löschen.',
    invitation_not_open:
      'Einladen lässt sich nur ein aktiver Benutzer, der sich mit Passwort anmeldet und noch keines hat.',
    email_taken: 'Ein anderer Benutzer hat diese E-Mail-Adresse bereits. Geben Sie eine andere ein.',
    serial_taken:
      'Ein anderes Gerät dieses Mandanten hat diese Seriennummer bereits. Geben Sie eine andere ein.',
    site_not_empty: 'Das Objekt hat noch Bereiche oder Geräte. Löschen oder verschieben Sie diese zuerst.',
    zone_not_empty: 'Der Bereich hat noch Geräte. Löschen oder verschieben Sie diese zuerst.',
    tenant_not_empty:
      'Der Mandant hat noch Benutzer, Objekte, Schlüssel, Webhooks oder Alarme. Löschen Sie diese zuerst, oder deaktivieren Sie den Mandanten.',
    last_tenant_master:
      'Ein Mandant behält mindestens einen aktiven Hauptverwalter. Ernennen Sie zuerst einen anderen.',
    last_platform_admin:
      'Die Plattform behält mindestens einen aktiven Administrator. Ernennen Sie zuerst einen anderen.',
    too_many_action_plans: 'Der Mandant hat die größte Zahl an Maßnahmenplänen. Löschen Sie zuerst einen.',
    role_managed_by_sso:
      'Der Identitätsanbieter bestimmt die Rolle dieses Benutzers. Schalten Sie das zuerst aus.',
    second_factor_active: 'Sie haben schon einen zweiten Faktor.',
    domain_taken: 'Ein anderer Identitätsanbieter hat diese Domain bereits.',
    too_many_identity_providers:
      'Der Mandant hat die Höchstzahl an Identitätsanbietern erreicht. Löschen Sie zuerst einen.',
    mail_not_configured: 'Guard sendet hier keine E-Mails. Setzen Sie das Passwort selbst.',
    too_many_webhooks: 'Der Mandant hat die Höchstzahl an Webhooks erreicht. Löschen Sie zuerst einen.',
    too_many_contacts: 'Das Objekt hat die Höchstzahl an Kontakten erreicht. Löschen Sie zuerst einen.',
    own_test_limit_reached:
      'Sie haben diesen Standort in 24 Stunden 10-mal in den Testbetrieb versetzt. Verlängern Sie einen laufenden Test, oder bitten Sie einen Kollegen, einen zu beginnen.',
    test_limit_reached:
      'Das Objekt hat so viele Tests, oder ist so lange im Test, wie erlaubt. Beenden Sie einen oder wählen Sie eine kürzere Zeit.',
    test_ended: 'Dieser Test ist beendet. Beginnen Sie einen neuen.',
    schedule_in_use: 'Benachrichtigungsregeln nennen diesen Dienstplan. Nehmen Sie ihn zuerst heraus.',
    too_many_notification_rules:
      'Der Mandant hat so viele Benachrichtigungsregeln, wie er haben darf. Löschen Sie zuerst eine.',
    too_many_channels: 'Sie haben so viele Kanäle, wie Sie haben dürfen. Löschen Sie zuerst einen.',
    channel_exists: 'Diesen Kanal haben Sie schon.',
    channel_verified: 'Er ist schon bestätigt. Laden Sie die Seite neu.',
    channel_not_verified: 'Geben Sie zuerst den Code ein.',
    channel_off: 'Diese Installation sendet nichts dieser Art.',
    channel_not_reached: 'Dorthin ließ sich nichts senden. Prüfen Sie die Adresse.',
    channel_code_not_valid:
      'Der Code ist falsch oder zu alt. Fordern Sie nach 5 Versuchen oder 10 Minuten einen neuen an.',
  },
});
