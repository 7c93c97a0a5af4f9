import type { Audit } from './audit/service.ts';
import { createBrandService } from './branding/brand.ts';
import { createMailTextRepository } from './email/mail-text-repository.ts';
import type { MailOutbox } from './email/outbox.ts';
import type { IdentityRepository } from './identity/repository.ts';
import { createMailTextService } from './mail-texts/service.ts';
import { createEvidencePolicies } from './photos/evidence/policies.ts';
import type { Images } from './photos/images.ts';
import type { PhotoRepository } from './photos/repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { WriteOnce } from './platform/http/idempotency.ts';
import type { Ids } from './platform/ids.ts';
import type { Random } from './platform/random.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Platform } from './service-platform.ts';
import type { CustomerUrls } from './shared/customer-urls.ts';
import type { SlotImageRepository } from './slot-images/repository.ts';
import { createSlotImageService } from './slot-images/service.ts';
import type { WorkspaceRepository } from './workspaces/repository.ts';

/** What a workspace sets once for all its requests: brand, pictures of slots, texts of emails, what a warning leads to. */
export function createWorkspaceSettings(deps: {
  database: Database;
  ids: Ids;
  random: Random;
  clock: Clock;
  urls: CustomerUrls;
  workspaces: WorkspaceRepository;
  users: IdentityRepository;
  slotImages: SlotImageRepository;
  photos: PhotoRepository;
  storage: Storage;
  images: Images;
  mails: MailOutbox;
  writeOnce: WriteOnce;
  audit: Audit;
  publicUrl: string;
  onSlotImageStep: Platform['onSlotImageStep'];
}) {
  const { database, workspaces, slotImages, onSlotImageStep: onStep = () => {} } = deps;
  return {
    brands: createBrandService({ ...deps, repository: workspaces }),
    slotImages: createSlotImageService({ ...deps, repository: slotImages, onStep }),
    mailTexts: createMailTextService({ ...deps, repository: createMailTextRepository(database) }),
    evidencePolicies: createEvidencePolicies(deps),
  };
}
