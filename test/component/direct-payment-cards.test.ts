import { describe, expect, test } from 'vitest';
import { storedCardItem } from '../../shared/adapters/dynamodb/rows/stored-card-row.ts';
import { testCard } from '../../shared/domain/bank-test-cards.ts';
import { sealStoredCard } from '../../shared/payment-flow/kept-card.ts';
import type { Answer } from '../support/dealers.ts';
import { putRows } from '../support/store.ts';
import { newCardDealer } from '../support/stored-cards.ts';
import { vaultOf } from '../support/vault.ts';

const INVALID_CARD = 'PaymentDealer.CheckCardInfo.InvalidCardInfo';
const INVALID_REQUEST = 'PaymentDealer.CheckPaymentDealerAuthentication.InvalidRequest';
const { number: APPROVED } = testCard('approved');

/** The fields of a card, taken away: what is left is to be paid by token. */
const BY_TOKEN = { CardNumber: '', ExpMonth: '', ExpYear: null, CvcNumber: '' };

const paid = (answer: Answer): void => {
  expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
};

/** A dealer whose customer has a stored card, with its token. */
const withToken = async (options: Parameters<typeof newCardDealer>[0] = {}) => {
  const dealer = await newCardDealer(options);
  const { dealerCode, dealerCustomerId, customerCode } = dealer.customer;
  const place = { dealerCode, token: crypto.randomUUID(), version: 1 };
  const kept = { number: APPROVED, expiryMonth: '12', expiryYear: '2030' };
  const card = {
    ...place,
    ...(await sealStoredCard(place, kept, vaultOf(dealer.stack))),
    customer: { dealerCustomerId, customerCode },
    maskedCard: '411111******1111',
    storedAtMs: Date.now(),
  };
  await putRows(dealer.store, [storedCardItem(card)]);
  return { ...dealer, token: card.token };
};

describe('CustomerInformation of a direct payment (2.6, rules 26, 27)', () => {
  test('registers a new customer and stores the card once: the same card keeps its token, with its name', async () => {
    const dealer = await newCardDealer();
    const information = { CustomerCode: 'K-1', FirstName: 'Elif', LastName: 'Y', CardName: 'Maaş' };
    paid(await dealer.payDirectly({ CustomerInformation: information }));
    const [first] = await dealer.storedCards();
    const found = await dealer.getCustomer({ CustomerCode: 'K-1' });
    expect(found.Data).toMatchObject({ DealerCustomer: { FirstName: 'Elif', LastName: 'Y' } });
    expect(first).toMatchObject({
      customer: { customerCode: 'K-1' },
      maskedCard: '411111******1111',
      cardName: 'Maaş',
      version: 1,
    });
    paid(await dealer.payDirectly({ ExpYear: '2031', CustomerInformation: { CustomerCode: 'K-1' } }));
    expect(await dealer.storedCards()).toEqual([
      { ...first, sealed: expect.any(String), version: 2, cardName: 'Maaş' },
    ]);
  });

  test('a declined payment stores no card, and leaves none waiting', async () => {
    const dealer = await newCardDealer();
    const { customerCode: CustomerCode } = dealer.customer;
    const { number: CardNumber } = testCard('insufficient-funds');
    const answer = await dealer.payDirectly({ CardNumber, CustomerInformation: { CustomerCode } });
    expect(answer.Data).toMatchObject({ IsSuccessful: false, ResultCode: '002' });
    expect(await dealer.storedCards()).toEqual([]);
    expect((await dealer.directAttempts())[0]).not.toHaveProperty('pendingCard');
  });

  test('a dealer without card storage stores nothing, registers nobody, and is not refused for asking', async () => {
    const dealer = await newCardDealer({ dealer: { cardStorage: false } });
    paid(await dealer.payDirectly({ CustomerInformation: { CustomerCode: 'K-2', FirstName: 'Elif' } }));
    expect(await dealer.storedCards()).toEqual([]);
    expect(await dealer.getCustomer({ CustomerCode: 'K-2' })).toMatchObject({ Data: null });
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

describe('CardToken of a direct payment (2.2, wire facts)', () => {
  test('charges the stored card, with a CVC or without, in any spelling of the token', async () => {
    const { payDirectly, token, charges, directAttempts } = await withToken();
    paid(await payDirectly({ ...BY_TOKEN, CardToken: token }));
    paid(await payDirectly({ ...BY_TOKEN, CardToken: token.toUpperCase(), CvcNumber: '000' }));
    expect(await charges()).toHaveLength(2);
    const attempts = await directAttempts();
    expect(attempts.map(({ maskedCard }) => maskedCard)).toEqual(['411111******1111', '411111******1111']);
    expect(attempts.map(({ direct }) => direct.cardToken)).toEqual([token, token]);
  });

  test('a dealer who must use 3D pays by token when allowed to, and by card number never', async () => {
    const allowed = await withToken({ dealer: { threeDRequired: true, tokenWithoutThreeD: true } });
    paid(await allowed.payDirectly({ ...BY_TOKEN, CardToken: allowed.token }));
    const refused = { Data: null, ResultCode: 'PaymentDealer.DoDirectPayment.ThreeDRequired' };
    expect(await allowed.payDirectly()).toMatchObject(refused);
    const barred = await withToken({ dealer: { threeDRequired: true, tokenWithoutThreeD: false } });
    expect(await barred.payDirectly({ ...BY_TOKEN, CardToken: barred.token })).toMatchObject(refused);
  });

  test('is InvalidCardInfo with a card number, for a token of nobody’s or another dealer’s, and for another customer', async () => {
    const mine = await withToken();
    const other = await withToken();
    const stranger = await mine.addCustomer();
    const refused: readonly Record<string, unknown>[] = [
      { CardToken: mine.token, CardNumber: APPROVED },
      { ...BY_TOKEN, CardToken: other.token },
      { ...BY_TOKEN, CardToken: crypto.randomUUID() },
      { ...BY_TOKEN, CardToken: 'nonsense' },
      { ...BY_TOKEN, CardToken: mine.token, CustomerInformation: { CustomerCode: stranger.customerCode } },
      { ...BY_TOKEN, CardToken: mine.token, CustomerInformation: { CustomerCode: 'K-9', FirstName: 'New' } },
      { ...BY_TOKEN },
    ];
    for (const fields of refused) {
      expect(await mine.payDirectly(fields)).toMatchObject({ Data: null, ResultCode: INVALID_CARD });
    }
    expect(await mine.orders()).toEqual([]);
  });

  test('its own customer may be named beside it, and is kept with the payment', async () => {
    const { payDirectly, token, customer, directAttempts } = await withToken();
    const { dealerCustomerId, customerCode } = customer;
    paid(await payDirectly({ ...BY_TOKEN, CardToken: token, CustomerInformation: { CustomerCode: customerCode } }));
    paid(await payDirectly({ ...BY_TOKEN, CardToken: token }));
    for (const { direct } of await directAttempts())
      expect(direct.customer).toEqual({ dealerCustomerId, customerCode });
  });

  test('another card or token is another try of a declined code, and the same request all the same (rules 10, 13)', async () => {
    const { payDirectly, token } = await withToken();
    const { number: CardNumber } = testCard('insufficient-funds');
    const declined = await payDirectly({ OtherTrxCode: 'C-1', CardNumber });
    expect(declined.Data).toMatchObject({ IsSuccessful: false, ResultCode: '002' });
    paid(await payDirectly({ ...BY_TOKEN, OtherTrxCode: 'C-1', CardToken: token }));
  });
});
