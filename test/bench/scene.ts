import { randomInt } from 'node:crypto';
import { customerItems } from '../../shared/adapters/dynamodb/rows/customer-row.ts';
import { saleItems } from '../../shared/adapters/dynamodb/rows/sale-row.ts';
import type { Customer } from '../../shared/domain/customer/customer.ts';
import type { Sale } from '../../shared/domain/customer/sale.ts';
import type { Dealer } from '../../shared/domain/dealer/dealer.ts';
import type { LimitSettings } from '../../shared/domain/limit/limits.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import { newBankDealer } from '../support/bank-merchants.ts';
import { authenticationOf, leastDirect, newDealer, type TestDealer } from '../support/dealers.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { putRows } from '../support/store.ts';
import { vaultOf } from '../support/vault.ts';

/** One request that can be sent again and again; `@code@` in its body stands for a code of each request's own. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  /** JSON when absent. */
  readonly contentType?: string;
}

/** A dealer with everything that the operations look for, and the requests that find it. */
export interface Scene {
  readonly dealerCode: string;
  readonly definitionId: number;
  readonly requests: Readonly<Record<SampleName, SampleRequest>>;
}

export type SampleName =
  | 'get sale'
  | 'get sale by both'
  | 'get customer'
  | 'get customer by both'
  | 'create link'
  | 'create link, customer named'
  | 'create link, limits set'
  | 'create link, both'
  | 'create link again'
  | 'page view'
  | 'direct payment'
  | 'direct payment, limits set';

const LIMITS: LimitSettings = {
  TL: { values: { daily: minor(90_000_000_00), monthly: minor(90_000_000_00), shards: 4 } },
};

/** Limits that no measurement reaches, of which every payment takes. */
export const limitsOf = (shards: number): Pick<Dealer, 'limits' | 'cardLimit'> => ({
  limits: { TL: { values: { daily: minor(99_999_999_999), monthly: minor(99_999_999_999), shards } } },
  cardLimit: { count: 1_000_000, amount: minor(99_999_999_999) },
});

/** A link as dealers ask for them: who buys what, and a code of the dealer's own. */
const linkFields = (dealerCustomerTypeId: number) => ({
  OtherTrxCode: 'bench-@code@',
  DealerCustomerTypeId: dealerCustomerTypeId,
  FullName: 'Ayşe Yılmaz',
  GsmNumber: '5321234567',
  Email: 'ayse@example.com',
  Amount: 1249.9,
  Currency: 'TL',
  InstallmentNumber: 1,
  Description: 'Order with two articles',
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
  BuyerInformation: {
    BuyerFullName: 'Ayşe Yılmaz',
    BuyerEmail: 'ayse@example.com',
    BuyerGsmNumber: '5321234567',
    BuyerAddress: 'Bahçe Sokak 12, Kadıköy, İstanbul',
    BasketProduct: [
      { ProductId: 1, ProductCode: 'CUP-1', UnitPrice: 249.95, Quantity: 2 },
      { ProductId: 2, ProductCode: 'POT-7', UnitPrice: 750, Quantity: 1 },
    ],
  },
});

const request = (dealer: TestDealer, path: string, block: string, fields: object): SampleRequest => {
  const [, name] = path.split('/');
  const authentication = name === 'PaymentUserPos' ? 'DealerAuthentication' : `${name}Authentication`;
  const body = { [authentication]: authenticationOf(dealer.account), [block]: fields };
  return { method: 'POST', path, body: JSON.stringify(body) };
};

/** A payment by a card that the embedded bank approves, with a code of its own. */
export const directPayment = (dealer: TestDealer): SampleRequest =>
  request(dealer, '/PaymentDealer/DoDirectPayment', 'PaymentDealerRequest', {
    ...leastDirect,
    OtherTrxCode: 'bench-@code@',
  });

const link = (dealer: TestDealer, fields: object = {}): SampleRequest =>
  request(dealer, '/PaymentUserPos/CreateUserPosPayment', 'PaymentUserPosRequest', {
    ...linkFields(dealer.definition.dealerCustomerTypeId),
    ...fields,
  });

const storedCustomer = async (stack: StackAddress, dealerCode: string): Promise<Customer> => {
  const customer = { dealerCode, dealerCustomerId: randomInt(1, 2_000_000_000), customerCode: 'C-1', version: 1 };
  return {
    ...customer,
    sealedPassword: await vaultOf(stack).seal('a password', customerPasswordContext(customer)),
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    gender: 1,
    birthDate: '19900521',
    gsmNumber: '5321234567',
    email: 'ayse@example.com',
    address: 'Bahçe Sokak 12, Kadıköy, İstanbul',
  };
};

const storedSale = (dealerCode: string): Sale => ({
  dealerCode,
  version: 1,
  dealerSaleId: randomInt(1, 2_000_000_000),
  saleCode: 'S-1',
  customerCode: 'C-1',
  productCode: 'POT-7',
  amount: minor(12_990),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 12,
  saleDate: '20260105',
  beginDate: '20260201',
  endDate: '20270131',
  howManyTrial: 3,
  description: 'Monthly subscription',
  planType: 1,
});

/**
 * Sets the scene in the store of a running app: a dealer without limits, one with limits, a customer and a sale, and
 * two dealers whose payments the embedded bank takes, through `gateway` where one stands before it.
 */
export async function setScene(stack: StackAddress, gateway = stack.baseUrl): Promise<Scene> {
  const [dealer, limited] = await Promise.all([newDealer({ stack }), newDealer({ stack, dealer: { limits: LIMITS } })]);
  const paying = await newBankDealer({ stack, pos: { gateway } });
  const payingWithLimits = await newBankDealer({ stack, pos: { gateway }, dealer: limitsOf(1) });
  const { dealerCode } = dealer.dealer;
  const customers = [await storedCustomer(stack, dealerCode), await storedCustomer(stack, limited.dealer.dealerCode)];
  const [{ dealerCustomerId: DealerCustomerId } = { dealerCustomerId: 0 }] = customers;
  const sale = storedSale(dealerCode);
  await putRows(dealer.store, [...customers.flatMap(customerItems), ...saleItems(sale)]);
  const { Data: first } = await dealer.createLink();
  const getSale = (fields: object) => request(dealer, '/DealerSale/GetSale', 'DealerSaleRequest', fields);
  const getCustomer = (fields: object) =>
    request(dealer, '/DealerCustomer/GetCustomer', 'DealerCustomerRequest', fields);
  return {
    dealerCode,
    definitionId: dealer.definition.dealerCustomerTypeId,
    requests: {
      'get sale': getSale({ DealerSaleId: sale.dealerSaleId }),
      'get sale by both': getSale({ DealerSaleId: sale.dealerSaleId, SaleCode: sale.saleCode }),
      'get customer': getCustomer({ DealerCustomerId }),
      'get customer by both': getCustomer({ DealerCustomerId, CustomerCode: 'C-1' }),
      'create link': link(dealer),
      'create link, customer named': link(dealer, { CustomerCode: 'C-1' }),
      'create link, limits set': link(limited),
      'create link, both': link(limited, { CustomerCode: 'C-1' }),
      'create link again': link(dealer, { OtherTrxCode: 'again' }),
      'page view': { method: 'GET', path: new URL((first as { Url: string }).Url).pathname, body: '' },
      'direct payment': directPayment(paying),
      'direct payment, limits set': directPayment(payingWithLimits),
    },
  };
}

/** The folder names of the functions behind the requests. */
export const functionOf = (name: SampleName): string => {
  if (name.startsWith('direct payment')) return 'make-direct-payment';
  if (name.startsWith('create link')) return 'create-payment-request';
  if (name.startsWith('get sale')) return 'get-sale';
  return name.startsWith('get customer') ? 'get-customer' : 'show-payment-page';
};
