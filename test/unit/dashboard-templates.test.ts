import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import type { Template } from '../../src/templates/schema.ts';
import {
  draftFromTemplate as linkFromTemplate,
  newLinkBody,
} from '../../web/dashboard/pages/permanent-links/link-draft.ts';
import {
  bodyOf,
  draftFromRequest,
  draftFromTemplate,
  EMPTY_DRAFT,
  type RequestDraft,
} from '../../web/dashboard/pages/photo-requests/create/new-request.ts';
import {
  strictnessOf,
  withChallenge,
  withStrictness,
} from '../../web/dashboard/pages/photo-requests/parts/content/evidence-rules.ts';
import {
  isOutdated,
  progressOf,
  textsOf,
  translationsToSend,
  withTranslation,
} from '../../web/dashboard/pages/photo-requests/parts/content/translations.ts';
import { draftLifetime, hoursOf } from '../../web/dashboard/pages/photo-requests/parts/lifetime.ts';
import { moveItem } from '../../web/dashboard/pages/photo-requests/parts/list-order.ts';
import { NO_REMINDERS } from '../../web/dashboard/pages/photo-requests/parts/reminders.ts';
import {
  draftOf,
  draftOfRequest,
  EMPTY_TEMPLATE,
  newTemplateBody,
  templateChanges,
} from '../../web/dashboard/pages/templates/template-draft.ts';

const slot = (instructions: string, more: Partial<Template['photo_slots'][number]> = {}) => ({
  instructions,
  is_required: true,
  hint: null,
  min_photos: 1,
  max_photos: 1,
  guide: null,
  guide_image_id: null,
  example_image_id: null,
  ...more,
});

const QUESTION: Template['questions'][number] = {
  id: 'where',
  type: 'single_choice',
  label: 'Where?',
  help: null,
  is_required: true,
  position: 'after',
  min: null,
  max: null,
  unit: null,
  options: ['Road', 'Yard'],
  pattern: null,
  show_if: null,
};

const TEMPLATE: Template = {
  id: 'tpl_1',
  name: 'Car damage',
  is_archived: false,
  instructions: 'The car, please',
  photo_slots: [
    slot('Front', { guide: 'car_front', example_image_id: 'img_1' }),
    slot('Back', { hint: 'Near' }),
  ],
  questions: [QUESTION],
  translations: {
    de: {
      instructions: 'Das Auto, bitte',
      photo_slots: [{ instructions: 'Vorn' }, null],
      questions: { where: { options: ['Straße', 'Hof'] } },
    },
  },
  requires_review: true,
  evidence_policy: { challenge: 'always' },
  return_url: 'https://shop.example.com/thanks',
  cancel_url: 'https://shop.example.com/cart',
  metadata: { team: 'north' },
  expires_in_hours: 36,
  expected_location: null,
  reminders: [{ when: 'not_submitted', hours: 48 }],
  locale: null,
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
};

const OPTIONS = { withEmail: true, canSend: true };

/** What is sent when someone chooses the template and changes this. */
function sentAfter(change: (draft: RequestDraft) => Partial<RequestDraft>) {
  const draft = draftFromTemplate(TEMPLATE);
  const template = { id: TEMPLATE.id, draft };
  return bodyOf({ ...draft, ...change(draft) }, { ...OPTIONS, template });
}

describe('a request from a template', () => {
  it('should be reminded as the template says, or as the form says instead', () => {
    const recipient_email = 'customer@example.com';
    expect(sentAfter(() => ({ recipient_email }))).not.toHaveProperty('reminders');
    expect(sentAfter(() => ({ recipient_email, reminders: NO_REMINDERS }))).toMatchObject({ reminders: [] });
  });

  it('should leave everything to the template that was not changed', () => {
    expect(sentAfter(() => ({}))).toEqual({ template_id: 'tpl_1' });
    expect(sentAfter(() => ({ recipient_email: 'a@example.com', external_id: 'claim-1' }))).toEqual({
      template_id: 'tpl_1',
      recipient_email: 'a@example.com',
      send_email: true,
      external_id: 'claim-1',
    });
  });

  it('should send what was changed, also to nothing', () => {
    expect(
      sentAfter(() => ({
        requires_review: false,
        questions: [],
        metadata: [],
        evidence_policy: null,
        cancel_url: '',
        locale: 'de',
        lifetime: '24',
      })),
    ).toEqual({
      template_id: 'tpl_1',
      requires_review: false,
      questions: [],
      metadata: {},
      evidence_policy: {},
      cancel_url: null,
      locale: 'de',
      expires_in_hours: 24,
    });
  });

  it('should send the translations along that the server would drop with the slots', () => {
    const body = sentAfter(({ photo_slots }) => ({ photo_slots: moveItem(photo_slots, 0, 1) }));
    expect(body).toMatchObject({
      photo_slots: [{ instructions: 'Back' }, { instructions: 'Front', guide: 'car_front' }],
      translations: { de: { ...TEMPLATE.translations.de, photo_slots: [null, { instructions: 'Vorn' }] } },
    });
  });

  it('should send no translation of words that are not there any more', () => {
    expect(sentAfter(() => ({ instructions: 'The van, please' }))).toEqual({
      template_id: 'tpl_1',
      instructions: 'The van, please',
    });
  });
});

describe('a permanent link from a template', () => {
  it('should send its own fields and what was changed', () => {
    const draft = { ...linkFromTemplate(TEMPLATE), name: 'Desk' };
    expect(newLinkBody(draft, 'UTC', TEMPLATE)).toEqual({
      name: 'Desk',
      is_active: true,
      template_id: 'tpl_1',
    });
    expect(newLinkBody({ ...draft, instructions: ' ' }, 'UTC', TEMPLATE)).toMatchObject({
      instructions: 'Desk',
    });
  });
});

describe('a template', () => {
  it('should come out of the form as it went in', () => {
    const draft = draftOf(TEMPLATE);
    expect(templateChanges(draft, draftOf(TEMPLATE))).toEqual({});
    const { id: _, is_archived, created_at, updated_at, expected_location, ...content } = TEMPLATE;
    expect(newTemplateBody(draft)).toEqual({
      ...content,
      locale: 'en',
      photo_slots: [
        { instructions: 'Front', is_required: true, guide: 'car_front', example_image_id: 'img_1' },
        { instructions: 'Back', is_required: true, hint: 'Near' },
      ],
      questions: [
        {
          id: 'where',
          type: 'single_choice',
          label: 'Where?',
          is_required: true,
          position: 'after',
          options: ['Road', 'Yard'],
        },
      ],
    });
  });

  it('should send nothing that no one filled in', () => {
    expect(newTemplateBody({ ...EMPTY_TEMPLATE, name: ' A ', instructions: 'B' })).toEqual({
      name: 'A',
      instructions: 'B',
      expires_in_hours: 168,
      locale: 'en',
    });
  });
});

describe('a copy of a request', () => {
  const request = {
    ...TEMPLATE,
    questions: [QUESTION, { ...QUESTION, id: 'order', type: 'identifier', label: 'Order', options: [] }],
    locale: 'pt-BR',
    external_id: 'claim-1',
    recipient_email: 'a@example.com',
    created_at: '2026-01-31T12:00:00Z',
    expires_at: '2026-02-03T12:00:00Z',
  } as unknown as PhotoRequest;

  it('should say nothing of the customer', () => {
    const draft = draftFromRequest(request);
    expect(draft).toMatchObject({ recipient_email: '', external_id: '', locale: 'pt-BR', lifetime: '72' });
    expect(draft.questions.map(({ id }) => id)).toEqual(['where']);
    expect(bodyOf(draft, OPTIONS)).toMatchObject({
      translations: TEMPLATE.translations,
      requires_review: true,
    });
  });

  it('should take the usual time instead of one that no new request can have', () => {
    const extended = { ...request, expires_at: '2027-01-31T12:00:00Z' };
    expect(hoursOf(draftFromRequest(extended))).toBe(168);
  });

  it('should keep all questions as a template', () => {
    expect(draftOfRequest(request).questions.map(({ id }) => id)).toEqual(['where', 'order']);
  });
});

describe('lifetimes', () => {
  it.each([1, 24, 36, 48, 168, 2_160])('should come back as %d hours', (hours) => {
    expect(hoursOf(draftLifetime(hours))).toBe(hours);
  });
});

describe('translations', () => {
  const draft = draftFromTemplate(TEMPLATE);
  const texts = textsOf(draft);

  it('should name every text in the order in which customers read it', () => {
    expect(texts.map(({ label }) => label)).toEqual([
      'Instructions',
      'Photo 1',
      'Photo 2',
      'Hint of photo 2',
      'Question 1',
      'Option 1 of question 1',
      'Option 2 of question 1',
    ]);
  });

  it('should be complete once every text is there', () => {
    expect(progressOf(draft.translations, 'de', texts)).toEqual({ done: 4, total: 7, isComplete: false });
    const all = texts.reduce((done, text) => withTranslation(done, 'de', text, 'Wort'), draft.translations);
    expect(progressOf(all, 'de', texts)).toEqual({ done: 7, total: 7, isComplete: true });
    expect(progressOf({}, 'fr', []).isComplete).toBe(false);
  });

  it('should count again once someone has looked at them beside the new words', () => {
    const changed = { ...draft, instructions: 'The van' };
    const [text] = textsOf(changed);
    if (text === undefined) throw new Error('no text');
    expect(isOutdated(changed.translations, 'de', text)).toBe(true);
    expect(translationsToSend(changed.translations, changed).de).not.toHaveProperty('instructions');
    const kept = withTranslation(changed.translations, 'de', text, 'Das Auto, bitte');
    expect(translationsToSend(kept, changed).de).toHaveProperty('instructions', 'Das Auto, bitte');
  });

  it('should fill options that have none with their own words', () => {
    const option = texts.find(({ label }) => label === 'Option 2 of question 1');
    if (option === undefined) throw new Error('no option');
    const some = withTranslation({}, 'fr', option, 'Cour');
    expect(translationsToSend(some, draft)).toEqual({
      fr: { questions: { where: { options: ['Road', 'Cour'] } } },
    });
  });

  it('should be none for a language in which nothing was written', () => {
    expect(translationsToSend({ fr: {} }, EMPTY_DRAFT)).toEqual({});
  });
});

describe('evidence rules', () => {
  it('should go back to those of the workspace, and keep what the API has set apart', () => {
    const strict = withStrictness({ challenge: 'always' }, 'hold');
    expect(strictnessOf(strict)).toBe('hold');
    expect(strict?.checks?.place).toBe('hold');
    expect(withChallenge(withStrictness(strict, ''), '')).toBeNull();
    const apart = { checks: { place: 'refuse' as const } };
    expect(strictnessOf(apart)).toBe('custom');
    expect(withStrictness(apart, 'custom')).toBe(apart);
  });
});
