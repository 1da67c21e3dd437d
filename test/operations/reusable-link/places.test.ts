import { describe, expect, test } from 'vitest';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { placeCounts } from '../../../shared/domain/reusable-link/places.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { ledTo, linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { type MadeLink, newReusableLink } from '../../support/link/made-links.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';

const CARDS = ['approved', 'approved-mastercard'] as const;

/** Somebody who opens the link: the address of the request that came of it. */
const join = async ({ url }: MadeLink): Promise<string> => {
  const browser = newLinkBrowser();
  return ledTo(await browser.post(linkForm(await browser.open(url))));
};

const pay = async (request: string, card = 'approved'): Promise<void> => {
  await payThroughBank(await openPage(request), card);
};

const placesOf = async ({ store }: BankDealer, { link }: MadeLink) =>
  placeCounts(await dynamoReusableLinkReads(store).placesOf(link.name));

const voidOf = async (dealer: BankDealer, request: string) => {
  const { otherTrxCode } = await dealer.linkAt(request);
  return dealer.post(
    '/PaymentDealer/DoVoid',
    JSON.stringify({
      PaymentDealerAuthentication: authenticationOf(dealer.account),
      PaymentDealerRequest: { OtherTrxCode: otherTrxCode },
    }),
  );
};

describe('A link with places (rule 51)', () => {
  test('is sold out once the last place is paid, and open again once its dealer voids a payment', async () => {
    const dealer = await newBankDealer();
    const made = await newReusableLink(dealer, { maxPayments: 1 });
    const [first, late] = [await join(made), await join(made)];
    await pay(first);
    expect(await placesOf(dealer, made)).toEqual({ free: 0, held: 0, paid: 1 });
    expect((await newLinkBrowser().open(made.url)).text).toContain('Sold out');
    expect((await openPage(late)).text).toContain('Sold out');
    expect((await voidOf(dealer, first)).ResultCode).toBe('Success');
    expect(await placesOf(dealer, made)).toEqual({ free: 1, held: 0, paid: 0 });
    await pay(late);
    expect((await dealer.linkAt(late)).state).toBe('paid');
    expect(await placesOf(dealer, made)).toEqual({ free: 0, held: 0, paid: 1 });
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('gives the place of a declined card to whoever comes next', async () => {
    const dealer = await newBankDealer();
    const made = await newReusableLink(dealer, { maxPayments: 1 });
    const declined = await join(made);
    await pay(declined, 'over-limit');
    expect(await placesOf(dealer, made)).toEqual({ free: 1, held: 0, paid: 0 });
    const other = await join(made);
    await pay(other);
    expect((await dealer.linkAt(other)).state).toBe('paid');
  });

  test('takes three of twelve who pay at the same moment', async () => {
    const dealer = await newBankDealer();
    const made = await newReusableLink(dealer, { maxPayments: 3 });
    const requests = await Promise.all(Array.from({ length: 12 }, () => join(made)));
    // A card is tried ten times in ten minutes at most (rule 33).
    await Promise.all(requests.map((request, index) => pay(request, CARDS[index % CARDS.length])));
    const states = await Promise.all(requests.map(async (request) => (await dealer.linkAt(request)).state));
    expect(states.filter((state) => state === 'paid')).toHaveLength(3);
    expect(await placesOf(dealer, made)).toEqual({ free: 0, held: 0, paid: 3 });
    expect(await dealer.charges()).toHaveLength(3);
  });
});
