import { withPlainMarks } from './sms-parts.ts';

/** What a message to a customer's phone is about; `reminder_changes`: a reminder of photos to be taken again. */
export type PhoneTextKind = 'photo_request' | 'changes_requested' | 'reminder' | 'reminder_changes';

type Texts = Record<PhoneTextKind | 'stop', string>;

/**
 * One sentence each, before the link. Where a language allows it, in words whose letters are all in the alphabet of SMS:
 * one that is not would more than halve the room of a message.
 */
const TEXTS: Record<string, Texts> = {
  en: {
    photo_request: 'Please take a few photos for us here:',
    changes_requested: 'We need some of the photos again. Please take them here:',
    reminder: 'Reminder: we are still waiting for your photos. Please take them here:',
    reminder_changes: 'Reminder: we need some of the photos again. Please take them here:',
    stop: 'Reply STOP to opt out.',
  },
  es: {
    photo_request: 'Por favor, tome unas fotos con este enlace:',
    changes_requested: 'Necesitamos de nuevo algunas fotos. Por favor, use este enlace:',
    reminder: 'Recordatorio: faltan sus fotos. Por favor, use este enlace:',
    reminder_changes: 'Recordatorio: necesitamos de nuevo algunas fotos. Use este enlace:',
    stop: 'Para darse de baja, responda STOP.',
  },
  fr: {
    photo_request: 'Merci de prendre quelques photos ici :',
    changes_requested: 'Certaines photos sont à refaire. Merci de les prendre ici :',
    reminder: 'Rappel : vos photos manquent encore. Merci de les prendre ici :',
    reminder_changes: 'Rappel : certaines photos sont à refaire. Merci de les prendre ici :',
    stop: 'Répondez STOP pour vous désabonner.',
  },
  de: {
    photo_request: 'Bitte nehmen Sie hier ein paar Fotos auf:',
    changes_requested: 'Einige Fotos werden noch einmal gebraucht. Bitte nehmen Sie sie hier auf:',
    reminder: 'Erinnerung: Ihre Fotos fehlen noch. Bitte nehmen Sie sie hier auf:',
    reminder_changes: 'Erinnerung: Einige Fotos werden noch einmal gebraucht. Bitte hier aufnehmen:',
    stop: 'Abmelden: mit STOP antworten.',
  },
  pt: {
    photo_request: 'Por favor, tire algumas fotos aqui:',
    changes_requested: 'Precisamos de algumas fotos de novo. Por favor, tire-as aqui:',
    reminder: 'Lembrete: ainda faltam as suas fotos. Por favor, tire-as aqui:',
    reminder_changes: 'Lembrete: precisamos de algumas fotos de novo. Por favor, tire-as aqui:',
    stop: 'Responda STOP para cancelar.',
  },
  it: {
    photo_request: 'La preghiamo di scattare alcune foto qui:',
    changes_requested: 'Alcune foto vanno rifatte. La preghiamo di scattarle qui:',
    reminder: 'Promemoria: mancano ancora le Sue foto. Può scattarle qui:',
    reminder_changes: 'Promemoria: alcune foto vanno rifatte. Può scattarle qui:',
    stop: 'Per disiscriversi risponda STOP.',
  },
  nl: {
    photo_request: "Maak hier alstublieft een paar foto's:",
    changes_requested: "Enkele foto's zijn opnieuw nodig. Maak ze alstublieft hier:",
    reminder: "Herinnering: uw foto's ontbreken nog. Maak ze alstublieft hier:",
    reminder_changes: "Herinnering: enkele foto's zijn opnieuw nodig. Maak ze alstublieft hier:",
    stop: 'Afmelden: antwoord STOP.',
  },
  pl: {
    photo_request: 'Prosimy o wykonanie kilku fotografii tutaj:',
    changes_requested: 'Prosimy o ponowne wykonanie kilku fotografii tutaj:',
    reminder: 'Przypominamy o fotografiach. Prosimy o ich wykonanie tutaj:',
    reminder_changes: 'Przypominamy: prosimy o ponowne wykonanie kilku fotografii tutaj:',
    stop: 'Rezygnacja: odpowiedz STOP.',
  },
  ar: {
    photo_request: 'يرجى التقاط بعض الصور عبر هذا الرابط:',
    changes_requested: 'نحتاج إلى بعض الصور مرة أخرى. يرجى التقاطها هنا:',
    reminder: 'تذكير: ما زلنا ننتظر صورك. يرجى التقاطها هنا:',
    reminder_changes: 'تذكير: نحتاج إلى بعض الصور مرة أخرى. يرجى التقاطها هنا:',
    stop: 'لإيقاف الرسائل أرسل STOP',
  },
  hi: {
    photo_request: 'कृपया यहाँ कुछ फ़ोटो लें:',
    changes_requested: 'कुछ फ़ोटो फिर से चाहिए। कृपया यहाँ लें:',
    reminder: 'रिमाइंडर: आपकी फ़ोटो अभी नहीं मिली हैं। कृपया यहाँ लें:',
    reminder_changes: 'रिमाइंडर: कुछ फ़ोटो फिर से चाहिए। कृपया यहाँ लें:',
    stop: 'संदेश बंद करने के लिए STOP भेजें',
  },
};

const MAX_NAME = 40;
const LINE_BREAKS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** The whole message. The link stands on a line of its own, so that nothing beside it is taken for a part of it. */
export function phoneText(options: {
  kind: PhoneTextKind;
  locale: string;
  business: string;
  link: string;
  /** Whether the customer can answer, and so has to be told how to end this. */
  hasStopNote: boolean;
}): string {
  const { kind, locale, business, link, hasStopNote } = options;
  const texts = TEXTS[locale.toLowerCase().split('-')[0] ?? ''] ?? (TEXTS.en as Texts);
  const lines = [`${shortName(business)}: ${texts[kind]}`, link];
  return [...lines, ...(hasStopNote ? [texts.stop] : [])].join('\n');
}

function shortName(business: string): string {
  const characters = [...withPlainMarks(business.replace(LINE_BREAKS_AND_CONTROLS, ' ').trim())];
  return characters.length <= MAX_NAME
    ? characters.join('')
    : `${characters
        .slice(0, MAX_NAME - 3)
        .join('')
        .trimEnd()}...`;
}
