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
      if (content.expires_at <= clock()) return { pointless: 'The link ended before the email was sent.' };
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
    subject: 'Confirm your e-mail address',
    title: 'Confirm your e-mail address',
    paragraphs: [
      signedUp
        ? 'Choose a password, and your account is ready.'
        : 'One click, and we know that this address is yours.',
    ],
    button: signedUp ? 'Choose a password' : 'Confirm address',
    address: `${context.publicUrl}/app/verify-email/${context.token}`,
    footer: 'You did not open an account? Then ignore this message; nothing happens without the link.',
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
        ? 'Somebody, hopefully you, asked for a new password for this address.'
        : 'Somebody, hopefully you, tried to sign up with this address, which already has an account. Sign in as usual, or choose a new password if you have forgotten it.',
      'A new password ends all sessions that are signed in.',
    ],
    button: 'Choose a password',
    address: `${context.publicUrl}/app/reset-password/${context.token}`,
    footer: 'It was not you? Then ignore this message; your password stays as it is.',
    expiresAt: content.expires_at,
  });
}

export function emailChangedMail(
  { stage, new_email }: MailContent['email_changed'],
  context: LetterContext,
): MailParts {
  const next = bodyLine(new_email);
  const footer = 'You get this message because this is, or was, the address of an account.';
  if (stage === 'asked') {
    return letter(context, {
      subject: 'Your e-mail address is about to change',
      title: 'Your e-mail address is about to change',
      paragraphs: [
        `Somebody, hopefully you, asked to use ${next} for your account instead of this address. It changes as soon as the new address is confirmed.`,
        'It was not you? Then change your password now: that stops it, and signs everybody else out.',
      ],
      button: 'Open your account',
      address: `${context.publicUrl}/app/account`,
      footer,
    });
  }
  return letter(context, {
    subject: 'Your e-mail address was changed',
    title: 'Your e-mail address was changed',
    paragraphs: [
      `Your account has the address ${next} now. You sign in with it, and no more messages about the account come here.`,
      'It was not you? Then tell an owner of your workspace, or whoever runs this service, at once.',
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
    'You get this message because this is the address of an account. We send it at most once a day.';
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

const MAY = {
  owner: 'everything, the owners and secrets included',
  admin: 'everything but the owners and secrets',
  member: 'make requests and links, and see all photos',
  viewer: 'see everything and change nothing',
} as const;

export function invitationMail(content: MailContent['invitation'], context: IdentityMailContext): MailParts {
  const workspace = bodyLine(content.workspace_name);
  return letter(context, {
    subject: `${headerText(content.inviter, 100)} invites you to ${headerText(content.workspace_name, 80)}`,
    title: `Join ${workspace}`,
    paragraphs: [
      `${bodyLine(content.inviter)} invites you to the workspace ${workspace}, as ${content.role}: you may ${MAY[content.role]}.`,
    ],
    button: 'See the invitation',
    address: `${context.publicUrl}/app/invitation/${context.token}`,
    footer: `You do not know ${bodyLine(content.inviter)}? Then ignore this message.`,
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
