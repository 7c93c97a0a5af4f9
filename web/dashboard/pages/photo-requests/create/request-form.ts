import type { useForm } from '../../../components/index.ts';
import type { RequestDraft } from './new-request.ts';

export type RequestForm = ReturnType<typeof useForm<RequestDraft>>;
