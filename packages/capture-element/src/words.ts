/** Name of the frame, of the button that closes it, and of the way out of it. */
type Words = readonly [frame: string, close: string, open: string];

const WORDS: Record<string, Words> = {
  en: ['Take photos', 'Close', 'Open in a new tab'],
  de: ['Fotos aufnehmen', 'Schließen', 'In neuem Tab öffnen'],
  es: ['Tomar fotos', 'Cerrar', 'Abrir en una pestaña nueva'],
  fr: ['Prendre des photos', 'Fermer', 'Ouvrir dans un nouvel onglet'],
  it: ['Scatta foto', 'Chiudi', 'Apri in una nuova scheda'],
  nl: ['Foto’s maken', 'Sluiten', 'Openen in een nieuw tabblad'],
  pl: ['Zrób zdjęcia', 'Zamknij', 'Otwórz w nowej karcie'],
  pt: ['Tirar fotos', 'Fechar', 'Abrir em uma nova guia'],
  ar: ['التقاط الصور', 'إغلاق', 'فتح في علامة تبويب جديدة'],
  hi: ['फ़ोटो लें', 'बंद करें', 'नए टैब में खोलें'],
};

export function wordsIn(lang: string): Words {
  return WORDS[lang.slice(0, 2).toLowerCase()] ?? (WORDS.en as Words);
}
