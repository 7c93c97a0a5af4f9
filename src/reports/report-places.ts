import { ServiceError } from '../platform/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** So many reports are on their way at once, for each user and in this process. Their photos are read one at a time anyway. */
export function createReportPlaces({ perUser = 3, total = 40 } = {}) {
  const taken = new Map<string, number>();
  let sum = 0;

  function add(userId: string, change: 1 | -1): void {
    const count = (taken.get(userId) ?? 0) + change;
    if (count === 0) taken.delete(userId);
    else taken.set(userId, count);
    sum += change;
  }

  /** Takes a place for this user's report; what it returns gives the place back. */
  return (userId: string): (() => void) => {
    if ((taken.get(userId) ?? 0) >= perUser)
      throw refusal(`You can create at most ${perUser} reports at a time.`);
    if (sum >= total) throw refusal('Too many reports are being created right now.');
    add(userId, 1);
    let isGivenBack = false;
    return () => {
      if (!isGivenBack) add(userId, -1);
      isGivenBack = true;
    };
  };
}

function refusal(reason: string): ServiceError {
  return new ServiceError('rate_limited', `${reason} Try again in a moment.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
