export interface PosterTexts {
  scan: string;
  /** Followed by the address and the code. */
  or: string;
  enter: string;
  noApp: string;
}

/** What stands on the wall, in the languages of the customer's page. */
export const POSTER_TEXTS: Record<string, PosterTexts> = {
  en: {
    scan: 'Scan with your phone’s camera',
    or: 'Or open',
    enter: 'and enter',
    noApp: 'No app needed',
  },
  es: {
    scan: 'Escanee con la cámara del móvil',
    or: 'O abra',
    enter: 'e introduzca',
    noApp: 'Sin instalar nada',
  },
  fr: {
    scan: 'Scannez avec l’appareil photo de votre téléphone',
    or: 'Ou ouvrez',
    enter: 'et saisissez',
    noApp: 'Sans application',
  },
  de: {
    scan: 'Mit der Handykamera scannen',
    or: 'Oder öffnen Sie',
    enter: 'und geben Sie ein',
    noApp: 'Ganz ohne App',
  },
  pt: {
    scan: 'Leia com a câmara do telemóvel',
    or: 'Ou abra',
    enter: 'e introduza',
    noApp: 'Sem instalar nada',
  },
  it: {
    scan: 'Inquadra con la fotocamera del telefono',
    or: 'Oppure apri',
    enter: 'e inserisci',
    noApp: 'Nessuna app necessaria',
  },
  nl: {
    scan: 'Scan met de camera van je telefoon',
    or: 'Of open',
    enter: 'en voer in',
    noApp: 'Geen app nodig',
  },
  pl: {
    scan: 'Zeskanuj aparatem telefonu',
    or: 'Lub otwórz',
    enter: 'i wpisz',
    noApp: 'Bez aplikacji',
  },
  ar: {
    scan: 'امسح الرمز بكاميرا هاتفك',
    or: 'أو افتح',
    enter: 'وأدخل',
    noApp: 'دون أي تطبيق',
  },
  hi: {
    scan: 'अपने फ़ोन के कैमरे से स्कैन करें',
    or: 'या खोलें',
    enter: 'और दर्ज करें',
    noApp: 'किसी ऐप की ज़रूरत नहीं',
  },
};
