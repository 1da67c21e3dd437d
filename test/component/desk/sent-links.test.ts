import { randomInt } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { formTo } from '../../support/desk/desk-browser.ts';
import { deskScene } from '../../support/desk/desk-scene.ts';
import { LINKS, linkAddressIn, linkIdIn, linkMadeAtDesk } from '../../support/desk/links-at-desk.ts';
import { waitForMessages } from '../../support/message/inbox.ts';

/** One run of the sweep, which comes each minute in a deployed stage. */
const sweepOutbox = async (): Promise<void> => {
  const { endpoint } = inject('stack');
  await fetch(`${endpoint}/2015-03-31/functions/sweep-outbox/invocations`, { method: 'POST', body: '{}' });
};

describe('A link that the desk sends (rule 43)', () => {
  const sending = { dealer: { wantedEvents: { messages: ['link.created'] as const } } };
  const phone = () => `5${randomInt(100_000_000, 999_999_999)}`;

  test('reaches its payer by SMS, tells so in the list, and is sent again once for each form', async () => {
    const { browser, audit } = await deskScene({ ...sending, definition: { deliveryMode: 'sms' } });
    const to = phone();
    const path = await linkMadeAtDesk(browser, { phone: `0${to}`, description: 'Sent' });
    const { baseUrl } = inject('stack');
    expect((await waitForMessages(baseUrl, `+90${to}`))[0]?.text).toContain(
      linkAddressIn((await browser.open(path)).markup),
    );
    await expect
      .poll(async () => (await browser.open(LINKS)).text, { timeout: PATIENCE_MS })
      .toMatch(/Sent.*SMS (?:Sent|Delivered)/);
    const id = linkIdIn(path);
    const form = formTo(await browser.open(path), `/desk/links/${id}/resend`);
    for (const answer of await Promise.all([1, 2].map(() => browser.submit(form)))) {
      expect(answer.text).toContain('sent again within a minute');
    }
    await sweepOutbox();
    await expect
      .poll(async () => (await waitForMessages(baseUrl, `+90${to}`)).length, { timeout: PATIENCE_MS })
      .toBe(2);
    expect(await audit('desk-resend-link')).toHaveLength(1);
  });
});
