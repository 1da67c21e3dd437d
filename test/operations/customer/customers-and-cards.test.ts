import { describe, expect, test } from 'vitest';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { dynamoStoredCards, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomerBook } from '../../../shared/adapters/dynamodb/customer/customer-book.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { saleItems, saleOfCustomerKeys } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { numbersOfTestCards } from '../../../shared/nestpay/test-card-numbers.ts';
import { sentCard } from '../../../shared/openapi/customer-words.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { nextMillisecond } from '../../support/app/next-millisecond.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { saleOf } from '../../support/dealer/records.ts';
import { putRows } from '../../support/store/store.ts';

interface Card {
  readonly CardToken: string;
  readonly CardName: string;
  readonly CardNumberLastFour: string;
  readonly ExpYear: string;
}
interface RecordWithCards {
  readonly DealerCustomer: { readonly DealerCustomerId: number; readonly CustomerCode: string; readonly Email: string };
  readonly CardListCount: number;
  readonly CardList: readonly Card[];
}

const CODE = { CustomerCode: 'C-1' };
const numbers = numbersOfTestCards;

/** A card as it is told, without its bank: the list of BINs belongs to the whole service, and another test may import one meanwhile. */
const withoutBank = (card: Card): Card => ({ ...card, BankName: '' }) as Card;

/** Data of a call that succeeds. */
const data = async (dealer: TestDealer, operation: OperationName, fields: unknown): Promise<RecordWithCards> => {
  const answer = await callOperation(dealer, operation, fields);
  expect(answer).toMatchObject({ ResultCode: 'Success', ResultMessage: '' });
  return answer.Data as RecordWithCards;
};

const codeOf = async (dealer: TestDealer, operation: OperationName, fields: unknown): Promise<string> =>
  (await callOperation(dealer, operation, fields)).ResultCode;

/** Rows of a dealer's customer and card, by every key that leads to them. */
const rowsOf = async ({ store, dealer: { dealerCode } }: TestDealer, token: string, id: number) => {
  const partitions = [
    customerKeys.ofToken(dealerCode, token),
    customerKeys.byId(dealerCode, id).pk,
    customerKeys.byCode(dealerCode, CODE.CustomerCode).pk,
  ];
  const rows = await Promise.all(partitions.map((pk) => store.query({ pk, limit: 50 })));
  return rows.flat().map(({ sk }) => String(sk).split('#')[0]);
};

describe('A card that a dealer stores (decisions: customers and cards)', () => {
  test('is charged by its token; once removed nothing is left of it but what the payment shows', async () => {
    const dealer = await newBankDealer();
    const added = await data(dealer, 'AddCustomerWithCard', { ...CODE, ...sentCard, CvcNumber: '123' });
    const { DealerCustomerId } = added.DealerCustomer;
    const CardToken = added.CardList[0]?.CardToken ?? '';
    const braced = `{${CardToken.toUpperCase()}}`;
    const noCard = { CardHolderFullName: '', CardNumber: '', CvcNumber: '' };
    const byToken = { ...noCard, CardToken: braced, OtherTrxCode: 'by-token' };
    const paid = await dealer.payDirectly(byToken);
    expect(paid.Data).toMatchObject({ IsSuccessful: true });
    // The hash; the customer, and its card or a marker of it, under both identifiers.
    expect(await rowsOf(dealer, CardToken, DealerCustomerId)).toHaveLength(5);

    const found = await dynamoCardKeeping(dealer.store).find(dealer.dealer.dealerCode, CardToken);
    expect(found?.hashes).toHaveLength(1);
    expect((await callOperation(dealer, 'RemoveCard', { CardToken: `{${CardToken}}` })).Data).toBe(true);
    expect(await rowsOf(dealer, CardToken, DealerCustomerId)).toEqual(['CUSTOMER', 'CUSTOMER']);
    const { dealerCode } = dealer.dealer;
    expect(await dynamoStoredCards(dealer.store).findByHash(dealerCode, found?.hashes[0] ?? '')).toBeUndefined();

    const again = await dealer.payDirectly({ CardNumber: '', CvcNumber: '', CardToken, OtherTrxCode: 'gone' });
    expect(again.ResultCode).toBe('PaymentDealer.CheckCardInfo.InvalidCardInfo');
    for (const operation of ['GetCard', 'UpdateCard', 'RemoveCard'] as const)
      expect(await codeOf(dealer, operation, { CardToken })).toBe(`DealerCustomer.${operation}.CardNotFound`);
    const detail = await callOperation(dealer, 'GetDealerPaymentTrxDetailList', { OtherTrxCode: 'by-token' });
    // The request named the token alone: the holder is that of the stored card.
    const { CardHolderFullName } = sentCard;
    const shown = { CardNumberFirstSix: '411111', CardNumberLastFour: '1111', CardHolderFullName };
    expect(detail.Data).toMatchObject({ PaymentDetail: shown });
    // The same card may come back, under another token.
    const back = await data(dealer, 'AddCard', { ...CODE, ...sentCard });
    expect(back.CardList).toHaveLength(1);
    expect(back.CardList[0]?.CardToken).not.toBe(CardToken);
  });

  test('keeps its token when it is added again, with the new expiry, and is encrypted without a CVC', async () => {
    const dealer = await newDealer();
    await data(dealer, 'AddCustomer', CODE);
    const first = await data(dealer, 'AddCard', { ...CODE, ...sentCard, CvcNumber: '987', CVC: '987' });
    const token = first.CardList[0]?.CardToken ?? '';
    // Shops take the first token of an answer for that of the card they sent: so it is with a further card and a known one.
    const [CardNumber = ''] = numbers.slice(1);
    await nextMillisecond();
    const further = await data(dealer, 'AddCard', { ...CODE, ...sentCard, CardNumber, ExpMonth: 7, ExpYear: 2040 });
    expect(further.CardList).toMatchObject([{ CardNumberLastFour: CardNumber.slice(-4) }, { CardToken: token }]);
    expect((await data(dealer, 'GetCardList', CODE)).CardList.map(withoutBank)).toEqual(
      further.CardList.map(withoutBank),
    );
    const second = await data(dealer, 'AddCard', { ...CODE, ...sentCard, CardName: '', ExpYear: '45' });
    expect(second.CardList).toMatchObject([
      { CardToken: token, CardName: 'Her Visa', ExpYear: '2045' },
      { CardToken: further.CardList[0]?.CardToken, ExpYear: '2040' },
    ]);
    const card = await dynamoStoredCards(dealer.store).find(dealer.dealer.dealerCode, token);
    if (card === undefined) throw new Error('the card is not there');
    expect(JSON.stringify(card)).not.toMatch(/\b987\b/);
    expect(JSON.stringify(await openStoredCard(card, vaultOf(dealer.stack)))).not.toMatch(/\b987\b/);
    // Another customer with the same card has a card of its own.
    const other = await data(dealer, 'AddCustomerWithCard', { CustomerCode: 'C-2', ...sentCard });
    expect(other.CardList[0]?.CardToken).not.toBe(token);
  });

  test('is there in the end where others are added at once', async () => {
    const dealer = await newDealer();
    await data(dealer, 'AddCustomer', CODE);
    const some = numbers.slice(0, 3);
    const added = some.map((CardNumber) => codeOf(dealer, 'AddCard', { ...CODE, ...sentCard, CardNumber }));
    expect(await Promise.all(added)).toEqual(['Success', 'Success', 'Success']);
    const { CardList } = await data(dealer, 'GetCardList', CODE);
    const lastFour = CardList.map(({ CardNumberLastFour }) => CardNumberLastFour);
    expect(lastFour.toSorted()).toEqual(some.map((number) => number.slice(-4)).toSorted());
  });

  test('is refused behind ten additions to one customer within the hour (card testing)', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const { DealerCustomer } = await data(dealer, 'AddCustomer', CODE);
    const id = `${dealerCode}#${DealerCustomer.DealerCustomerId}`;
    const hour = 3_600_000;
    const now = Date.now();
    // This hour and the next, for a test that runs over the end of one.
    const full = [now, now + hour].map((at) => ({
      ...keys.counter('cards-of-customer', id, at - (at % hour)),
      count: 9,
    }));
    await putRows(dealer.store, full);
    expect(await codeOf(dealer, 'AddCard', { ...CODE, ...sentCard })).toBe('Success');
    const tenth = numbers[1] ?? '';
    const refused = await callOperation(dealer, 'AddCard', { ...CODE, ...sentCard, CardNumber: tenth });
    expect(refused).toMatchObject({ ResultCode: 'DealerCustomer.AddCard.InvalidRequest' });
    expect(refused.ResultMessage).toContain('within the hour');
    expect((await data(dealer, 'GetCardList', CODE)).CardListCount).toBe(1);
  });

  test('is no more than one of twenty', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const added = await data(dealer, 'AddCustomerWithCard', { ...CODE, ...sentCard });
    const { DealerCustomerId: id } = added.DealerCustomer;
    const tokens = Array.from({ length: 19 }, (_, index) => `0b9c1f52-9f0a-4d7e-8f0a-0000000000${index + 10}`);
    const pointers = tokens.flatMap((cardToken) => [
      { ...customerKeys.cardOfCustomer(dealerCode, id, cardToken), cardToken },
      { ...customerKeys.cardOfCustomerCode(dealerCode, CODE.CustomerCode, cardToken), cardToken },
    ]);
    await putRows(dealer.store, pointers);
    const refused = await callOperation(dealer, 'AddCard', { ...CODE, ...sentCard, CardNumber: numbers[1] });
    expect(refused).toMatchObject({ ResultCode: 'DealerCustomer.AddCard.InvalidRequest' });
    expect(refused.ResultMessage).toContain('20 cards');
  });

  test('that a payment stored is listed, renamed and removed like any other; a name holds no card number', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly({ CustomerInformation: { ...CODE, FirstName: 'Elif' }, OtherTrxCode: 'storing' });
    const { CardList, DealerCustomer } = await data(dealer, 'GetCardList', CODE);
    const [{ CardToken } = { CardToken: '' }] = CardList;
    const named = { CardToken, CardName: 'Work' };
    expect((await data(dealer, 'UpdateCard', named)).CardList).toMatchObject([named]);
    expect((await data(dealer, 'UpdateCard', { CardToken })).CardList).toMatchObject([{ CardToken, CardName: '' }]);
    const bad = { CardToken, CardName: '4111111111111111' };
    expect(await codeOf(dealer, 'UpdateCard', bad)).toBe('DealerCustomer.UpdateCard.InvalidRequest');
    const { DealerCustomerId } = DealerCustomer;
    expect((await data(dealer, 'GetCardList', { DealerCustomerId })).CardList).toHaveLength(1);
    await callOperation(dealer, 'RemoveCard', { CardToken });
    expect((await data(dealer, 'GetCardList', { DealerCustomerId })).CardList).toEqual([]);
  });

  test("of another dealer is not found, neither is another dealer's customer (rule 37)", async () => {
    const [owner, other] = [await newDealer(), await newDealer()];
    const { CardList } = await data(owner, 'AddCustomerWithCard', { ...CODE, ...sentCard });
    const CardToken = CardList[0]?.CardToken;
    for (const operation of ['GetCard', 'UpdateCard', 'RemoveCard'] as const)
      expect(await codeOf(other, operation, { CardToken })).toBe(`DealerCustomer.${operation}.CardNotFound`);
    for (const operation of ['GetCardList', 'RemoveCustomer', 'UpdateCustomer'] as const)
      expect(await codeOf(other, operation, CODE)).toBe(`DealerCustomer.${operation}.DealerCustomerNotFound`);
    expect(await codeOf(owner, 'GetCard', { CardToken })).toBe('Success');
  });
});

describe('A customer (decisions: customers and cards)', () => {
  test('is removed with its cards; the code may be used again, by a customer without them', async () => {
    const dealer = await newDealer();
    const { CardList } = await data(dealer, 'AddCustomerWithCard', { ...CODE, ...sentCard });
    await data(dealer, 'AddCard', { ...CODE, ...sentCard, CardNumber: numbers[1] });
    expect((await callOperation(dealer, 'RemoveCustomer', CODE)).Data).toEqual({});
    expect(await codeOf(dealer, 'GetCard', { CardToken: CardList[0]?.CardToken })).toContain('CardNotFound');
    expect(await codeOf(dealer, 'GetCustomer', CODE)).toContain('DealerCustomerNotFound');
    await data(dealer, 'AddCustomer', CODE);
    expect((await data(dealer, 'GetCardList', CODE)).CardList).toEqual([]);
  });

  test('is not removed while a sale uses it, and nothing of it is', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const { DealerCustomer, CardList } = await data(dealer, 'AddCustomerWithCard', { ...CODE, ...sentCard });
    const { DealerCustomerId } = DealerCustomer;
    const sale = saleOf(dealerCode, {
      dealerSaleId: 7,
      customerCode: 'C-1',
      dealerCustomerId: DealerCustomerId,
    });
    await putRows(dealer.store, [...saleItems(sale), ...saleOfCustomerKeys(sale).map((key) => ({ ...key }))]);
    for (const name of [CODE, { DealerCustomerId }]) {
      const refused = await callOperation(dealer, 'RemoveCustomer', name);
      expect(refused).toMatchObject({ ResultCode: 'DealerCustomer.RemoveCustomer.InvalidRequest' });
      expect(refused.ResultMessage).toContain('sale');
    }
    expect((await data(dealer, 'GetCardList', CODE)).CardList).toEqual(CardList);
  });

  test('is changed and removed by both its identifiers; by those of two customers neither is', async () => {
    const dealer = await newDealer();
    const { DealerCustomer } = await data(dealer, 'AddCustomer', CODE);
    const other = await data(dealer, 'AddCustomer', { CustomerCode: 'C-2' });
    const both = { ...CODE, DealerCustomerId: DealerCustomer.DealerCustomerId };
    const mixed = { ...CODE, DealerCustomerId: other.DealerCustomer.DealerCustomerId };
    for (const operation of ['UpdateCustomer', 'RemoveCustomer'] as const) {
      expect(await codeOf(dealer, operation, mixed)).toBe(
        `DealerCustomer.${operation}.CustomerCodeDoesntMatchDealerCustomerId`,
      );
    }
    const changed = await data(dealer, 'UpdateCustomer', { ...both, Email: 'elif@example.com' });
    expect(changed.DealerCustomer).toMatchObject({ ...both, Email: 'elif@example.com' });
    expect((await callOperation(dealer, 'RemoveCustomer', both)).Data).toEqual({});
    expect(await codeOf(dealer, 'GetCustomer', CODE)).toBe('DealerCustomer.GetCustomer.DealerCustomerNotFound');
    expect(await codeOf(dealer, 'GetCustomer', { CustomerCode: 'C-2' })).toBe('Success');
  });

  test('keeps what an update does not give; updates at once are all there', async () => {
    const dealer = await newDealer();
    await data(dealer, 'AddCustomer', { ...CODE, Password: 'first', Email: 'elif@example.com' });
    await Promise.all([
      data(dealer, 'UpdateCustomer', { ...CODE, FirstName: 'Elif' }),
      data(dealer, 'UpdateCustomer', { ...CODE, LastName: 'Yılmaz', Email: '' }),
      data(dealer, 'AddCard', { ...CODE, ...sentCard }),
    ]);
    const kept = { FirstName: 'Elif', LastName: 'Yılmaz', Email: 'elif@example.com', Password: 'first' };
    expect((await dealer.getCustomer(CODE)).Data).toMatchObject({ DealerCustomer: kept });
    await data(dealer, 'UpdateCustomer', { ...CODE, Password: 'second' });
    expect((await dealer.getCustomer(CODE)).Data).toMatchObject({ DealerCustomer: { Password: 'second' } });
  });

  test('is listed, the newest first, whichever operation registered it; the block may be left out', async () => {
    const dealer = await newBankDealer();
    await data(dealer, 'AddCustomer', { CustomerCode: 'C-1', Password: 'secret' });
    await dealer.createLink({ CustomerCode: 'C-2', FirstName: 'Elif' });
    await dealer.payDirectly({ CustomerInformation: { CustomerCode: 'C-3', FirstName: 'Elif' } });
    const answer = await callOperation(dealer, 'GetCustomerList', undefined);
    const { DealerCustomerListCount, DealerCustomerList } = answer.Data as {
      readonly DealerCustomerListCount: number;
      readonly DealerCustomerList: readonly { readonly CustomerCode: string; readonly Password: string }[];
    };
    expect(DealerCustomerListCount).toBe(3);
    expect(DealerCustomerList.map(({ CustomerCode }) => CustomerCode)).toEqual(['C-3', 'C-2', 'C-1']);
    expect(DealerCustomerList.map(({ Password }) => Password)).toEqual(['', '', '']);
    // PHP writes an object without members as an empty list.
    for (const block of [[], '', null]) {
      expect((await callOperation(dealer, 'GetCustomerList', block)).Data).toEqual(answer.Data);
    }
    const newest = await dynamoCustomerBook(dealer.store).newest(dealer.dealer.dealerCode, 2);
    expect(newest).toMatchObject({ customers: [{ customerCode: 'C-3' }, { customerCode: 'C-2' }] });
    // Behind the last of a list it goes on.
    const BeforeDealerCustomerId = newest?.goesOnBehind;
    const rest = await callOperation(dealer, 'GetCustomerList', { BeforeDealerCustomerId });
    expect(rest.Data).toMatchObject({
      DealerCustomerListCount: 1,
      DealerCustomerList: [{ CustomerCode: 'C-1' }],
      BeforeDealerCustomerId: 0,
    });
  });

  test('loses the blanks around a new code, and is found with them and without; one of before is found as it is', async () => {
    const dealer = await newBankDealer();
    const added = await data(dealer, 'AddCustomerWithCard', { ...sentCard, CustomerCode: ' C-1 ' });
    expect(added).toMatchObject({ DealerCustomer: { CustomerCode: 'C-1' } });
    for (const CustomerCode of ['C-1', ' C-1', 'C-1 '])
      expect(await data(dealer, 'GetCardList', { CustomerCode })).toMatchObject({ CardListCount: 1 });
    expect(await codeOf(dealer, 'AddCustomer', { CustomerCode: 'C-1 ' })).toContain('CustomerCodeAlreadyUsing');
    const { dealerCode } = dealer.dealer;
    await putRows(dealer.store, customerItems({ dealerCode, dealerCustomerId: 7, customerCode: ' old ', version: 1 }));
    expect((await dealer.getCustomer({ CustomerCode: ' old ' })).Data).toMatchObject({
      DealerCustomer: { DealerCustomerId: 7, CustomerCode: ' old ' },
    });
  });
});

describe('A token whose customer is gone', () => {
  test('is not found: no operation shows a card without its owner', async () => {
    const dealer = await newDealer();
    const { CardList } = await data(dealer, 'AddCustomerWithCard', { ...CODE, ...sentCard });
    const CardToken = CardList[0]?.CardToken ?? '';
    const card = await dynamoStoredCards(dealer.store).find(dealer.dealer.dealerCode, CardToken);
    if (card === undefined) throw new Error('the card is not there');
    await callOperation(dealer, 'RemoveCustomer', CODE);
    await putRows(dealer.store, [storedCardItem(card)]);
    expect(await codeOf(dealer, 'GetCard', { CardToken })).toBe('DealerCustomer.GetCard.CardNotFound');
  });
});
