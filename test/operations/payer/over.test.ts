import { describe, expect, test } from 'vitest';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { giveUp, openPage, type PayerPage, payThroughBank } from '../../support/payment/payer.ts';

const DAY_MS = 24 * 3_600_000;

/** What a payable link shows, in words that appear nowhere else. */
const told = {
  Description: 'Walnut bookcase',
  OtherTrxCode: 'Order-Petunia',
  BuyerInformation: {
    BuyerFullName: 'Nazife Karabulut',
    BuyerEmail: 'nazife@example.com',
    BuyerGsmNumber: '5309876543',
    BuyerAddress: 'Sardunya Sokak 4',
    BasketProduct: [{ ProductCode: 'SHELF-9', UnitPrice: 27.5, Quantity: 1 }],
  },
};
const TELLTALE = /Walnut|Petunia|Nazife|nazife|530987|Sardunya|SHELF|27[.,]50|\*{6}|ORDER-/;

const newLink = async (fields: Record<string, unknown> = {}) => {
  const dealer = await newBankDealer({ dealer: { name: 'Lamp Shop' } });
  return { dealer, ...(await dealer.newLink({ ...simple, ...told, ...fields })) };
};

/** Moves the end of the link back by this time. */
const ageResult = async (dealer: BankDealer, url: string, ageMs: number): Promise<void> => {
  const { progress } = await dealer.linkAt(url);
  if (progress.result === undefined) throw new Error('the link has no result');
  const result = { ...progress.result, atMs: Date.now() - ageMs };
  await dealer.changeLink(url, { progress: { ...progress, result } });
};

const tellsNothing = ({ markup }: PayerPage): void => expect(TELLTALE.exec(markup)?.[0]).toBeUndefined();

describe('A link that is over tells only what became of it (rule 30)', () => {
  test('an open one tells what is paid', async () => {
    const { url } = await newLink();
    const { text } = await openPage(url);
    for (const shown of ['Walnut bookcase', 'Nazife Karabulut', 'SHELF-9', '27.50 TL']) expect(text).toContain(shown);
  });

  test.each([
    ['expired', 'This link has expired.', { expiresAtMs: 1 }],
    ['cancelled', 'The merchant cancelled this link.', { state: 'cancelled' }],
  ] as const)('%s: whose it was and that it is over', async (_state, sentence, changes) => {
    const { dealer, url } = await newLink();
    await dealer.changeLink(url, changes);
    const page = await openPage(url);
    expect([page.status, page.text.includes(sentence), page.text.includes('Lamp Shop')]).toEqual([410, true, true]);
    tellsNothing(page);
    tellsNothing(await openPage(url, 'tr'));
  });

  test('given up: the same, and the way back to the dealer', async () => {
    const { url } = await newLink();
    const report = await giveUp(await openPage(url));
    const page = await openPage(url);
    expect([page.status, page.text.includes('This payment was closed')]).toEqual([410, true]);
    expect(page.markup).toContain(`href="${report.address}"`);
    tellsNothing(page);
  });

  test('given up without a RedirectUrl: the service’s own result page tells no more', async () => {
    const { url } = await newLink({ RedirectUrl: undefined, Email: 'payer@example.com' });
    const page = await giveUp(await openPage(url));
    expect(page.text).toContain('This payment was closed');
    tellsNothing(page);
  });

  test('paid: the receipt for 24 hours, then that it is paid and no more', async () => {
    const { dealer, url } = await newLink();
    await payThroughBank(await openPage(url), 'approved');
    await ageResult(dealer, url, DAY_MS - 60_000);
    const receipt = await openPage(url);
    expect(receipt.text).toContain('Your payment was received');
    expect(receipt.text).toContain('27.50 TL');
    await ageResult(dealer, url, DAY_MS + 1000);
    const page = await openPage(url);
    expect([page.status, page.text]).toEqual([
      200,
      'Test mode Payment Links (local) Türkçe Paid This payment was received. There is nothing left to do.',
    ]);
    tellsNothing(page);
    expect(page.markup).not.toContain('Lamp Shop');
  });

  test('paid without a RedirectUrl: the result page’s receipt ends after 24 hours as well', async () => {
    const { dealer, url } = await newLink({ RedirectUrl: undefined, Email: 'payer@example.com' });
    const receipt = await payThroughBank(await openPage(url), 'approved');
    expect(receipt.text).toContain('•••• 1111');
    await ageResult(dealer, url, DAY_MS + 1000);
    tellsNothing(await openPage(receipt.address));
  });
});
