import { inLanguages } from '../../texts/language.ts';

export const texts = inLanguages({
  en: {
    title: (done: string, all: string) => `The first day: ${done} of ${all} done`,
    dismiss: 'Do not show this again',
    done: 'done',
    open: 'to do',
    steps: {
      sites: {
        title: 'Sites',
        text: 'A site is a guarded place: a shop, a warehouse, a pump station.',
        action: 'Create a site',
      },
      zones: {
        title: 'Zones',
        text: 'If a site has several areas. A small shop needs none.',
        action: 'Add a zone',
      },
      devices: {
        title: 'Devices',
        text: 'A sensor, a panic button or an alarm panel, which reports what happens.',
        action: 'Add a device',
      },
      heard: {
        title: 'Heard from a device',
        text: 'On the page of the device, create its key and send a test.',
        action: 'Connect a device',
      },
      people: {
        title: 'People',
        text: 'Those who watch or are woken. Each gets an invitation.',
        action: 'Add a person',
      },
      rule: {
        title: 'Somebody is woken',
        text: 'A rule says who gets which message when an alert is raised.',
        action: 'Create a rule',
      },
      reached: {
        title: 'Somebody is woken',
        text: 'There is a rule, but a critical alert would reach nobody now. See why.',
        action: 'See who is woken',
      },
      drill: {
        title: 'A drill',
        text: 'A marked test alert takes the whole way to the telephones.',
        action: 'Start a drill',
      },
    },
  },
  pt: {
    title: (done, all) => `O primeiro dia: ${done} de ${all} concluídos`,
    dismiss: 'Não voltar a mostrar',
    done: 'concluído',
    open: 'por fazer',
    steps: {
      sites: {
        title: 'Locais',
        text: 'Um local é um espaço vigiado: uma loja, um armazém, uma estação elevatória.',
        action: 'Criar um local',
      },
      zones: {
        title: 'Zonas',
        text: 'Se um local tiver várias áreas. Uma loja pequena não precisa.',
        action: 'Adicionar uma zona',
      },
      devices: {
        title: 'Dispositivos',
        text: 'Um sensor, um botão de pânico ou uma central, que comunica o que acontece.',
        action: 'Adicionar um dispositivo',
      },
      heard: {
        title: 'Sinal de um dispositivo',
        text: 'Na página do dispositivo, crie a chave e envie um teste.',
        action: 'Ligar um dispositivo',
      },
      people: {
        title: 'Pessoas',
        text: 'Quem vigia ou é acordado. Cada pessoa recebe um convite.',
        action: 'Adicionar uma pessoa',
      },
      rule: {
        title: 'Alguém é acordado',
        text: 'Uma regra diz quem recebe que mensagem quando surge um alerta.',
        action: 'Criar uma regra',
      },
      reached: {
        title: 'Alguém é acordado',
        text: 'Há uma regra, mas um alerta crítico não chegaria agora a ninguém. Veja porquê.',
        action: 'Ver quem é acordado',
      },
      drill: {
        title: 'Um simulacro',
        text: 'Um alerta de teste assinalado faz todo o caminho até aos telefones.',
        action: 'Iniciar um simulacro',
      },
    },
  },
  es: {
    title: (done, all) => `El primer día: ${done} de ${all} hechos`,
    dismiss: 'No volver a mostrar',
    done: 'hecho',
    open: 'por hacer',
    steps: {
      sites: {
        title: 'Sitios',
        text: 'Un sitio es un lugar vigilado: una tienda, un almacén, una estación de bombeo.',
        action: 'Crear un sitio',
      },
      zones: {
        title: 'Zonas',
        text: 'Si un sitio tiene varias áreas. Una tienda pequeña no las necesita.',
        action: 'Añadir una zona',
      },
      devices: {
        title: 'Dispositivos',
        text: 'Un sensor, un botón de pánico o una central, que comunica lo que ocurre.',
        action: 'Añadir un dispositivo',
      },
      heard: {
        title: 'Señal de un dispositivo',
        text: 'En la página del dispositivo, cree su clave y envíe una prueba.',
        action: 'Conectar un dispositivo',
      },
      people: {
        title: 'Personas',
        text: 'Quienes vigilan o a quienes se despierta. Cada una recibe una invitación.',
        action: 'Añadir una persona',
      },
      rule: {
        title: 'Se despierta a alguien',
        text: 'Una regla dice quién recibe qué mensaje cuando surge una alerta.',
        action: 'Crear una regla',
      },
      reached: {
        title: 'Se despierta a alguien',
        text: 'Hay una regla, pero una alerta crítica no llegaría ahora a nadie. Vea por qué.',
        action: 'Ver a quién se despierta',
      },
      drill: {
        title: 'Un simulacro',
        text: 'Una alerta de prueba marcada recorre todo el camino hasta los teléfonos.',
        action: 'Iniciar un simulacro',
      },
    },
  },
  de: {
    title: (done, all) => `Der erste Tag: ${done} von ${all} erledigt`,
    dismiss: 'Nicht mehr anzeigen',
    done: 'erledigt',
    open: 'offen',
    steps: {
      sites: {
        title: 'Objekte',
        text: 'Ein Objekt ist ein bewachter Ort: ein Laden, ein Lager, ein Pumpwerk.',
        action: 'Objekt anlegen',
      },
      zones: {
        title: 'Bereiche',
        text: 'Falls ein Objekt mehrere Bereiche hat. Ein kleiner Laden braucht keine.',
        action: 'Bereich anlegen',
      },
      devices: {
        title: 'Geräte',
        text: 'Ein Sensor, ein Überfalltaster oder eine Zentrale, die meldet, was geschieht.',
        action: 'Gerät anlegen',
      },
      heard: {
        title: 'Ein Gerät wurde gehört',
        text: 'Legen Sie auf der Seite des Geräts seinen Schlüssel an und senden Sie einen Test.',
        action: 'Gerät verbinden',
      },
      people: {
        title: 'Benutzer',
        text: 'Wer überwacht oder geweckt wird. Jeder erhält eine Einladung.',
        action: 'Benutzer anlegen',
      },
      rule: {
        title: 'Jemand wird geweckt',
        text: 'Eine Regel sagt, wer welche Nachricht erhält, wenn ein Alarm ausgelöst wird.',
        action: 'Regel anlegen',
      },
      reached: {
        title: 'Jemand wird geweckt',
        text: 'Es gibt eine Regel, aber ein kritischer Alarm würde jetzt niemanden erreichen. Sehen Sie, warum.',
        action: 'Ansehen, wer geweckt wird',
      },
      drill: {
        title: 'Eine Übung',
        text: 'Ein gekennzeichneter Testalarm nimmt den ganzen Weg bis zu den Telefonen.',
        action: 'Übung beginnen',
      },
    },
  },
});
