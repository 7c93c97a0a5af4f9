import { solveChallenge } from '../../proof-of-work.ts';
import { ApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';

/** While others keep failing, the work that is asked for can grow before an answer arrives. */
const MAX_CHALLENGES = 3;

/**
 * Posts, and where the server asks for a proof of work first, does the work and posts again. `onWork` hears of it,
 * since it takes a few seconds.
 */
export async function postWithProof<T>(
  api: Pick<ApiClient, 'post'>,
  path: string,
  body: object,
  onWork: () => void,
): Promise<T> {
  let sent = body;
  for (let challenges = 0; ; challenges++) {
    try {
      return await api.post<T>(path, sent);
    } catch (error) {
      if (!isProofRequired(error)) throw error;
      if (challenges === MAX_CHALLENGES) throw tooManyAttempts(error);
      onWork();
      sent = { ...body, proof: await proofFor(error) };
    }
  }
}

function isProofRequired(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'proof_required';
}

/** Over plain http the browser computes no hashes, and waits instead. */
async function proofFor({ details }: ApiError): Promise<{ challenge: string; answer?: string }> {
  const [challenge = '', bits = '', waitSeconds = ''] = [
    details.challenge,
    details.bits,
    details.wait_seconds,
  ].flat();
  const answer = await solveChallenge(challenge, Number(bits));
  if (answer !== undefined) return { challenge, answer };
  await new Promise((resolve) => setTimeout(resolve, Number(waitSeconds) * 1000));
  return { challenge };
}

/** Without the challenge, which is nothing for people to read. */
function tooManyAttempts({ status, message, requestId, retryAfterSeconds }: ApiError): ApiError {
  return new ApiError({ status, code: 'rate_limited', message, requestId, retryAfterSeconds });
}
