import { sampleFindings } from '../photos/evidence/judge.ts';
import { loadSamplePhoto, SAMPLE_PHOTO_ID } from '../photos/sample-photo.ts';
import { NOT_SEALED } from '../photos/sealed-photo.ts';
import type { Environment, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ID_PREFIXES } from '../platform/ids.ts';
import { acceptQuestions } from '../questions/schema.ts';
import type { Question } from '../shared/questions.ts';

/** What the event of a submission tells of its request. */
export type SubmittedColumns = Pick<
  PhotoRequestRow,
  | 'id'
  | 'environment'
  | 'type'
  | 'instructions'
  | 'photo_slots'
  | 'reviews'
  | 'questions'
  | 'answers'
  | 'status'
  | 'submitted_at'
  | 'permanent_link_id'
  | 'external_id'
  | 'metadata'
>;

const SAMPLE_REQUEST_ID = `${ID_PREFIXES.photoRequest}${'0'.repeat(28)}`;

const [SAMPLE_QUESTION] = acceptQuestions([{ type: 'short_text', label: 'A sample question' }], {
  allowsIdentifier: false,
}) as [Question];

/** A submission that is stored nowhere, with a value in every field, for test events. */
export async function sampleSubmission(
  environment: Environment,
  now: number,
): Promise<{ request: SubmittedColumns; photos: PhotoRow[] }> {
  const { jpeg, sha256, width, height } = await loadSamplePhoto();
  const request: SubmittedColumns = {
    id: SAMPLE_REQUEST_ID,
    environment,
    type: 'one_time',
    instructions: 'This is a test event. It doesn’t belong to a photo request.',
    photo_slots: JSON.stringify([{ instructions: 'A sample photo', is_required: true }]),
    reviews: null,
    questions: JSON.stringify([SAMPLE_QUESTION]),
    answers: JSON.stringify({ [SAMPLE_QUESTION.id]: 'This is a sample answer.' }),
    status: 'submitted',
    submitted_at: now,
    permanent_link_id: null,
    external_id: 'test-event',
    metadata: JSON.stringify({ sample: 'true' }),
  };
  const photo: PhotoRow = {
    id: SAMPLE_PHOTO_ID,
    workspace_id: '',
    environment,
    request_id: SAMPLE_REQUEST_ID,
    slot_index: 0,
    client_id: '',
    session_hash: '',
    device: null,
    sha256,
    bytes: jpeg.length,
    width,
    height,
    captured_at: now,
    latitude: 52.520008,
    longitude: 13.404954,
    accuracy: 12,
    hint: null,
    received_at: now,
    checked_at: now,
    hash: null,
    traits: null,
    evidence: JSON.stringify(sampleFindings()),
    ...NOT_SEALED,
  };
  return { request, photos: [photo] };
}
