import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createReviewer, submitPlaces } from '../../helpers/capture/rounds.ts';
import { mailOf, useMailWorker } from '../../helpers/email/mail-worker.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';
import { useSmtpServer } from '../../helpers/email/smtp-server.ts';

describe('the email of a reminder', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);

  it('should say what is asked for once more, in the customer’s language, and the other thing in a round of changes', async () => {
    const scene = createReminderScene(api, workspace);
    const reviewer = createReviewer(api, workspace);
    const recipient = 'erika@example.com';
    const { id, token, request_url } = await scene.ask({
      recipient_email: recipient,
      send_email: false,
      locale: 'de',
      photo_slots: [{ instructions: 'Die Front' }, { instructions: 'Das Heck' }],
    });
    await scene.call('POST', `/${id}/remind`);
    await worker.settled();
    const [first] = await smtp.arrived(recipient);
    expect(first?.email.subject).toBe('Erinnerung: Workspace 1 wartet auf Ihre Fotos');
    for (const part of [first?.email.text, first?.email.html])
      for (const said of [request_url, 'Die Front', 'Das Heck', 'noch nicht erhalten'])
        expect(part).toContain(said);

    await submitPlaces(api, token, [0, 1]);
    await reviewer.decide(id, { ...reviewer.askAgain(1), send_email: false });
    api.clock.advance(HOUR);
    await scene.call('POST', `/${id}/remind`);
    await worker.settled();
    const [, second] = await smtp.arrived(recipient, 2);
    expect(second?.email.subject).toContain('bittet Sie, einige Fotos neu aufzunehmen');
    expect(second?.email.text).toContain('Das Heck');
    expect(second?.email.text).not.toContain('Die Front');
  });

  it('should not be sent any more when the photos came before it', async () => {
    const scene = createReminderScene(api, workspace);
    const { id, token } = await scene.ask({ send_email: false });
    await scene.call('POST', `/${id}/remind`);
    await submitPlaces(api, token, [0], 5);
    await worker.settled();
    expect(await mailOf(api, id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('submitted'),
    });
  });
});
