import type { Subject } from './screenshot-photos.ts';

/** What a business asks its customers for. */
export interface Wish {
  prefix: string;
  instructions: string;
  slots: string[];
  subjects: Subject[];
  hours?: number;
  metadata?: Record<string, string>;
  /** The team decides about what comes of it. */
  isReviewed?: boolean;
  questions?: object[];
  /** By the ids of the questions. */
  answers?: Record<string, unknown>;
}

export const CAR: Wish = {
  prefix: 'CLM',
  instructions: 'Please show us your car and the damage, so that we can settle your claim today.',
  slots: ['The whole car from the front', 'The license plate', 'The damage up close'],
  subjects: ['blueCar', 'redCar', 'silverCar', 'greenCar'],
  metadata: { product: 'Motor', handler: 'Amira Haddad' },
};

const DRIVES = { id: 'drives', type: 'yes_no', label: 'Can the car still be driven?' };
const WHERE = { id: 'where', type: 'short_text', label: 'Where is it now?' };

export const REVIEWED_CAR: Wish = {
  ...CAR,
  isReviewed: true,
  questions: [DRIVES, WHERE],
  answers: { drives: false, where: 'Garage Lindgren, Harbor Street 4' },
};

/** What is kept of it for the next claims. */
export const TEMPLATE = {
  name: 'Car damage',
  instructions: CAR.instructions,
  expires_in_hours: 72,
  requires_review: true,
  photo_slots: [
    {
      instructions: 'The whole car from the front',
      guide: 'car_front',
      hint: 'Stand about three meters away.',
    },
    { instructions: 'The license plate', guide: 'frame' },
    { instructions: 'The damage up close', min_photos: 2, max_photos: 4 },
  ],
  questions: [DRIVES, { ...WHERE, show_if: { question_id: 'drives', equals: false } }],
  reminders: [
    { when: 'not_opened', hours: 4 },
    { when: 'not_submitted', hours: 24 },
  ],
};

export const WISHES: Wish[] = [
  CAR,
  {
    prefix: 'PAR',
    instructions: 'Please photograph the parcel where you left it, and its label.',
    slots: ['The parcel at the door', 'The label, readable'],
    subjects: ['parcel'],
    hours: 24,
  },
  {
    prefix: 'CLM',
    instructions: 'We are sorry about the water damage. Please show us the ceiling and what it has reached.',
    slots: ['The whole ceiling', 'The stain up close', 'Cracks or falling plaster'],
    subjects: ['ceiling'],
    metadata: { product: 'Household', handler: 'Tom Okafor' },
  },
  {
    prefix: 'MTR',
    instructions: 'Please photograph your electricity meter so that we can bill what you used.',
    slots: ['The whole meter', 'The reading'],
    subjects: ['meter', 'otherMeter'],
    hours: 336,
  },
  CAR,
  {
    prefix: 'FLAT',
    instructions: 'Handover of the flat: one photo from the door, and everything that is not as it was.',
    slots: ['The room from the door', 'The floor', 'The window'],
    subjects: ['room'],
  },
];

export const RECIPIENTS = [
  'm.lindqvist@example.com',
  'h.okonkwo@example.com',
  'sofia.berg@example.com',
  'j.marchetti@example.com',
  'a.kowalska@example.com',
  'd.nguyen@example.com',
];

export const LINKS = [
  {
    name: 'Goods in, gate 3',
    slug: 'goods-in-gate-3',
    instructions: 'Please photograph every pallet with its label before you sign for it.',
    photo_slots: [
      { instructions: 'The whole pallet', is_required: true },
      { instructions: 'The label, readable', is_required: true },
    ],
  },
  {
    name: 'Roadside assistance',
    slug: 'roadside',
    instructions: 'Show us your car and where it stands. Help is on the way.',
    photo_slots: [{ instructions: 'Your car', is_required: true }],
  },
  {
    name: 'Summer festival lost property',
    slug: 'lost-property-2026',
    instructions: 'A photo of what you found, please.',
    is_active: false,
    max_submissions: 200,
  },
];
