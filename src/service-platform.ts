import type { WatchArchiveSteps } from './archive/steps.ts';
import type { WatchSteps } from './capture/steps.ts';
import type { SealSettings } from './content-credentials/seal-settings.ts';
import type { WatchSealSteps } from './content-credentials/steps.ts';
import type { SignUpMode } from './identity/sign-up-mode.ts';
import type { WatchTellingSteps } from './notifications/fan-out.ts';
import type { PhoneSettings } from './phone/settings.ts';
import type { WatchPhoneSteps } from './phone/worker.ts';
import type { WatchReminderSteps } from './photo-requests/reminding.ts';
import type { PhotoThread } from './photos/photo-thread.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Random } from './platform/random.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { WatchReviewSteps } from './reviews/steps.ts';
import type { WatchSlotImageSteps } from './slot-images/service.ts';
import type { GuardedClient } from './webhooks/client/guarded-client.ts';

/** What the outside world gives: everything a test may want to replace. */
export interface Platform {
  database: Database;
  storage: Storage;
  clock: Clock;
  /** Undefined: that of the process. */
  monotonic?: Clock | undefined;
  random: Random;
  publicUrl: string;
  secretKey: string;
  photoLinkHours: number;
  /** For how many days unsent photos are kept after the end of their request. Undefined: 7. */
  unsentPhotoDays?: number;
  version: string;
  /** The only way out to receivers of webhooks. */
  webhookClient: GuardedClient;
  /** Who may open an account. Undefined: whoever has an invitation. */
  signUp?: SignUpMode;
  /** Whether emails reach people, and are not only kept in files. */
  mailConfigured?: boolean;
  /** Where emails are kept that are not sent. Undefined: nowhere. */
  mailFolder?: string;
  /** Who brings messages to phones. Undefined: no one. */
  phone?: PhoneSettings | undefined;
  /** Where such messages are kept that are not sent. Undefined: nowhere. */
  phoneFolder?: string;
  /** Undefined counts as true: the stricter rules. */
  isProduction?: boolean;
  /** Whose web pages may read photos and the API's description by script. Undefined: none. */
  corsOrigins?: readonly string[];
  /** What features tell of themselves; undefined: no one listens. */
  metrics?: Metrics | undefined;
  /** For what the operator must know though no call failed by it. */
  log?: Pick<Log, 'error' | 'warn' | 'info'> | undefined;
  /** For tests that end the process at a certain step of an upload or a submission. */
  onCaptureStep?: WatchSteps;
  /** The same for the steps of sealing a photo. */
  onSealStep?: WatchSealSteps;
  /** The same for the steps of copying to an archive. */
  onArchiveStep?: WatchArchiveSteps;
  /** The same for the steps of a decision about a submission. */
  onReviewStep?: WatchReviewSteps;
  /** The same for the steps of sending reminders. */
  onReminderStep?: WatchReminderSteps;
  /** The same for the steps of uploading an image of a slot. */
  onSlotImageStep?: WatchSlotImageSteps;
  /** The same for the steps of telling members. */
  onTellingStep?: WatchTellingSteps;
  /** The same for the steps of sending a message to a phone. */
  onPhoneStep?: WatchPhoneSteps;
  /** How photos are sealed; undefined: with our own certificates and without time stamps. */
  seal?: SealSettings;
  /** The tests share one; undefined: one of its own. */
  photoThread?: PhotoThread;
  /** Lower in the tests, where no one's password is at stake. */
  passwordCost?: number;
  /** Undefined: new ones that know of none before. */
  ids?: Ids;
}
