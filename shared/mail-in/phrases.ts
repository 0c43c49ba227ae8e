/**
 * The words by which cameras and recorders say what a mail is about. They are data: a row is a meaning, its words and their
 * source. All are in lower case and without marks. Firmware of one maker exists in many languages and brands, so the rows
 * are by meaning.
 */
interface Row {
  readonly source: string;
  readonly words: readonly string[];
}

const row = (source: string, words: string): Row => ({ source, words: words.split('|') });
const wordsOf = (rows: readonly Row[]): readonly string[] => [...new Set(rows.flatMap(({ words }) => words))];

/** What an alarm is about. A mail that says one of these, and not that it has ended, raises. */
export const TOPICS = wordsOf([
  row(
    'Dahua and Amcrest (message of 2018), EZIP, DVR with the subject "DVR ALERT" (2014): "Alarm Event: …"',
    'motion detection|motion detect|motion detected|motion|tamper detect|tamper detection|tampering|tamper|video tampering|video masking|video blind|alarm event|local alarm|external alarm|ipc external alarm|net alarm|audio detect|audio detection|audio abnormal|scene changing|scene change|defocus',
  ),
  row(
    'Hikvision cameras and recorders: "EVENT TYPE: …" (HikTools, mqtt-email-srv, event proxy)',
    'motion detected|intrusion detection|intrusion|line crossing detection|line crossing|region entrance|region entrance detection|region exiting|region exiting detection|face detection|vehicle detection|unattended baggage|object removal|alarm input|input alarm|a alarm input|video loss|video signal loss|loitering|pir alarm|pir',
  ),
  row(
    'Reolink, Swann and Lorex: "Alarm Event: …"',
    'person detected|person detection|person|people detected|human detected|human detection|human|humanoid|vehicle detected|vehicle|pet detected|pet|animal detected|animal|face detected|face|package detected|visitor detected|visitor|doorbell',
  ),
  row(
    'TVT, Juan and Longse firmware, ZoneMinder, motionEye; events of ONVIF in words',
    'motion alarm|motion alert|obstruct alarm|sensor alarm|sensor|io alarm|alarm in|alarm|alert|movement|movement detected|perimeter|tripwire|tripwire detection|cross line|crossline|line cross|sound detection|sound|smoke|fire|glass break|crowd',
  ),
  row(
    'The same in German, Spanish, Portuguese, French and Italian menus',
    'bewegung|bewegung erkannt|bewegungserkennung|bewegungsalarm|person erkannt|personenerkennung|einbruch|sabotage|videoverlust|bildverlust|linienuberschreitung|alarmeingang|movimiento|movimiento detectado|deteccion de movimiento|intrusion|persona detectada|persona|perdida de video|alarma|cruce de linea|movimento|movimento detectado|deteccao de movimento|intrusao|pessoa detectada|pessoa|perda de video|alarme|cruzamento de linha|mouvement|mouvement detecte|detection de mouvement|personne detectee|perte video|movimento rilevato|rilevamento movimento|persona rilevata|allarme|intrusione',
  ),
]);

/** That an alarm begins, which is what any alarm does. */
export const BEGINNINGS = wordsOf([
  row(
    'EZIP ("Motion Detection Start"), logs of Juan firmware',
    'start|started|starts|begin|began|begins|on|active|triggered|detected|occurred|beginn|gestartet|ausgelost|erkannt|inicio|iniciado|activado|detectado|detectada|ativado|acionado|debut|declenche',
  ),
]);

/** That an alarm is over, alone or after what it is about. */
export const ENDINGS = wordsOf([
  row(
    'Logs of Juan firmware ("motion alarm stop", "obstruct alarm stop"), Dahua ("Motion Detection Stop")',
    'stop|stopped|stops|end|ended|ends|over|finish|finished',
  ),
  row(
    'Panasonic recorders ("VIDEO RECOVERED"), panels and ONVIF',
    'restore|restored|restoral|recover|recovered|recovery|recovers|cleared|clear|back to normal|returned to normal|normal|reset|resolved|inactive|disappear|disappeared|dismissed',
  ),
  row(
    'German, Spanish, Portuguese, French and Italian',
    'ende|beendet|zu ende|vorbei|behoben|wiederhergestellt|zuruckgesetzt|fin|finalizado|finalizada|terminado|terminada|restablecido|restablecida|restaurado|restaurada|recuperado|recuperada|fim|encerrado|encerrada|terminou|normalizado|normalizada|termine|terminee|retabli|retablie|fine|terminata|ripristinato|ripristinata',
  ),
]);

/** Words before what has ended, and sentences that it is not so any more. */
export const END_PREFIXES = wordsOf([
  row(
    'English, German, Spanish, Portuguese, French and Italian',
    'end of|stop of|restore of|recovery of|ende der|ende des|ende von|fin de|fin del|fin de la|fim de|fim do|fim da|fine di|fin du',
  ),
]);
export const NO_MORE = wordsOf([
  row(
    'Motion and ONVIF in words',
    'no motion|no motion detected|no movement|no movement detected|no alarm|no more motion|keine bewegung|kein alarm|sin movimiento|sin alarma|sem movimento|sem alarme',
  ),
  row('Chinese firmware', '移动侦测结束|动检结束|移动侦测报警结束|报警结束|报警恢复|报警解除'),
]);

/** That somebody tries whether mail arrives. */
export const TESTS = wordsOf([
  row(
    'Test buttons of Dahua, Hikvision, Reolink, Uniview, TVT and ZoneMinder, and what manuals call their mail',
    'test|mail test|email test|e mail test|test mail|test email|test e mail|test message|test msg|smtp test|smtp test mail|smtp test email|test alarm mail|testing|mail testing|email testing|this is a test|this is a test mail|this is a test email|this is a test e mail|this is a test message|this is only a test|test notification|notification test|test successful|test success|mail test success|email test success|smtp test success|smtp test successful|test email from your camera|test picture|connection test|network test|hello this is a test|hello this is a test email|system test|test from camera',
  ),
  row(
    'Reolink (its test mail says that mail was set up and tested)',
    'congratulations|if you receive this e mail you have successfully set up and tested the e mail alert from your ipc|if you receive this email you have successfully set up and tested the email alert from your ipc|if you receive this e mail you have set up and tested the e mail alert|the e mail alert was set up and tested|e mail alert was set up and tested|the email alert was set up and tested|you have successfully set up and tested the e mail alert|you have successfully set up and tested your e mail alert|your e mail alert has been set up and tested|the e mail settings are correct|the email settings are correct|mail settings are correct|smtp settings are correct|email configuration is correct|your email settings are correct',
  ),
  row(
    'German, Spanish, Portuguese, French and Italian',
    'testmail|test mail von ihrer kamera|testnachricht|test nachricht|mailtest|e mail test|dies ist eine testmail|dies ist eine testnachricht|dies ist eine test e mail|dies ist ein test|das ist ein test|test e mail|correo de prueba|mensaje de prueba|prueba|prueba de correo|esto es una prueba|este es un correo de prueba|este es un mensaje de prueba|email de teste|e mail de teste|mensagem de teste|teste|teste de e mail|este e um teste|isto e um teste|este e um email de teste|este e um e mail de teste|courriel de test|message de test|ceci est un test|essai|messaggio di prova|prova|email di prova|questo e un test',
  ),
  row('Chinese firmware', '测试|测试邮件|邮件测试'),
]);

/** What stores recordings. */
export const STORES = wordsOf([
  row(
    'Dahua, Hikvision, TVT, Uniview, Observint and Panasonic',
    'hdd|hard disk|hard disk drive|hard drive|hdd event|harddisk|disk|disc|sd card|sdcard|sd|tf card|memory card|micro sd|storage|storage device|raid|local storage|nas|recording disk',
  ),
  row(
    'German, Spanish, Portuguese, French and Italian',
    'festplatte|speicherkarte|sd karte|speicher|disco duro|disco|tarjeta sd|almacenamiento|disco rigido|cartao sd|cartao de memoria|armazenamento|disque dur|carte sd|stockage|scheda sd|archiviazione',
  ),
]);

/** What is wrong with it. */
export const FAULTS = wordsOf([
  row(
    'Dahua, Hikvision ("HDD Full", "HDD Error"), Uniview, Panasonic ("SMART WARNING", "SLOW RESPONSE")',
    'error|errors|full|fault|failure|fail|failed|abnormal|no|not exist|none|missing|absent|not found|not enough space|low space|space low|insufficient space|lack of space|capacity low|low capacity|out of space|unformatted|not formatted|uninitialized|read error|write error|read write error|i o error|smart warning|smart error|hour meter warning|slow response|lost|loss|offline|damaged|bad|removed|degraded|exception|warning|overheat|event|unavailable|not available',
  ),
  row(
    'German, Spanish, Portuguese, French and Italian',
    'fehler|voll|ausfall|fehlt|defekt|nicht vorhanden|lleno|llena|fallo|averia|ausente|sin espacio|dañado|danado|cheio|cheia|erro|falha|sem espaco|plein|pleine|erreur|panne|absent|pieno|piena|errore|guasto|assente',
  ),
]);

/** Words that say nothing about what happened, in the names of devices, in notes of mailers and between other words. */
export const FILLERS = wordsOf([
  row(
    'Greetings and notes of Hikvision, Reolink, TVT, D-Link, ZoneMinder and Home Assistant',
    'this|is|a|an|the|notice|of|your|recorder|made|by|itself|automatically|automatic|auto|generated|sent|e|mail|email|message|from|to|for|on|in|at|with|and|or|dvr|nvr|xvr|ipc|ipcam|ip|camera|cameras|cam|device|network|embedded|net|video|server|please|do|not|reply|dear|user|customer|hello|hi|sir|madam|attached|attachment|attachments|see|picture|pictures|image|images|snapshot|snapshots|photo|photos|details|detail|regards|sincerely|best|thank|thanks|you|system|notification|notifications|notify|info|information|surveillance|security|cctv|monitor|monitoring|channel|ch|no|number|has|have|was|been|event|events|status|type|multi|part|mime|format|it|any|questions|if|dies|ist|eine|ein|der|die|das|des|von|ihrer|ihrem|ihr|kamera|kanal|gerat|automatisch|erstellte|generierte|nachricht|bitte|nicht|antworten|auf|diese|am|im|este|es|un|una|el|la|los|de|del|su|camara|canal|dispositivo|mensaje|correo|generado|automaticamente|por|favor|no|responda|en|e|um|uma|o|os|as|do|da|dos|das|sua|seu|camera|mensagem|gerada|gerado|nao|em|automatica|le|les|du|votre|ne|pas|repondre|il|lo|di|tuo|suo',
  ),
]);

/** Subjects of factory settings, which are the same in every mail. */
export const USUAL_SUBJECTS = wordsOf([
  row(
    'Dahua, Amcrest, EZIP, TVT, Longse, Uniview, Reolink and Foscam as they are delivered',
    'ipc message|dvr message|nvr message|xvr message|ipc alarm|dvr alert|nvr alert|ipc alert|dvr alarm|nvr alarm|message|alarm|alarm message|alarm mail|alarm email|email alarm|alert|notification|event notification|alarm notification|camera alert|camera alarm|ip camera|ipcamera|ipcam|ip camera alarm|network camera|email|mail|subject|no subject|security alert|video server|embedded net dvr|event',
  ),
]);

/** The names of fields whose value is what happened. */
export const EVENT_FIELDS =
  /^(?:alarm|event|events|alert|notification|trigger|action|type|status|state|reason|message|detection|category)(?: (?:event|type|name of event|status|state|descriptions?|reason|kind|info|information|details?|message|category))*$|^(?:ereignis|ereignistyp|ereignisart|alarm(?:typ|art|ereignis|status)|meldung|zustand|status)$|^(?:(?:tipo|nombre|estado) (?:de(?:l)? )?)?(?:evento|alarma|alerta)(?: de alarma)?$|^estado$|^(?:(?:tipo|nome|estado) (?:de|do|da) )?(?:evento|alarme)$|^(?:type d )?(?:evenement|alarme)$|^type d (?:evenement|alarme)$|^tipo (?:di )?(?:evento|allarme)$|^evento allarme$|^(?:报警事件|事件类型|报警类型|告警类型|事件)$/;

/** The names of fields whose value is the name of something. */
export const NAME_FIELDS =
  /(?:^|\s)(?:names?|name num|title|camera|cam|device|dvr|nvr|ipc|site|location|place|unit name|host|hostname|owner|monitor|recorder|from|sender|kamera|kameraname|gerat|geratename|gerat(?:e)?name|kanalname|standort|ort|objekt|camara|dispositivo|nombre|ubicacion|sitio|equipo|nome|local|equipamento|nom|dispositif|emplacement|设备名称|通道名称)$|^名称$/;

/** The names of fields whose value is a time or a number. */
export const PLAIN_FIELDS =
  /(?:^|\s)(?:time|date|timestamp|zeit|uhrzeit|datum|hora|fecha|data|heure|ora|channel|channels|ch|input|output|port|unit|no|num|number|nummer|numero|id|s n|sn|serial|serial no|mac|mac address|ip|ip address|adresse|ip adresse|address|ipv4|ipv6|url|link|web|website|model|firmware|version|kanal|canal|port no|canale|channel no|ipc ip|score|frames|severity|level|size|count|时间|通道|ip地址)$/;
