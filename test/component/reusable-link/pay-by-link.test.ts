import { describe, expect, test } from 'vitest';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { newReusableLink } from '../../support/link/made-links.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';

const found = (location: string | undefined): string => {
  if (location === undefined) throw new Error('no redirect');
  return location;
};

describe('A link of a fixed amount that asks nothing (rule 52)', () => {
  test('makes a request of its payer, which is paid like any other', async () => {
    const dealer = await newBankDealer();
    const { url, link } = await newReusableLink(dealer);
    const browser = newLinkBrowser();
    const page = await browser.open(url);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Seramik atölyesi')]);
    expect(page.text).toContain('Continue with ₺ 25.00');
    const posted = await browser.post(linkForm(page));
    expect(posted.status).toBe(303);
    const request = found(posted.location);
    expect(new URL(request).pathname).toMatch(/^\/pay\/[a-z2-7]{26}\.[\w-]{22}$/);
    const made = await dealer.linkAt(request);
    expect(made).toMatchObject({
      state: 'open',
      description: 'Seramik atölyesi',
      madeOf: { name: link.name, userPosLinkId: link.userPosLinkId, linkCode: link.linkCode },
      terms: { amount: 2500, currency: 'TL' },
    });
    expect(made.otherTrxCode).toMatch(new RegExp(`^${link.linkCode}-[a-z2-7]{16}$`));
    expect((made.expiresAtMs - made.createdAtMs) / 60_000).toBe(60);
    await payThroughBank(await openPage(request), 'approved');
    expect((await dealer.linkAt(request)).state).toBe('paid');
    expect(await dealer.charges()).toMatchObject([{ amount: 2500 }]);
  });
});
