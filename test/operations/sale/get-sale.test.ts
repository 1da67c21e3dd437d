import { describe, expect, test } from 'vitest';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { putRows } from '../../support/store/store.ts';

const PREFIX = 'DealerSale.GetSale.';

const saleOf = (dealerCode: string, changes: Partial<Sale> = {}): Sale => ({
  dealerCode,
  version: 1,
  dealerSaleId: 77,
  saleCode: 'satis',
  amount: minor(2750),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 0,
  howManyTrial: 1,
  planType: 1,
  ...changes,
});

const withSales = async (...changes: readonly Partial<Sale>[]): Promise<TestDealer> => {
  const dealer = await newDealer();
  const sales = changes.map((change) => saleOf(dealer.dealer.dealerCode, change));
  await putRows(
    dealer.store,
    sales.flatMap((sale) => [...saleItems(sale)]),
  );
  return dealer;
};

describe('GetSale (dealer interface 2.9, 2.10, 7.5)', () => {
  test('answers every member (dealer interface 2.10)', async () => {
    const token = 'F8C6D5B4-0000-4000-8000-000000000001';
    const { getSale } = await withSales({
      customerCode: 'Customer',
      dealerCustomerId: 1033,
      productCode: 'P-1',
      dealerProductId: 5,
      amount: minor(123_456),
      currency: 'EUR',
      installmentNumber: 3,
      dealerSaleScheduleId: 9,
      saleDate: '20260101',
      beginDate: '20260201',
      endDate: '20261231',
      howManyTrial: 4,
      description: 'Aylık üyelik',
      planType: 3,
      dealerCustomerTypeId: 26,
      defaultCard1Token: token,
      defaultCard2Token: token,
      defaultCard3Token: token,
    });
    const answer = await getSale({ SaleCode: 'satis' });
    expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.Data).toEqual({
      DealerSaleId: 77,
      SaleCode: 'satis',
      CustomerCode: 'Customer',
      DealerCustomerId: 1033,
      ProductCode: 'P-1',
      DealerProductId: 5,
      Amount: 1234.56,
      Currency: 'EUR',
      InstallmentNumber: 3,
      DealerSaleScheduleId: 9,
      SaleDate: '20260101',
      BeginDate: '20260201',
      EndDate: '20261231',
      HowManyTrial: 4,
      Description: 'Aylık üyelik',
      PlanType: 3,
      DealerCustomerTypeId: 26,
      DefaultCard1Token: token,
      DefaultCard2Token: token,
      DefaultCard3Token: token,
    });
  });

  test('absent texts and dates are "", absent tokens null, absent integers 0 (decisions: answers)', async () => {
    const { getSale } = await withSales({});
    expect((await getSale({ DealerSaleId: 77 })).Data).toEqual({
      DealerSaleId: 77,
      SaleCode: 'satis',
      CustomerCode: '',
      DealerCustomerId: 0,
      ProductCode: '',
      DealerProductId: 0,
      Amount: 27.5,
      Currency: 'TL',
      InstallmentNumber: 1,
      DealerSaleScheduleId: 0,
      SaleDate: '',
      BeginDate: '',
      EndDate: '',
      HowManyTrial: 1,
      Description: '',
      PlanType: 1,
      DealerCustomerTypeId: 0,
      DefaultCard1Token: null,
      DefaultCard2Token: null,
      DefaultCard3Token: null,
    });
  });

  test.each([
    { SaleCode: 'satis', DealerSaleId: '' },
    { DealerSaleId: '77', SaleCode: null },
    { DealerSaleId: 77, SaleCode: 'satis' },
    { DealerSaleId: 0, SaleCode: 'satis' },
  ])('finds a sale by %j', async (block) => {
    const { getSale } = await withSales({});
    expect((await getSale(block)).ResultCode).toBe('Success');
  });

  test.each([{}, { DealerSaleId: '', SaleCode: '' }, { DealerSaleId: null }, { DealerSaleId: 0 }])(
    'neither identifier in %j is SaleCodeOrDealerSaleIdMustBeGiven (dealer interface 4)',
    async (block) => {
      const { getSale } = await withSales({});
      const code = `${PREFIX}SaleCodeOrDealerSaleIdMustBeGiven`;
      expect(await getSale(block)).toMatchObject({ status: 200, Data: null, ResultCode: code });
    },
  );

  test.each([{ SaleCode: 'SATIS' }, { DealerSaleId: 78 }, { DealerSaleId: 78, SaleCode: 'nothing' }])(
    'a sale that is not there, %j, is DealerSaleNotFound',
    async (block) => {
      const { getSale } = await withSales({});
      expect(await getSale(block)).toMatchObject({ Data: null, ResultCode: `${PREFIX}DealerSaleNotFound` });
    },
  );

  test.each([
    { DealerSaleId: 77, SaleCode: 'other' },
    { DealerSaleId: 77, SaleCode: 'nothing' },
    { DealerSaleId: 79, SaleCode: 'satis' },
  ])('identifiers of different sales, %j, are SaleCodeDoesntMatchDealerSaleId (dealer interface 4)', async (block) => {
    const { getSale } = await withSales({}, { dealerSaleId: 78, saleCode: 'other' });
    expect(await getSale(block)).toMatchObject({ Data: null, ResultCode: `${PREFIX}SaleCodeDoesntMatchDealerSaleId` });
  });

  test.each([{ DealerSaleId: 'abc' }, { DealerSaleId: -1 }, { SaleCode: 'x'.repeat(101) }, { SaleCode: {} }])(
    'an identifier that cannot be read, %j, is InvalidRequest and named',
    async (block) => {
      const { getSale } = await withSales({});
      const answer = await getSale(block);
      expect(answer).toMatchObject({ Data: null, ResultCode: `${PREFIX}InvalidRequest` });
      expect(answer.ResultMessage).toContain(Object.keys(block)[0]);
    },
  );

  test("another dealer's sale is not found (rule 37)", async () => {
    await withSales({});
    const { getSale } = await newDealer();
    expect((await getSale({ DealerSaleId: 77 })).ResultCode).toBe(`${PREFIX}DealerSaleNotFound`);
  });
});
