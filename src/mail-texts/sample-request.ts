import type { MailedRequest } from '../photo-requests/mailed-request-repository.ts';
import type { Decision } from '../photos/rounds.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { SAMPLE_CODE } from '../shared/short-code.ts';

const DAY_MS = 86_400_000;

type Example = readonly [customer: string, instructions: string, ...slots: string[]];

/** What a business would ask for, by language. */
const EXAMPLES: Record<string, Example> = {
  en: ['Anna Berg', 'Please show us the damage to your car.', 'The whole car', 'The damage up close'],
  es: ['Ana Molina', 'Muéstrenos los daños de su coche.', 'El coche entero', 'El daño de cerca'],
  fr: [
    'Anne Martin',
    'Merci de nous montrer les dégâts sur votre voiture.',
    'La voiture entière',
    'Les dégâts de près',
  ],
  de: [
    'Anna Berg',
    'Bitte zeigen Sie uns den Schaden an Ihrem Auto.',
    'Das ganze Auto',
    'Der Schaden aus der Nähe',
  ],
  pt: ['Ana Souza', 'Mostre os danos no seu carro, por favor.', 'O carro inteiro', 'O dano de perto'],
  it: ['Anna Conti', 'Ci mostri i danni alla Sua auto.', 'L’auto intera', 'Il danno da vicino'],
  nl: ['Anna de Boer', 'Laat ons de schade aan uw auto zien.', 'De hele auto', 'De schade van dichtbij'],
  pl: ['Anna Nowak', 'Prosimy o pokazanie uszkodzeń samochodu.', 'Cały samochód', 'Uszkodzenie z bliska'],
  ar: ['ليلى حسن', 'يُرجى إرسال صور للضرر الذي لحق بسيارتك.', 'السيارة كاملة', 'الضرر عن قرب'],
  hi: ['अंजलि शर्मा', 'कृपया अपनी कार का नुकसान दिखाएँ।', 'पूरी कार', 'नुकसान पास से'],
};

/** A request of the workspace that there is not, to show what an email about one looks like. */
export function sampleRequest(
  workspace: Pick<WorkspaceRow, 'name' | 'plan' | 'brand_color'>,
  lang: string,
  now: number,
): MailedRequest {
  const [customer, instructions, ...slots] = EXAMPLES[lang] ?? (EXAMPLES.en as Example);
  const sentBack: Decision = {
    verdict: 'changes_requested',
    round: 1,
    submitted_at: now,
    at: now,
    by: null,
    message: null,
    slots: [{ slot_index: 1, reason: 'blurred', message: null }],
    questions: [],
  };
  return {
    status: 'pending',
    submitted_at: null,
    held_at: null,
    reviews: JSON.stringify([sentBack]),
    translations: null,
    instructions,
    photo_slots: JSON.stringify(slots.map((text) => ({ instructions: text, is_required: true }))),
    // No token of ours looks like it: the link leads to a page that says that there is nothing.
    token: 'example',
    unique_code: SAMPLE_CODE,
    expires_at: now + 7 * DAY_MS,
    external_id: '4711',
    metadata: JSON.stringify({ customer_name: customer }),
    workspace_name: workspace.name,
    workspace_plan: workspace.plan,
    brand_color: workspace.brand_color,
    suspended_at: null,
  };
}

/** Where no one unsubscribes: it is in every email to customers. */
export function sampleUnsubscribeUrl(publicUrl: string): string {
  return `${publicUrl}/unsubscribe/example`;
}
