import { describe, expect, inject, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { pendingCardContext } from '../../../shared/ports/vault.ts';
import { logHolding } from '../../support/app/app-log.ts';
import { cardSecretsIn, cardSecretsInLog } from '../../support/card/card-secrets.ts';
import { type CardDealer, newCardDealer } from '../../support/card/stored-cards.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { openPage, payThroughBank, payWith, reportOn, throughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const vault = vaultOf(inject('stack'));
const { number: NUMBER } = testCard('approved');
const TICKED = { storeCard: '1' };
const WITHOUT_3D = { threeD: '0' };
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const onlyCard = async ({ storedCards }: CardDealer) => {
  const [card, ...others] = await storedCards();
  if (card === undefined || others.length > 0) throw new Error(`there are ${others.length + 1} cards`);
  return card;
};

describe('A card that is stored with the payment of a link (IsTokenized of dealer interface 2.8, rule 27)', () => {
  test('IsTokenized 1: it waits encrypted in the attempt, and the approval after 3D makes it a card of the customer', async () => {
    const dealer = await newCardDealer();
    const url = await dealer.newStoringLink();
    const form = await openPage(url);
    const handOver = await payWith(form, 'approved');
    const [waiting] = await dealer.attemptsAt(url);
    expect(waiting).toMatchObject({ state: 'authenticating', pendingCard: { sealed: expect.stringMatching(/^v2\./) } });
    expect(await dealer.storedCards()).toEqual([]);
    const opened = await vault.open(
      waiting?.pendingCard?.sealed ?? '',
      pendingCardContext(waiting ?? expect.unreachable('an attempt waits')),
    );
    expect(JSON.parse(opened)).toEqual([NUMBER, '09', '2031', 'Elif Deneme']);

    expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
    const [paid] = await dealer.attemptsAt(url);
    expect(paid?.state).toBe('approved');
    expect(paid).not.toHaveProperty('pendingCard');
    const card = await onlyCard(dealer);
    const { customer } = dealer;
    expect(card).toMatchObject({
      token: expect.stringMatching(GUID),
      dealerCode: dealer.dealer.dealerCode,
      customer: { dealerCustomerId: customer.dealerCustomerId, customerCode: customer.customerCode },
      maskedCard: '411111******1111',
      version: 1,
    });
    const kept = { number: NUMBER, expiryMonth: '09', expiryYear: '2031', holderName: 'Elif Deneme' };
    expect(await openStoredCard(card, vault)).toEqual(kept);
    // It is encrypted for this token, so it does not open under another one.
    await expect(openStoredCard({ ...card, token: crypto.randomUUID() }, vault)).rejects.toThrow('NotAuthentic');
  });

  test('the page says so where the dealer decides, and asks with an empty box where the payer does', async () => {
    const dealer = await newCardDealer();
    const always = await openPage(await dealer.newStoringLink());
    expect(always.text).toContain('Your card is kept, encrypted');
    expect(always.markup).not.toContain('name="storeCard"');
    const asked = await openPage(await dealer.newStoringLink({ IsTokenized: 2 }));
    expect(asked.markup).toContain('<input type="checkbox" name="storeCard" value="1">');
  });

  test('IsTokenized 2: what is not ticked is not stored, and leaves nothing in the attempt', async () => {
    const dealer = await newCardDealer();
    const url = await dealer.newStoringLink({ IsTokenized: 2 });
    const handOver = await payWith(await openPage(url), 'approved');
    expect((await dealer.attemptsAt(url))[0]).not.toHaveProperty('pendingCard');
    expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
    expect(await dealer.storedCards()).toEqual([]);
  });

  test('IsTokenized 2: what is ticked is stored, without 3D as well', async () => {
    const dealer = await newCardDealer();
    const url = await dealer.newStoringLink({ IsTokenized: 2, IsThreeD: 0 });
    const page = await payWith(await openPage(url), 'approved', { ...TICKED, ...WITHOUT_3D });
    expect(reportOn(page).fields.resultCode).toBe('');
    expect(await openStoredCard(await onlyCard(dealer), vault)).toMatchObject({ number: NUMBER });
    expect((await dealer.attemptsAt(url))[0]).not.toHaveProperty('pendingCard');
  });

  test('IsTokenized 0: a posted tick stores nothing', async () => {
    const dealer = await newCardDealer();
    const url = await dealer.newStoringLink({ IsTokenized: 0, IsThreeD: 0 });
    const page = await payWith(await openPage(url), 'approved', { ...TICKED, ...WITHOUT_3D });
    expect(reportOn(page).fields.resultCode).toBe('');
    expect(await dealer.storedCards()).toEqual([]);
  });

  test('same card, same customer: same token, encrypted anew with the new expiry (rule 26)', async () => {
    const dealer = await newCardDealer();
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved');
    const first = await onlyCard(dealer);
    const again = await payWith(await openPage(await dealer.newStoringLink()), 'approved', { expiry: '09/34' });
    await throughBank(again);
    const second = await onlyCard(dealer);
    expect(second).toMatchObject({ token: first.token, version: 2, storedAtMs: first.storedAtMs });
    expect(await openStoredCard(second, vault)).toMatchObject({ number: NUMBER, expiryYear: '2034' });
  });

  test('the same card of another customer has a token of its own, and so has another card', async () => {
    const dealer = await newCardDealer();
    const other = await dealer.addCustomer();
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved');
    const ofOther = await dealer.newStoringLink({ CustomerCode: other.customerCode });
    await payThroughBank(await openPage(ofOther), 'approved');
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'frictionless');
    const cards = await dealer.storedCards();
    expect(new Set(cards.map(({ token }) => token)).size).toBe(3);
    const cardsOf = (owner: number) => cards.filter(({ customer }) => customer.dealerCustomerId === owner).length;
    expect([cardsOf(dealer.customer.dealerCustomerId), cardsOf(other.dealerCustomerId)]).toEqual([2, 1]);
  });

  test('two links that are paid at once with one card store it once', async () => {
    const dealer = await newCardDealer();
    const urls = await Promise.all([1, 2, 3].map(() => dealer.newStoringLink({ IsThreeD: 0 })));
    const pages = await Promise.all(urls.map(async (url) => payWith(await openPage(url), 'approved', WITHOUT_3D)));
    for (const page of pages) expect(reportOn(page).fields.resultCode).toBe('');
    const card = await onlyCard(dealer);
    expect(await openStoredCard(card, vault)).toMatchObject({ number: NUMBER });
    const pointers = (await dealer.ownRows()).filter(
      ({ entity }) => entity === 'card-hash' || entity === 'customer-card',
    );
    // By the hash, and under the customer's code: by its id the card itself is found.
    expect(pointers.map(({ cardToken }) => cardToken)).toEqual([card.token, card.token]);
  });

  test.each([['with', 'insufficient-funds', {}] as const, ['without', 'insufficient-funds', WITHOUT_3D] as const])(
    'a decline %s 3D stores nothing and keeps nothing in the attempt',
    async (_how, card, typed) => {
      const dealer = await newCardDealer();
      const url = await dealer.newStoringLink({ IsThreeD: 0 });
      const page = await payWith(await openPage(url), card, typed);
      if (!('threeD' in typed)) await throughBank(page);
      const [attempt] = await dealer.attemptsAt(url);
      expect(attempt?.state).toBe('declined');
      expect(attempt).not.toHaveProperty('pendingCard');
      expect(await dealer.storedCards()).toEqual([]);
    },
  );

  test('a dealer who lost the feature since stores nothing, and the payment is not refused for it', async () => {
    const dealer = await newCardDealer();
    const url = await dealer.newStoringLink();
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, cardStorage: false })]);
    expect(reportOn(await payThroughBank(await openPage(url), 'approved')).fields.resultCode).toBe('');
    expect((await dealer.attemptsAt(url))[0]).not.toHaveProperty('pendingCard');
    expect(await dealer.storedCards()).toEqual([]);
  });

  test('no row and no log line holds a card number or a CVC; a hash stands beside the token alone (rules 26, 29)', async () => {
    const dealer = await newCardDealer();
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved');
    await payWith(await openPage(await dealer.newStoringLink({ IsThreeD: 0 })), 'insufficient-funds', WITHOUT_3D);
    await payWith(await openPage(await dealer.newStoringLink()), 'frictionless');
    const rows = await dealer.ownRows();
    expect(rows.some(({ entity }) => entity === 'stored-card')).toBe(true);
    expect(rows.some(({ entity }) => entity === 'waiting-card')).toBe(true);
    expect(rows.filter((row) => cardSecretsIn(JSON.stringify(row)).length > 0)).toEqual([]);
    const [hash] = rows.filter(({ entity }) => entity === 'card-hash');
    expect(Object.keys(hash ?? {}).toSorted()).toEqual(['cardToken', 'entity', 'pk', 'sk']);
    expect(cardSecretsInLog(await logHolding(inject('stack'), dealer.dealer.dealerCode))).toEqual([]);
  });

  test('an operator is shown token, masked number and name of a customer’s cards, and nothing else of them', async () => {
    const dealer = await newCardDealer();
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved');
    const { token, storedAtMs } = await onlyCard(dealer);
    const operator = newOperator();
    const { dealerCode } = dealer.dealer;
    const { customerCode, dealerCustomerId } = dealer.customer;
    expect(await operator.done('show-customer-cards', { dealerCode, customerCode })).toEqual({
      dealerCode,
      dealerCustomerId,
      customerCode,
      cards: [{ cardToken: token, maskedCard: '411111******1111', storedAt: new Date(storedAtMs).toISOString() }],
    });
    const other = await dealer.addCustomer();
    const none = await operator.done('show-customer-cards', { dealerCode, dealerCustomerId: other.dealerCustomerId });
    expect(none.cards).toEqual([]);
    expect(await operator.refused('show-customer-cards', { dealerCode, customerCode: 'nobody' })).toMatchObject({
      code: 'NotFound',
    });
  });
});
