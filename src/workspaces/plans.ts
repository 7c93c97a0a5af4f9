/** null means unlimited. */
export interface Plan {
  id: PlanId;
  name: string;
  apiEnabled: boolean;
  emailEnabled: boolean;
  apiKeys: { total: number | null; perEnvironment: number | null };
  photos: { limit: number | null; period: 'lifetime' | 'month' };
  photosPerRequest: number;
  permanentLinks: number | null;
  /** In each environment, as the images are. */
  templates: number | null;
  /** Example pictures and guides that are uploaded for slots. */
  slotImages: number | null;
  phoneMessages: { perDay: number | null; perMonth: number | null };
}

export const PLAN_IDS = ['developer_free', 'starter', 'professional', 'enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

const PLANS: Record<PlanId, Plan> = {
  developer_free: {
    id: 'developer_free',
    name: 'Developer Free',
    apiEnabled: true,
    emailEnabled: false,
    apiKeys: { total: 2, perEnvironment: 1 },
    photos: { limit: 100, period: 'lifetime' },
    photosPerRequest: 5,
    permanentLinks: 1,
    templates: 3,
    slotImages: 30,
    phoneMessages: { perDay: 0, perMonth: 0 },
  },
  starter: {
    id: 'starter',
    name: 'Starter',
    apiEnabled: false,
    emailEnabled: true,
    apiKeys: { total: 0, perEnvironment: 0 },
    photos: { limit: 500, period: 'month' },
    photosPerRequest: 10,
    permanentLinks: 3,
    templates: 20,
    slotImages: 100,
    phoneMessages: { perDay: 50, perMonth: 200 },
  },
  professional: {
    id: 'professional',
    name: 'Professional',
    apiEnabled: true,
    emailEnabled: true,
    apiKeys: { total: 5, perEnvironment: null },
    photos: { limit: 5_000, period: 'month' },
    photosPerRequest: 25,
    permanentLinks: 10,
    templates: 100,
    slotImages: 500,
    phoneMessages: { perDay: 500, perMonth: 3_000 },
  },
  enterprise: {
    id: 'enterprise',
    name: 'Enterprise',
    apiEnabled: true,
    emailEnabled: true,
    apiKeys: { total: null, perEnvironment: null },
    photos: { limit: null, period: 'month' },
    photosPerRequest: 50,
    permanentLinks: null,
    templates: null,
    slotImages: null,
    phoneMessages: { perDay: 5_000, perMonth: null },
  },
};

/** The most photos any plan allows in one request. */
export const MAX_PHOTOS_PER_REQUEST = Math.max(...Object.values(PLANS).map((plan) => plan.photosPerRequest));

function isPlanId(text: string): text is PlanId {
  return (PLAN_IDS as readonly string[]).includes(text);
}

export function planOf(id: string): Plan {
  if (!isPlanId(id)) throw new Error(`The database names an unknown plan: ${id}`);
  return PLANS[id];
}
