import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from './message.ts';
import type { MailTransport } from './transport.ts';

/** Emails as files that mail programs open, named by their id: a second attempt replaces the first. */
export function openMailFolder(folder: string, fromAddress: string): MailTransport {
  return {
    kind: 'files',
    async send(mail) {
      const message = messageOf(mail, fromAddress);
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message: bytes } = await composer.sendMail(message);
      await writeDurably(folder, mail.id, bytes as Buffer);
    },
    async close() {},
  };
}

/** Under a name that no one reads until all of it is on the disk. What is in an email is no one else's business. */
async function writeDurably(folder: string, id: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${id}.${process.pid}.tmp`);
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, `${id}.eml`));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
