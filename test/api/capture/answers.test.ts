import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  openPage,
} from '../../helpers/capture/customer.ts';
import { createReviewer, fillPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const QUESTIONS = [
  { id: 'mileage', type: 'number', label: 'Mileage', min: 0, max: 999_999, unit: 'km', position: 'before' },
  { id: 'injured', type: 'yes_no', label: 'Was anyone hurt?' },
  {
    id: 'who',
    type: 'long_text',
    label: 'Who, and how?',
    show_if: { question_id: 'injured', equals: true },
  },
  { id: 'signed', type: 'signature', label: 'Your signature', is_required: false },
];

describe('the answers of a customer', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  const reviewer = () => createReviewer(api, workspace);

  async function opened(body: object = { questions: QUESTIONS }) {
    const { id, token } = await createRequest(api, workspace.live.key, body);
    const page = await openPage(api, 'request', token);
    await fillPlaces(page, [0]);
    return { id, token, page };
  }
  const submit = (page: Customer, answers: object) => page.submit({ answers });

  it('should be told with the submission, in the order of the questions', async () => {
    const { id, page } = await opened();
    const { read, eventsOf } = reviewer();
    expect(await read(id)).toMatchObject({
      answers: [],
      questions: [{ id: 'mileage', unit: 'km' }, {}, {}, {}],
    });
    const signature = { drawn: ['10,20 30,40', '5,5'] };
    const answers = { signed: signature, injured: false, mileage: 1234, who: 'not asked', other: 1 };
    expect((await submit(page, answers)).statusCode).toBe(200);
    const told = [
      { question_id: 'mileage', type: 'number', label: 'Mileage', value: 1234 },
      { question_id: 'injured', type: 'yes_no', label: 'Was anyone hurt?', value: false },
      {
        question_id: 'signed',
        type: 'signature',
        label: 'Your signature',
        value: expect.stringMatching(/^<svg .*d="M10,20L30,40M5,5"\/><\/svg>$/),
      },
    ];
    expect((await read(id)).answers).toEqual(told);
    const events = await eventsOf(id);
    const submitted = events.find(({ event }) => event === 'photo_request.submitted');
    expect(submitted?.data.answers).toEqual(told);
  });

  it.each([
    ['one is missing', { injured: false }, { mileage: ['missing'] }],
    ['one is asked because of another', { mileage: 1, injured: true }, { who: ['missing'] }],
    ['one is out of bounds', { mileage: -1, injured: false }, { mileage: ['too_small'] }],
    [
      'one is of another kind',
      { mileage: '1', injured: 'no' },
      { mileage: ['not_a_number'], injured: ['not_an_option'] },
    ],
    ['one cannot be stored', { mileage: 1, injured: true, who: 'a\u0000b' }, { who: ['not_text'] }],
    [
      'one is no signature',
      { mileage: 1, injured: false, signed: { drawn: ['<b>'] } },
      { signed: ['not_a_signature'] },
    ],
  ])('should be refused when %s, and leave the request open', async (_what, answers, details) => {
    const { id, page } = await opened();
    const response = await submit(page, answers);
    expectRefusal(response, 422, 'answers_invalid');
    expect(response.json().error.details).toEqual(details);
    expect(await reviewer().read(id)).toMatchObject({ status: 'in_progress', answers: [] });
    expect((await submit(page, { mileage: 1, injured: false })).statusCode).toBe(200);
  });

  it.each(['__proto__', 'constructor', '1st', 'Mileage'])('should never be found by %s', async (id) => {
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'A photo', questions: [{ id, type: 'date', label: 'When?' }] },
    });
    expectRefusal(response, 422, 'validation_error');
    expect(Object.keys(response.json().error.details)).toEqual(['questions.0.id']);
  });

  it('should be bounded in number', async () => {
    const { page } = await opened();
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`a${index}`, 1]));
    expect((await submit(page, many)).statusCode).toBe(422);
  });

  it('should give a visit to a permanent link its external id', async () => {
    const { slug } = await createLink(api, workspace.live.key, {
      questions: [{ id: 'order', type: 'identifier', label: 'Order number', pattern: 'ORD-\\d{4}' }],
    });
    const visit = await openPage(api, 'link', slug);
    await fillPlaces(visit, [0]);
    expectRefusal(await submit(visit, { order: 'ORD-12' }), 422, 'answers_invalid');
    expect((await submit(visit, { order: ' ORD-1234 ' })).statusCode).toBe(200);
    const found = await api.call('GET', '/v1/photo-requests?external_id=ORD-1234', {
      key: workspace.live.key,
    });
    expect(found.json().data).toMatchObject([
      { type: 'permanent', external_id: 'ORD-1234', answers: [{ value: 'ORD-1234' }] },
    ]);
  });

  it('should be asked for again alone, and leave the photos and the other answers as they are', async () => {
    const { decide, read } = reviewer();
    const { id, token, page } = await opened();
    await submit(page, { mileage: 1, injured: false });
    const asked = await decide(id, {
      decision: 'request_changes',
      questions: [{ question_id: 'mileage', message: 'Really one kilometer?' }],
    });
    expect(asked.review?.questions).toEqual([{ question_id: 'mileage', message: 'Really one kilometer?' }]);
    const again = await openPage(api, 'request', token);
    expect(again.tickets).toEqual({});
    expectRefusal(await submit(again, {}), 422, 'answers_invalid');
    expect((await submit(again, { mileage: 100_000, injured: true })).statusCode).toBe(200);
    const { answers, items }: PhotoRequest = await read(id);
    expect(answers.map(({ value }) => value)).toEqual([100_000, false]);
    expect(items).toMatchObject([{ round: 1 }]);
  });

  it('should go with the request', async () => {
    const { id, page } = await opened();
    await submit(page, { mileage: 1, injured: true, who: 'My neighbor Ann' });
    const texts = () => rowsOf(api.database, 'answer_texts', { workspace_id: workspace.id });
    expect(await texts()).toMatchObject([{ request_id: id, text: expect.stringContaining('neighbor Ann') }]);
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    expect(await texts()).toEqual([]);
  });
});
