import { describe, expect, test } from 'vitest';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { type Answer, authenticationOf, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { putRows } from '../../support/store/store.ts';
import { RECORDED_HEADERS } from './recorded-direct-payment.ts';

const send = ({ post }: TestDealer, path: string, body: unknown): Promise<Answer> =>
  post(path, JSON.stringify(body), RECORDED_HEADERS);

/** The answer without its headers. */
const envelopeOf = ({ status, Data, ResultCode, ResultMessage, Exception }: Answer) => ({
  status,
  Data,
  ResultCode,
  ResultMessage,
  Exception,
});

describe('Requests in the shape in which client libraries send them', () => {
  test('CreateUserPosPayment under DealerAuthentication, with contact and RedirectUrl, gets a link (dealer interface 2.8)', async () => {
    const dealer = await newDealer();
    const body = {
      DealerAuthentication: authenticationOf(dealer.account),
      PaymentUserPosRequest: {
        OtherTrxCode: 'N-3',
        DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
        FullName: 'Ali',
        GsmNumber: '5551110022',
        Email: 'a@example.com',
        Amount: 27.5,
        ReturnHash: 1,
        RedirectUrl: 'https://shop.example/r',
      },
    };
    const answer = await send(dealer, '/PaymentUserPos/CreateUserPosPayment', body);
    expect(envelopeOf(answer)).toEqual({
      status: 200,
      Data: {
        UserPosPaymentId: expect.any(Number),
        DealerCustomerId: 0,
        Url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[a-z2-7]{26}\.[A-Za-z0-9_-]{22}$/),
        CodeForHash: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
      },
      ResultCode: 'Success',
      ResultMessage: '',
      Exception: null,
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const repeated = await send(dealer, '/PaymentUserPos/CreateUserPosPayment', body);
    expect(envelopeOf(repeated)).toEqual(envelopeOf(answer));
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  });

  test('GetSale with an empty DealerSaleId finds the sale by its code (dealer interface 2.9, 2.10)', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const rows = saleItems({
      dealerCode,
      version: 1,
      dealerSaleId: 501,
      saleCode: 'satis',
      customerCode: 'Customer',
      dealerCustomerId: 1033,
      amount: minor(2750),
      currency: 'TL',
      installmentNumber: 1,
      dealerSaleScheduleId: 4,
      saleDate: '20260101',
      beginDate: '20260201',
      howManyTrial: 1,
      planType: 1,
    });
    await putRows(dealer.store, rows);
    const answer = await send(dealer, '/DealerSale/GetSale', {
      DealerSaleAuthentication: authenticationOf(dealer.account),
      DealerSaleRequest: { DealerSaleId: '', SaleCode: 'satis' },
    });
    expect(envelopeOf(answer)).toEqual({
      status: 200,
      Data: {
        DealerSaleId: 501,
        SaleCode: 'satis',
        CustomerCode: 'Customer',
        DealerCustomerId: 1033,
        ProductCode: '',
        DealerProductId: 0,
        Amount: 27.5,
        Currency: 'TL',
        InstallmentNumber: 1,
        DealerSaleScheduleId: 4,
        SaleDate: '20260101',
        BeginDate: '20260201',
        EndDate: '',
        HowManyTrial: 1,
        Description: '',
        PlanType: 1,
        DealerCustomerTypeId: 0,
        DefaultCard1Token: null,
        DefaultCard2Token: null,
        DefaultCard3Token: null,
      },
      ResultCode: 'Success',
      ResultMessage: '',
      Exception: null,
    });
  });

  test('GetCustomer with an empty DealerCustomerId finds the customer by its code (dealer interface 2.11, 2.12)', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const rows = customerItems({
      dealerCode,
      version: 1,
      dealerCustomerId: 1033,
      customerCode: 'Customer',
      firstName: 'Elif',
      lastName: 'Y',
      gender: 2,
      birthDate: '19850710',
      gsmNumber: '5301111111',
      email: 'elif@example.com',
    });
    await putRows(dealer.store, rows);
    const answer = await send(dealer, '/DealerCustomer/GetCustomer', {
      DealerCustomerAuthentication: authenticationOf(dealer.account),
      DealerCustomerRequest: { DealerCustomerId: '', CustomerCode: 'Customer' },
    });
    expect(envelopeOf(answer)).toEqual({
      status: 200,
      Data: {
        DealerCustomer: {
          DealerCustomerId: 1033,
          CustomerCode: 'Customer',
          Password: '',
          FirstName: 'Elif',
          LastName: 'Y',
          Gender: 2,
          BirthDate: '19850710',
          GsmNumber: '5301111111',
          Email: 'elif@example.com',
          Address: '',
        },
        CardListCount: 0,
        CardList: [],
      },
      ResultCode: 'Success',
      ResultMessage: '',
      Exception: null,
    });
  });
});
