import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import { openStoredCard, sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { type CardDealer, leastByToken, newCardDealer } from '../../support/card/stored-cards.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import { declinedWith, isReplay } from '../../support/payment/direct-payments.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const vault = vaultOf(stackOfTests());
const INVALID_REQUEST = 'PaymentDealer.DoDirectPayment.InvalidRequest';
const INVALID_CARD = 'PaymentDealer.CheckCardInfo.InvalidCardInfo';

const payByToken = ({ payDirectly }: CardDealer, token: string | undefined, fields: Record<string, unknown> = {}) =>
  payDirectly({ ...leastByToken, OtherTrxCode: randomUUID(), CardToken: token, ...fields });

/** A card of the dealer's customer, stored by a direct payment (dealer interface 2.6). */
const storedBy = async (dealer: CardDealer, information: Record<string, unknown> = {}): Promise<StoredCard> => {
  const CustomerInformation = { CustomerCode: dealer.customer.customerCode, ...information };
  const answer = await dealer.payDirectly({ OtherTrxCode: randomUUID(), CustomerInformation });
  expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
  const card = (await dealer.storedCards()).find(
    ({ customer }) => customer.customerCode === CustomerInformation.CustomerCode,
  );
  return card ?? expect.unreachable('the card is stored');
};

describe('CustomerInformation of a direct payment (dealer interface 2.6)', () => {
  test('stores the card once under the customer, with its name, and never the CVC', async () => {
    const dealer = await newCardDealer();
    const first = await storedBy(dealer, { CardName: 'Business card' });
    const { dealerCustomerId, customerCode } = dealer.customer;
    expect(first).toMatchObject({
      cardName: 'Business card',
      customer: { dealerCustomerId, customerCode },
      version: 1,
    });
    expect(await openStoredCard(first, vault)).toEqual({
      number: '4111111111111111',
      expiryMonth: '12',
      expiryYear: '2030',
      holderName: 'Elif Y',
    });
    const again = await storedBy(dealer);
    expect(again).toMatchObject({ token: first.token, cardName: 'Business card', version: 2 });
    expect(await dealer.storedCards()).toHaveLength(1);
  });

  test('registers a customer who is new with the payment, and stores the card under that one', async () => {
    const dealer = await newCardDealer();
    const card = await storedBy(dealer, { CustomerCode: 'New customer', FirstName: 'Deniz' });
    const answer = await dealer.getCustomer({ CustomerCode: 'New customer' });
    const { DealerCustomer } = answer.Data as { DealerCustomer: Record<string, unknown> };
    expect(DealerCustomer).toMatchObject({ DealerCustomerId: card.customer.dealerCustomerId, FirstName: 'Deniz' });
  });

  test('a card that was stored on a link and is given directly is one card', async () => {
    const dealer = await newCardDealer();
    await payThroughBank(await openPage(await dealer.newStoringLink()), 'approved');
    const [onLink] = await dealer.storedCards();
    expect(await storedBy(dealer)).toMatchObject({ token: onLink?.token, version: 2 });
  });

  test('a decline stores nothing, and neither does a dealer without the feature, who is not refused for it', async () => {
    const dealer = await newCardDealer();
    const CustomerInformation = { CustomerCode: dealer.customer.customerCode };
    const declined = await dealer.payDirectly({ CardNumber: '4111110000000039', CustomerInformation });
    expect(declined).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: false } });
    expect(await dealer.storedCards()).toEqual([]);

    const without = await newCardDealer({ dealer: { cardStorage: false } });
    const { customerCode: CustomerCode } = without.customer;
    const paid = await without.payDirectly({ CustomerInformation: { CustomerCode } });
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
    expect(await without.storedCards()).toEqual([]);
  });

  test('an unknown DealerCustomerId, two identifiers of two customers and a new one without FirstName are refused', async () => {
    const dealer = await newCardDealer();
    const other = await dealer.addCustomer();
    const { dealerCustomerId: DealerCustomerId } = dealer.customer;
    for (const CustomerInformation of [
      { DealerCustomerId: 99_999 },
      { DealerCustomerId, CustomerCode: other.customerCode },
      { CustomerCode: 'K-3' },
    ]) {
      const answer = await dealer.payDirectly({ CustomerInformation });
      expect(answer).toMatchObject({ Data: null, ResultCode: INVALID_REQUEST });
      expect(answer.ResultMessage).toContain('CustomerInformation.');
    }
    expect(await dealer.orders()).toEqual([]);
  });
});

describe('CardToken of a direct payment (dealer interface 2.2)', () => {
  test('charges the stored card, in either case of the token, with a CVC and without one', async () => {
    const dealer = await newCardDealer();
    const { token } = await storedBy(dealer);
    const ways = [{}, { CardToken: token.toUpperCase() }, { CvcNumber: '123' }];
    for (const fields of ways) {
      const answer = await payByToken(dealer, token, fields);
      expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true, ResultCode: '' } });
    }
    expect(await dealer.charges()).toHaveLength(1 + ways.length);
    // A payment by token does not store the card again.
    expect(await dealer.storedCards()).toMatchObject([{ version: 1 }]);
  });

  test('of its own customer it pays; with another customer’s information it is InvalidCardInfo', async () => {
    const dealer = await newCardDealer();
    const { token } = await storedBy(dealer);
    const own = { CustomerInformation: { CustomerCode: dealer.customer.customerCode } };
    expect(await payByToken(dealer, token, own)).toMatchObject({ ResultCode: 'Success' });
    const other = await dealer.addCustomer();
    const { customerCode: CustomerCode, dealerCustomerId: DealerCustomerId } = other;
    for (const CustomerInformation of [
      { CustomerCode },
      { DealerCustomerId },
      { CustomerCode: 'new', FirstName: 'N' },
    ]) {
      expect(await payByToken(dealer, token, { CustomerInformation })).toMatchObject({ ResultCode: INVALID_CARD });
    }
    expect(await dealer.charges()).toHaveLength(2);
  });

  test.each([
    ['nobody’s', async () => randomUUID()],
    ['another dealer’s', async () => (await storedBy(await newCardDealer())).token],
    ['no GUID at all', async () => 'x'.repeat(999)],
    ['longer than a key may be', async () => 'ü'.repeat(999)],
  ])(
    '%s is InvalidCardInfo, in the same words, and nothing is charged (decisions: cards in a request)',
    async (_whose, tokenOf) => {
      const dealer = await newCardDealer();
      const answer = await payByToken(dealer, await tokenOf());
      expect(answer).toMatchObject({
        Data: null,
        ResultCode: INVALID_CARD,
        ResultMessage: 'CardToken is not the token of a stored card of this dealer.',
      });
      expect(await dealer.orders()).toEqual([]);
    },
  );

  test('a stored card that has expired since is InvalidCardInfo', async () => {
    const dealer = await newCardDealer();
    const { token, version: _stored, ...card } = await storedBy(dealer);
    const place = { dealerCode: card.dealerCode, token, version: 2 };
    const sealed = await sealStoredCard(place, { ...KEPT, expiryYear: '2024' }, vault);
    await putRows(dealer.store, [storedCardItem({ ...card, ...place, ...sealed })]);
    expect(await payByToken(dealer, token)).toMatchObject({ ResultCode: INVALID_CARD });
  });

  test('a dealer who must use 3D pays by token where that is allowed, and by number never (dealer interface 2.2)', async () => {
    const allowed = await newCardDealer({ dealer: { threeDRequired: true, tokenWithoutThreeD: true } });
    await payThroughBank(await openPage(await allowed.newStoringLink()), 'approved');
    const [card] = await allowed.storedCards();
    expect(await payByToken(allowed, card?.token)).toMatchObject({ ResultCode: 'Success' });
    // The permission for recurring sales is about plans alone.
    const barred = await newCardDealer({
      dealer: { threeDRequired: true, tokenWithoutThreeD: false, recurring: true },
    });
    await payThroughBank(await openPage(await barred.newStoringLink()), 'approved');
    const [kept] = await barred.storedCards();
    const refused = await payByToken(barred, kept?.token);
    expect(refused.Data).toBeNull();
    expect(refused.ResultCode).not.toBe('Success');
    expect(await barred.charges()).toHaveLength(1);
  });

  test('another card is another try of a declined code, and the same request all the same (rules 10, 13)', async () => {
    const dealer = await newCardDealer();
    const { token } = await storedBy(dealer);
    const declined = await dealer.payDirectly({ OtherTrxCode: 'C-1', CardNumber: '4111110000000039' });
    expect(declined.Data).toMatchObject({ IsSuccessful: false, ResultCode: '002' });
    const paid = await payByToken(dealer, token, { OtherTrxCode: 'C-1', CardHolderFullName: 'Elif Y' });
    expect(paid).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
  });

  test('a token and the number behind it are two cards within a minute after a decline', async () => {
    const dealer = await newCardDealer();
    const { dealerCode } = dealer.dealer;
    const [number, token] = ['4111110000000039', randomUUID()];
    const place = { dealerCode, token, version: 1 };
    const sealed = await sealStoredCard(place, { ...KEPT, number }, vault);
    const { customerCode, dealerCustomerId } = dealer.customer;
    const kept = { ...place, ...sealed, customer: { customerCode, dealerCustomerId }, storedAtMs: Date.now() };
    await putRows(dealer.store, [storedCardItem({ ...kept, maskedCard: maskCard(number) })]);
    const code = { OtherTrxCode: 'C-1', CardHolderFullName: 'Elif Y' };
    const calls = [
      () => dealer.payDirectly({ ...code, CardNumber: number }),
      () => payByToken(dealer, token, code),
      () => payByToken(dealer, token.toUpperCase(), code),
      () => dealer.payDirectly({ ...code, CardNumber: number }),
    ];
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await call());
    expect(answers.map(({ Data }) => Data)).toEqual(calls.map(() => declinedWith('002')));
    // Each within a minute of the end of its own: the last call is equal to the first one, and gets its answer again.
    expect(answers.map(isReplay)).toEqual([false, false, true, true]);
    const attempts = await dealer.directAttempts();
    expect(attempts.map(({ number: attempt, maskedCard }) => [attempt, maskedCard])).toEqual(
      [1, 2].map((attempt) => [attempt, '411111******0039']),
    );
  });

  test('is charged at the virtual POS that its number is charged at, also where eight digits tell the bank', async () => {
    const dealer = await newCardDealer({ pos: { bankCode: '64', isDefault: true } });
    await dealer.putPos({ posId: 'of-eight-digits', bankCode: '46', isDefault: false });
    await putRows(dealer.store, [
      binItem({ bin: '512754', bankCode: '64' }),
      binItem({ bin: '51275411', bankCode: '46' }),
    ]);
    const CustomerInformation = { CustomerCode: dealer.customer.customerCode };
    await dealer.payDirectly({ OtherTrxCode: 'N-1', CardNumber: '5127541122223332', CustomerInformation });
    const [card] = await dealer.storedCards();
    await payByToken(dealer, card?.token);
    expect((await dealer.directAttempts()).map(({ pos, state }) => [pos.posId, state])).toEqual([
      ['of-eight-digits', 'approved'],
      ['of-eight-digits', 'approved'],
    ]);
  });
});
