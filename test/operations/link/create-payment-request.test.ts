import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { LISTING_INDEX, linkIndexKeys } from '../../../shared/adapters/dynamodb/index-keys.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type Answer, authenticationOf, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { storedLink } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

interface LinkAnswer {
  readonly UserPosPaymentId: number;
  readonly DealerCustomerId: number;
  readonly Url: string;
  readonly CodeForHash: string;
}

const linkOf = (answer: Answer): LinkAnswer => {
  expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
  return answer.Data as LinkAnswer;
};

const linkMade = ({ store }: TestDealer, answer: Answer): Promise<PaymentRequest> =>
  storedLink(store, linkOf(answer).Url.split('/').at(-1) ?? '');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const everyField = {
  FullName: 'Ali Veli',
  GsmNumber: '+90 555 111 0022',
  Email: 'ali@example.com',
  IsPoolPayment: 1,
  IsPreAuth: 1,
  IsTokenized: 2,
  FirstName: 'Elif',
  LastName: 'Y',
  Gender: 2,
  BirthDate: '19850710',
  CustomerGsmNumber: '05301111111',
  CustomerEmail: 'elif@example.com',
  Address: 'Kadıköy, İstanbul',
  Amount: 1234.5,
  Currency: 'TL',
  InstallmentNumber: 3,
  SetInstallmentBy: 1,
  CommissionByDealer: 2,
  IsCommissionDiffByDealer: 1,
  IsThreeD: 1,
  Description: 'İki koltuk',
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/r',
  BuyerInformation: {
    BuyerFullName: 'Ayşe K',
    BuyerEmail: 'ayse@example.com',
    BuyerGsmNumber: '5321112233',
    BuyerAddress: 'Beşiktaş',
    BasketProduct: [{ ProductId: 1, ProductCode: 'K-1', UnitPrice: 617, Quantity: 2 }],
  },
};

describe('CreateUserPosPayment (dealer interface 2.8)', () => {
  test('answers id, customer id, address and CodeForHash of a new link', async () => {
    const { createLink } = await newDealer();
    expect(linkOf(await createLink())).toEqual({
      UserPosPaymentId: expect.any(Number),
      DealerCustomerId: 0,
      Url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[a-z2-7]{26}\.[A-Za-z0-9_-]{22}$/),
      CodeForHash: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
    });
  });

  test('gives ids from 100,000 on that fit 32 bits (decisions: cards in a request)', async () => {
    const { createLink } = await newDealer();
    const { UserPosPaymentId } = linkOf(await createLink());
    expect(UserPosPaymentId).toBeGreaterThanOrEqual(100_000);
    expect(UserPosPaymentId).toBeLessThan(2 ** 31);
  });

  test('stores every field (dealer interface 2.8), phones as ten digits, amounts in minor units', async () => {
    const dealer = await newDealer();
    const code = 'N-3';
    const answer = await dealer.createLink({ ...everyField, OtherTrxCode: code, CustomerCode: 'C-1' });
    const link = await linkMade(dealer, answer);
    expect(link).toMatchObject({
      dealerCode: dealer.dealer.dealerCode,
      otherTrxCode: code,
      customerCode: 'C-1',
      state: 'open',
      delivery: { fullName: 'Ali Veli', gsmNumber: '5551110022', email: 'ali@example.com' },
      buyer: { fullName: 'Ayşe K', email: 'ayse@example.com', gsmNumber: '5321112233', address: 'Beşiktaş' },
      basket: [{ productId: 1, productCode: 'K-1', unitPrice: 61_700, quantity: 2 }],
      description: 'İki koltuk',
      redirectUrl: 'https://shop.example/r',
      terms: {
        amount: 123_450,
        currency: 'TL',
        installments: { by: 'dealer', count: 3 },
        allowedCounts: [3],
        commissionByDealer: 2,
        commissionDifferenceOnly: true,
        preAuthorisation: true,
        pooled: true,
        threeDMandatory: true,
        cardStorage: 'payer-decides',
      },
    });
    expect(link.expiresAtMs - link.createdAtMs).toBe(dealer.definition.linkLifeMinutes * 60_000);
  });

  test('registers the customer of a new CustomerCode with the given fields (dealer interface 4)', async () => {
    const dealer = await newDealer();
    const { DealerCustomerId } = linkOf(await dealer.createLink({ ...everyField, CustomerCode: 'C-2' }));
    expect(DealerCustomerId).toBeGreaterThanOrEqual(100_000);
    const customer = await dealer.getCustomer({ CustomerCode: 'C-2' });
    expect(customer.Data).toMatchObject({
      DealerCustomer: {
        DealerCustomerId,
        CustomerCode: 'C-2',
        FirstName: 'Elif',
        LastName: 'Y',
        Gender: 2,
        BirthDate: '19850710',
        GsmNumber: '5301111111',
        Email: 'elif@example.com',
        Address: 'Kadıköy, İstanbul',
        Password: '',
      },
    });
  });

  test('attaches to a customer who is registered already, by code or id', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    await putRows(dealer.store, [
      ...customerItems({ dealerCode, dealerCustomerId: 1033, customerCode: 'C', version: 1 }),
    ]);
    expect(linkOf(await dealer.createLink({ CustomerCode: 'C' })).DealerCustomerId).toBe(1033);
    expect(linkOf(await dealer.createLink({ DealerCustomerId: '1033' })).DealerCustomerId).toBe(1033);
    expect(linkOf(await dealer.createLink({ DealerCustomerId: 1033, CustomerCode: 'C' })).DealerCustomerId).toBe(1033);
  });

  test('FirstName without CustomerCode registers nobody (decisions: customers)', async () => {
    const { createLink } = await newDealer();
    expect(linkOf(await createLink({ FirstName: 'Elif' })).DealerCustomerId).toBe(0);
  });

  test('reads absent, null and "" alike and numbers from strings (decisions: tolerant reading)', async () => {
    const dealer = await newDealer();
    const link = await linkMade(
      dealer,
      await dealer.createLink({
        DealerCustomerTypeId: String(dealer.definition.dealerCustomerTypeId),
        Amount: '27.5',
        InstallmentNumber: '0',
        Gender: '0',
        IsThreeD: true,
        IsPoolPayment: false,
        CommissionByDealer: '',
        SetInstallmentBy: null,
        Currency: '',
        ReturnHash: '1',
        BuyerInformation: null,
        Nobody: { knows: ['this'] },
      }),
    );
    expect(link.terms).toMatchObject({
      amount: 2750,
      currency: 'TL',
      installments: { by: 'payer' },
      allowedCounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      commissionByDealer: 12,
      commissionDifferenceOnly: false,
      preAuthorisation: false,
      pooled: false,
      threeDMandatory: true,
      cardStorage: 'never',
    });
  });

  test('takes BasketProduct beside BuyerInformation and RedirectURL for RedirectUrl (decisions: tolerant reading)', async () => {
    const dealer = await newDealer();
    const link = await linkMade(
      dealer,
      await dealer.createLink({
        RedirectUrl: undefined,
        RedirectURL: 'https://shop.example/other',
        BasketProduct: [{ ProductCode: 'X', UnitPrice: '12.50', Quantity: 1 }],
      }),
    );
    expect(link.redirectUrl).toBe('https://shop.example/other');
    expect(link.basket).toEqual([{ productCode: 'X', unitPrice: 1250, quantity: 1 }]);
  });

  test('takes the block under the name PaymentDealerAuthentication as well (dealer interface 2.1)', async () => {
    const dealer = await newDealer();
    const sent = {
      DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
      Amount: 1,
      ReturnHash: 1,
      Email: 'a@b.co',
    };
    const body = { PaymentDealerAuthentication: authenticationOf(dealer.account), PaymentUserPosRequest: sent };
    linkOf(await dealer.post('/PaymentUserPos/CreateUserPosPayment', JSON.stringify(body)));
  });

  test('keeps CodeForHash encrypted, with the two hashes of the redirect beside it (rule 28)', async () => {
    const dealer = await newDealer();
    const answer = await dealer.createLink();
    const { CodeForHash } = linkOf(answer);
    const link = await linkMade(dealer, answer);
    expect(link.secrets.successHash).toBe(sha256(`${CodeForHash}T`));
    expect(link.secrets.failureHash).toBe(sha256(`${CodeForHash}F`));
    expect(JSON.stringify(link)).not.toContain(CodeForHash);
  });

  test('lists a link in the index of its dealer and month', async () => {
    const dealer = await newDealer();
    const answer = await dealer.createLink();
    const link = await linkMade(dealer, answer);
    const { listPk } = linkIndexKeys(link);
    const rows = await dealer.store.list({ index: LISTING_INDEX, listPk, limit: 10 });
    expect(rows.map(({ listSk }) => String(listSk).split('#')[1])).toContain(link.payment);
  });
});
