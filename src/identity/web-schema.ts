import { z } from 'zod';
import { enveloped } from '../platform/http/envelope.ts';
import { emailAddress, text, wireTime } from '../platform/http/fields.ts';
import { ROLES } from '../shared/roles.ts';
import { PLAN_IDS } from '../workspaces/plans.ts';
import { SIGN_UP_MODES } from './sign-up-mode.ts';

const MAX_GIVEN_LENGTH = 1_000;

/** Any text: a schema that said more of it would tell about passwords before they are checked. */
const givenPassword = z.string().max(MAX_GIVEN_LENGTH, { error: 'Too long.' });
const givenEmail = text(0, MAX_GIVEN_LENGTH);
const linkToken = z.string().max(MAX_GIVEN_LENGTH, { error: 'Too long.' });
const email = z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), emailAddress);
const personName = text(0, 100);
export const workspaceName = text(1, 100);
const role = z.enum(ROLES);

export const signUpBody = z.object({
  email,
  password: givenPassword
    .optional()
    .meta({ description: 'Omit it when the address is verified by email: the link asks for it.' }),
  name: personName.optional(),
  workspace_name: workspaceName.optional(),
  invitation: linkToken.optional(),
});
export const signUpResponse = enveloped(
  z.strictObject({
    verification_required: z
      .boolean()
      .meta({ description: 'If true, no one is signed in until the link in the email is opened.' }),
  }),
);
export const setUpBody = z.object({
  token: linkToken,
  email,
  password: givenPassword,
  workspace_name: workspaceName,
});

/** Asked for by `proof_required`; without an answer, after the wait. */
const proof = z.object({
  challenge: z.string().max(200, { error: 'Too long.' }),
  answer: z.string().max(20, { error: 'Too long.' }).optional(),
});
export const signInBody = z.object({ email: givenEmail, password: givenPassword, proof: proof.optional() });
export const signInResponse = enveloped(z.strictObject({ second_factor_required: z.boolean() }));
export const codeBody = z.object({ code: z.string().max(100, { error: 'Too long.' }) });
export const passwordBody = z.object({ password: givenPassword });
export const emptyResponse = enveloped(z.strictObject({}));

export const sessionResponse = enveloped(
  z.strictObject({
    user: z.strictObject({
      id: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      email_verified: z.boolean(),
      two_factor: z.boolean(),
      recovery_codes_left: z.int(),
    }),
    workspaces: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        role,
        plan: z.enum(PLAN_IDS),
        time_zone: z.string(),
      }),
    ),
    sign_up: z.enum(SIGN_UP_MODES),
    mail_configured: z.boolean(),
    phone: z.strictObject({ sms: z.boolean(), whatsapp: z.boolean(), stop_note: z.boolean() }).meta({
      description: 'Which messages to phones are set up, and whether texts say how to stop them.',
    }),
  }),
);
export const optionsResponse = enveloped(
  z.strictObject({ sign_up: z.enum(SIGN_UP_MODES), mail_configured: z.boolean() }),
);

export const sessionsResponse = enveloped(
  z.array(
    z.strictObject({
      id: z.string(),
      is_current: z.boolean(),
      ip_address: z.string(),
      user_agent: z.string(),
      created_at: wireTime,
      last_seen_at: wireTime,
    }),
  ),
);

export const accountBody = z.object({ name: personName.nullable().optional(), email: email.optional() });
export const accountResponse = enveloped(
  z.strictObject({
    awaits_verification: z
      .boolean()
      .meta({ description: 'The new address takes effect when the link in the email is opened.' }),
  }),
);
export const changePasswordBody = z.object({ current: givenPassword, new: givenPassword });
export const verifyEmailBody = z.object({ token: linkToken, password: givenPassword.optional() });
export const verifiedResponse = enveloped(
  z.strictObject({
    email: z.string(),
    password_required: z
      .boolean()
      .meta({ description: 'If true, the link belongs to a sign-up, and the new account needs a password.' }),
  }),
);
export const resetRequestBody = z.object({ email: givenEmail });
export const resetBody = z.object({ token: linkToken, password: givenPassword });

export const twoFactorOfferResponse = enveloped(
  z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
);
export const recoveryCodesResponse = enveloped(z.strictObject({ recovery_codes: z.array(z.string()) }));

export const workspaceBody = z.object({ name: workspaceName });
export const workspaceResponse = enveloped(z.strictObject({ id: z.string(), name: z.string() }));

const memberSchema = z.strictObject({
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role,
  two_factor: z.boolean().nullable().meta({ description: 'null if you may not see it.' }),
  joined_at: wireTime,
});
export const memberResponse = enveloped(memberSchema);
export const membersResponse = enveloped(z.array(memberSchema));
export const roleBody = z.object({ role });

export const invitationBody = z.object({ email, role });
const invitationSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  role,
  created_at: wireTime,
  expires_at: wireTime,
});
export const invitationsResponse = enveloped(z.array(invitationSchema));
export const newInvitationResponse = enveloped(
  invitationSchema.extend({
    url: z.string().nullable().meta({ description: 'null when it was emailed.' }),
  }),
);
export const invitationViewResponse = enveloped(
  z.strictObject({
    workspace_name: z.string(),
    email: z.string(),
    role,
    invited_by: z.string().nullable(),
    has_account: z.boolean(),
    expires_at: wireTime,
  }),
);
export const joinedResponse = enveloped(z.strictObject({ workspace_id: z.string() }));
