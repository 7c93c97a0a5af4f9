import { accentOf } from '../email/accent.ts';
import { headerText } from '../email/header-text.ts';
import { button, linkLine, page, paragraph, small } from '../email/layout.ts';
import type { MailContent } from '../email/mail-kinds.ts';
import type { MailContext, MailTemplate, MailTemplates } from '../email/render.ts';
import { bodyLine, type MailParts } from '../email/rendered-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/secrets.ts';

/** Emails about accounts are in English, as the web application is. */
type LetterContext = MailContext;

export interface IdentityMailContext extends LetterContext {
  /** What the link carries, unsealed. */
  token: string;
}

interface Letter {
  subject: string;
  title: string;
  paragraphs: string[];
  button: string;
  address: string;
  /** What to do when it is not for the reader. */
  footer: string;
  /** Of a link that works once. */
  expiresAt?: number;
}

export function createIdentityMailTemplates(deps: { secrets: Pick<Secrets, 'unseal'>; clock: Clock }) {
  const { secrets, clock } = deps;

  /** An email with a link that works once; after its end it is not worth sending. */
  function linked<Kind extends 'verify_email' | 'reset_password' | 'invitation'>(
    render: (content: MailContent[Kind], context: IdentityMailContext) => MailParts,
  ): MailTemplate {
    return async (row, context) => {
      const content: MailContent[Kind] = JSON.parse(row.content);
      if (content.expires_at <= clock()) return { pointless: 'The link expired before the email was sent.' };
      const token = secrets.unseal('mailed-links', row.recipient, content.sealed_token);
      return render(content, { ...context, token });
    };
  }

  return {
    verify_email: linked<'verify_email'>(verifyEmailMail),
    reset_password: linked<'reset_password'>(resetPasswordMail),
    invitation: linked<'invitation'>(invitationMail),
    email_changed: async ({ content }, context) => emailChangedMail(JSON.parse(content), context),
    sign_in_warning: async ({ content }, context) => signInWarningMail(JSON.parse(content), context),
  } satisfies Partial<MailTemplates>;
}

export function verifyEmailMail(
  content: MailContent['verify_email'],
  context: IdentityMailContext,
): MailParts {
  const signedUp = content.because === 'signed_up';
  return letter(context, {
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    paragraphs: [
      signedUp
        ? 'Choose a password to finish creating your account.'
        : 'Click to confirm this is your address.',
    ],
    button: signedUp ? 'Choose a password' : 'Confirm address',
    address: `${context.publicUrl}/app/verify-email/${context.token}`,
    footer: 'Didn’t create an account? You can ignore this email.',
    expiresAt: content.expires_at,
  });
}

export function resetPasswordMail(
  content: MailContent['reset_password'],
  context: IdentityMailContext,
): MailParts {
  const asked = content.because === 'asked';
  return letter(context, {
    subject: asked ? 'Choose a new password' : 'You already have an account',
    title: asked ? 'Choose a new password' : 'You already have an account',
    paragraphs: [
      asked
        ? 'Someone (hopefully you) asked to reset the password for this address.'
        : 'Someone (hopefully you) tried to sign up with this address, which already has an account. Sign in as usual, or choose a new password if you’ve forgotten it.',
      'Resetting it signs you out everywhere.',
    ],
    button: 'Choose a password',
    address: `${context.publicUrl}/app/reset-password/${context.token}`,
    footer: 'Wasn’t you? Ignore this email. Your password won’t change.',
    expiresAt: content.expires_at,
  });
}

export function emailChangedMail(
  { stage, new_email }: MailContent['email_changed'],
  context: LetterContext,
): MailParts {
  const next = bodyLine(new_email);
  const footer = 'You’re receiving this because this address is or was linked to an account.';
  if (stage === 'asked') {
    return letter(context, {
      subject: 'Your email address is about to change',
      title: 'Your email address is about to change',
      paragraphs: [
        `Someone (hopefully you) asked to use ${next} for your account instead of this address. The change takes effect once the new address is confirmed.`,
        'Wasn’t you? Change your password now. That stops the change and signs everyone else out.',
      ],
      button: 'Open your account',
      address: `${context.publicUrl}/app/account`,
      footer,
    });
  }
  return letter(context, {
    subject: 'Your email address was changed',
    title: 'Your email address was changed',
    paragraphs: [
      `Your account now uses ${next}. Sign in with it from now on.`,
      'Wasn’t you? Tell a workspace owner or your administrator right away.',
    ],
    button: 'Sign in',
    address: `${context.publicUrl}/app/sign-in`,
    footer,
  });
}

export function signInWarningMail(
  { reason, at }: MailContent['sign_in_warning'],
  context: LetterContext,
): MailParts {
  const footer =
    'You’re receiving this because this address belongs to an account. We send it at most once a day.';
  const time = context.wording.time(at);
  if (reason === 'wrong_passwords') {
    return letter(context, {
      subject: 'Failed attempts to sign in to your account',
      title: 'Someone is trying to guess your password',
      paragraphs: [
        `We’ve seen an unusual number of failed sign-ins to your account (as of ${time}). None of them succeeded.`,
        'You don’t have to do anything. You can still sign in, most easily in a browser you have used before. Two-step verification protects your account even if someone learns your password. You can turn it on in your account.',
      ],
      button: 'Open your account',
      address: `${context.publicUrl}/app/account`,
      footer,
    });
  }
  return letter(context, {
    subject: 'Someone may know your password',
    title: 'Someone may know your password',
    paragraphs: [
      `By ${time} someone had entered your password and then several wrong authenticator codes. They didn’t get in.`,
      'If this wasn’t you, choose a new password now. That also signs out everyone else.',
    ],
    button: 'Choose a new password',
    address: `${context.publicUrl}/app/forgot-password`,
    footer,
  });
}

const AS = { owner: 'an owner', admin: 'an admin', member: 'a member', viewer: 'a viewer' } as const;

const MAY = {
  owner: 'do everything, including managing owners and secrets',
  admin: 'do everything except manage owners and secrets',
  member: 'create requests and links and see all photos',
  viewer: 'see everything but change nothing',
} as const;

export function invitationMail(content: MailContent['invitation'], context: IdentityMailContext): MailParts {
  const workspace = bodyLine(content.workspace_name);
  return letter(context, {
    subject: `${headerText(content.inviter, 100)} invited you to ${headerText(content.workspace_name, 80)}`,
    title: `Join ${workspace}`,
    paragraphs: [
      `${bodyLine(content.inviter)} invited you to join ${workspace} as ${AS[content.role]}. You’ll be able to ${MAY[content.role]}.`,
    ],
    button: 'View invitation',
    address: `${context.publicUrl}/app/invitation/${context.token}`,
    footer: `Don’t know ${bodyLine(content.inviter)}? You can ignore this email.`,
    expiresAt: content.expires_at,
  });
}

function letter({ wording, serviceName }: LetterContext, written: Letter): MailParts {
  const { title, paragraphs, address, footer, expiresAt } = written;
  const until = expiresAt === undefined ? [] : [`The link works once, until ${wording.time(expiresAt)}.`];
  const accent = accentOf(null);
  return {
    senderName: headerText(serviceName, 100),
    subject: headerText(written.subject, 200),
    text: `${[title, ...paragraphs, `${written.button}:\n${address}`, ...until, `-- \n${footer}`].join('\n\n')}\n`,
    html: page({
      wording,
      accent,
      title,
      preview: paragraphs[0] ?? title,
      footer: [footer],
      blocks: [
        ...paragraphs.map(paragraph),
        button(written.button, address, accent),
        ...until.map((line) => small(line)),
        linkLine(address),
      ],
    }),
  };
}
