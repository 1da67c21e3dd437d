import {
  least as directPayment,
  scene as directScene,
} from '../../../functions/direct-payment/make-direct-payment/docs/example-requests.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { customerScene, sentCard } from '../../../shared/openapi/customer-words.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
} from '../../../shared/openapi/operation-document.ts';
import { priceScene, UNKNOWN_BIN } from '../../../shared/openapi/price-words.ts';
import { leastDirect, leastMobile } from '../../support/dealer/dealers.ts';

/** One broken rule. A rung overrides later ones if both change the same field. */
interface Rung extends Pick<ExampleSetUp, 'dealer' | 'definition' | 'virtualPos'> {
  readonly authentication?: OperationExample<string>['authentication'];
  readonly request?: ExampleFields;
}

/** The rules of an operation, each broken once, in the documented order. */
export interface Ladder {
  readonly operation: string;
  /** The smallest request that succeeds. */
  readonly least: ExampleFields;
  readonly setUp: ExampleSetUp;
  readonly rungs: readonly Rung[];
  /** Reasons that no broken rule of a request causes. They have tests of their own. */
  readonly elsewhere: readonly string[];
}

const limits = (daily: number | 'unlimited') => ({
  TL: { values: { daily: daily === 'unlimited' ? daily : minor(daily), monthly: minor(1), shards: 1 } },
});

/** The refusals of the pipeline, before the operation. */
const pipelineOf = (operation: OperationName): readonly Rung[] => [
  { authentication: 'wrong CheckKey' },
  { authentication: 'wrong password' },
  { dealer: { allowedAddresses: ['192.0.2.0/24'] } },
  { dealer: { barredOperations: [operation] } },
  { dealer: { channels: [] } },
];

const definition: readonly Rung[] = [
  { request: { DealerCustomerTypeId: 2_000_000_001 } },
  { request: { DealerCustomerTypeId: FOREIGN_DEFINITION_ID } },
  { definition: { deliveryMode: 'smsOrEmail' }, request: { GsmNumber: undefined, Email: undefined } },
  { definition: { deliveryMode: 'smsAndEmail' }, request: { GsmNumber: undefined, Email: undefined } },
  { definition: { deliveryMode: 'email' }, request: { Email: undefined } },
  { definition: { deliveryMode: 'none' }, request: { RedirectUrl: undefined } },
];

const values: readonly Rung[] = [
  { request: { GsmNumber: '1' } },
  { request: { Email: 'x' } },
  { request: { CustomerGsmNumber: '1' } },
  { request: { CustomerEmail: 'x' } },
  { request: { Currency: 'TRY' } },
  { request: { Currency: 'EUR', InstallmentNumber: 3 } },
  { request: { IsTokenized: 3 } },
  { request: { CommissionByDealer: 13 } },
  { request: { IsCommissionDiffByDealer: 2 } },
  { request: { Currency: 'TL', SetInstallmentBy: 0, InstallmentNumber: 13 } },
  { request: { Currency: 'TL', SetInstallmentBy: 1, InstallmentNumber: 13 } },
  { definition: { installmentsSetBy: 'payer' }, request: { SetInstallmentBy: 1 } },
  { request: { BirthDate: '1' } },
  { request: { BuyerInformation: { BuyerGsmNumber: '1', BuyerEmail: 'x' } } },
  { request: { BuyerInformation: { BuyerEmail: 'x' } } },
  { request: { Amount: 0 } },
];

const permissions: readonly Rung[] = [
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD', InstallmentNumber: 1 } },
  { definition: { preAuthorisation: false }, request: { IsPreAuth: 1 } },
  { definition: { pooledPayment: false }, request: { IsPoolPayment: 1 } },
  { dealer: { pool: 'required' }, request: { IsPoolPayment: 0 } },
  { dealer: { cardStorage: false }, request: { IsTokenized: 1 } },
  { definition: { threeDMandatory: true }, request: { IsThreeD: 0 } },
];

const creation: readonly Rung[] = [
  ...pipelineOf('CreateUserPosPayment'),
  { request: { ReturnHash: 'x' } },
  ...definition,
  ...values,
  ...permissions,
  { virtualPos: [{ bankCode: '64', currencies: ['USD'] }] },
  { virtualPos: [{ bankCode: '64', installmentCounts: [2] }], request: { InstallmentNumber: 3, SetInstallmentBy: 1 } },
  { request: { DealerCustomerId: 99, CustomerCode: 'C-nobody' } },
  { request: { DealerCustomerId: 1033, CustomerCode: 'C-1034' } },
  { request: { CustomerCode: 'C-nobody' } },
  { dealer: { limits: limits(1) } },
  { dealer: { limits: limits('unlimited') } },
];

const payment: readonly Rung[] = [
  ...pipelineOf('DoDirectPaymentMarketPlace'),
  { request: { Amount: undefined } },
  { request: { Currency: 'EUR', InstallmentNumber: 3 } },
  { request: { Currency: 'TL', InstallmentNumber: 13 } },
  { request: { Amount: 0 } },
  { dealer: { threeDRequired: true } },
  { dealer: { installmentCounts: [2] }, request: { InstallmentNumber: 3 } },
  { dealer: { pool: 'forbidden' }, request: { IsPoolPayment: 1 } },
  { virtualPos: [] },
  { virtualPos: [{ bankCode: '64', currencies: ['USD'] }] },
  { virtualPos: [{ bankCode: '64', installmentCounts: [2] }], request: { InstallmentNumber: 3 } },
  { request: { CustomerInformation: { DealerCustomerId: 99 } } },
  { request: { CardNumber: '4111111111111112' } },
  { dealer: { limits: limits(1) } },
  { dealer: { cardLimit: { count: 'unlimited', amount: minor(1) } } },
];

const shop: readonly Rung[] = [
  ...pipelineOf('DoDirectPaymentThreeD'),
  { request: { Amount: undefined } },
  { request: { RedirectUrl: undefined } },
  { request: { Currency: 'TRY' } },
  { request: { Currency: 'TL', InstallmentNumber: 13 } },
  { request: { Currency: 'EUR', InstallmentNumber: 3 } },
  { request: { SubMerchantName: 'x'.repeat(101) } },
  { dealer: { checkBasket: true }, request: { BasketProduct: [{ Quantity: 0 }] } },
  { dealer: { checkBasket: true }, request: { BasketProduct: [{ UnitPrice: 1, Quantity: 0 }] } },
  { dealer: { checkBasket: true }, request: { BasketProduct: [{ UnitPrice: 1, Quantity: 1 }] } },
  { dealer: { checkBasket: true }, request: { BasketProduct: [{ UnitPrice: 27.5, Quantity: 1 }] } },
  { dealer: { checkBasket: true }, request: { BasketProduct: [{ ProductId: 5, UnitPrice: 27.5, Quantity: 1 }] } },
  { request: { RedirectType: 2 } },
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD', InstallmentNumber: 1 } },
  { dealer: { preAuthorisation: 'required' }, request: { IsPreAuth: 0 } },
  { dealer: { preAuthorisation: 'forbidden' }, request: { IsPreAuth: 1 } },
  { dealer: { pool: 'forbidden' }, request: { IsPoolPayment: 1 } },
  { dealer: { pool: 'required' }, request: { IsPoolPayment: 0 } },
  { dealer: { cardStorage: false }, request: { IsTokenized: 1, CardToken: undefined } },
  { dealer: { installmentCounts: [2] }, request: { InstallmentNumber: 3 } },
  { request: { ReturnHash: 0 } },
  { virtualPos: [] },
  { virtualPos: [{ bankCode: '64', currencies: ['USD'] }] },
  { virtualPos: [{ bankCode: '64', rates: {} }] },
  { virtualPos: [{ bankCode: '64', installmentCounts: [2] }], request: { InstallmentNumber: 3 } },
  { request: { IsTokenized: 1, CustomerInformation: { DealerCustomerId: 99 }, CardToken: undefined } },
  { request: { CardNumber: '4111111111111111', CardToken: '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b' } },
  { request: { CardNumber: '4111111111111112', CardToken: undefined } },
  { request: { CardNumber: undefined, CardToken: '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b' } },
  { dealer: { limits: limits(1) } },
  { dealer: { cardLimit: { count: 'unlimited', amount: minor(1) } } },
];

const mobile: readonly Rung[] = [
  ...pipelineOf('DoDirectPaymentThreeDMobile'),
  { request: { Amount: 'x' } },
  { request: { Amount: undefined } },
  { request: { OtherTrxCode: undefined } },
  { request: { RedirectURL: undefined } },
  { request: { PaymentType: undefined } },
  { request: { Currency: 'EUR', InstallmentNumber: 3 } },
  { request: { Currency: 'TL', InstallmentNumber: 10 } },
  { request: { PaymentType: '7' } },
  { request: { Currency: 'TRY' } },
  { request: { RedirectURL: 'https://shop.example/result' } },
  { request: { Amount: 0 } },
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD', InstallmentNumber: 1 } },
  { dealer: { pool: 'forbidden' }, request: { IsPoolPayment: 1 } },
  { dealer: { pool: 'required' }, request: { IsPoolPayment: 0 } },
  { dealer: { installmentCounts: [2] }, request: { InstallmentNumber: 3 } },
  { dealer: { agreementDate: '29990101' } },
  { request: { IntegratorId: 8 } },
  { virtualPos: [{ bankCode: '46' }] },
  { virtualPos: [{ bankCode: '64', rates: {} }] },
  { virtualPos: [{ bankCode: '64', installmentCounts: [2] }], request: { InstallmentNumber: 3 } },
  { dealer: { limits: limits(1) } },
];

const priceOf: readonly Rung[] = [
  ...pipelineOf('DoCalcPaymentAmount').slice(0, -1),
  { request: { IsThreeD: 'x' } },
  { request: { OrderAmount: 0 } },
  { request: { BinNumber: undefined } },
  { request: { Currency: 'TRY' } },
  { request: { Currency: 'TL', InstallmentNumber: 13 } },
  { request: { Currency: 'EUR', InstallmentNumber: 3 } },
  { request: { GroupRevenueRate: 5, GroupRevenueAmount: 5 } },
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD', InstallmentNumber: 1 } },
  { dealer: { installmentCounts: [2] }, request: { InstallmentNumber: 3 } },
  { dealer: { barredOperations: ['GetBankCardInformation'] } },
  { request: { GroupRevenueRate: 5, GroupRevenueAmount: 0 } },
  { virtualPos: [{ bankCode: '64', installmentCounts: [2] }], request: { InstallmentNumber: 3 } },
  { virtualPos: [{ bankCode: '64', rates: {} }], request: { InstallmentNumber: 3 } },
  { request: { BinNumber: UNKNOWN_BIN } },
];

const tableOf: readonly Rung[] = [
  ...pipelineOf('DoCalcPaymentTable').slice(0, -1),
  { request: { IsThreeD: 'x' } },
  { request: { OrderAmount: 0 } },
  { request: { Currency: 'TRY' } },
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD' } },
  { virtualPos: [{ bankCode: '64', currencies: ['EUR'] }] },
  { request: { BinNumber: UNKNOWN_BIN } },
];

const addingCard: readonly Rung[] = [
  ...pipelineOf('AddCard').slice(0, -1),
  { request: { CardName: 'x'.repeat(51) } },
  { request: { CardName: '', DealerCustomerId: undefined, CustomerCode: undefined } },
  { dealer: { cardStorage: false } },
  { request: { CardNumber: '4111111111111112' } },
  { request: { CardNumber: '4111111111111111', DealerCustomerId: undefined, CustomerCode: 'C-nobody' } },
  { request: { DealerCustomerId: 1034, CustomerCode: 'C-1033' } },
];

/** The ladders of all operations with more than two steps. */
export const ladders: readonly Ladder[] = [
  {
    operation: 'CreateUserPosPayment',
    least: {
      DealerCustomerTypeId: OWN_DEFINITION_ID,
      Amount: 27.5,
      ReturnHash: 1,
      RedirectUrl: 'https://shop.example/result',
    },
    setUp: {
      customers: [
        { dealerCustomerId: 1033, customerCode: 'C-1033' },
        { dealerCustomerId: 1034, customerCode: 'C-1034' },
      ],
    },
    rungs: creation,
    elsewhere: ['OtherTrxCodeAlreadyUsed', 'DealerCustomerNotCreated'],
  },
  {
    operation: 'DoDirectPaymentMarketPlace',
    least: directPayment,
    setUp: directScene,
    rungs: payment,
    elsewhere: [
      'OtherTrxCodeAlreadyUsed',
      'AttemptsUsedUp',
      'StillRunning',
      'OutcomeUnknown',
      // These answer the code of a reason that stands beside them.
      'DealerGroupCommissionRateNotFound',
      'DealerCommissionRateNotFound',
      'OnlyCardTokenOrCardNumber',
      'CardTokenNotFound',
    ],
  },
  {
    operation: 'DoDirectPaymentThreeD',
    least: {
      ...leastDirect,
      CardNumber: '4111111111111111',
      ReturnHash: 1,
      RedirectUrl: 'https://shop.example/result',
    },
    setUp: { virtualPos: [{ bankCode: '64' }] },
    rungs: shop,
    elsewhere: [
      'OtherTrxCodeAlreadyUsed',
      'AttemptsUsedUp',
      'StillRunning',
      'DealerGroupCommissionRateNotFound',
      'CardTokenCannotUseWithSaveCard',
    ],
  },
  {
    operation: 'DoDirectPaymentThreeDMobile',
    least: leastMobile,
    setUp: { virtualPos: [{ bankCode: '64' }] },
    rungs: mobile,
    elsewhere: ['OtherTrxCodeAlreadyUsed', 'AttemptsUsedUp', 'StillRunning'],
  },
  {
    operation: 'DoCalcPaymentAmount',
    least: { BinNumber: '454360', OrderAmount: 100 },
    setUp: priceScene,
    rungs: priceOf,
    elsewhere: ['ChannelPermissionNotAvailable'],
  },
  {
    operation: 'DoCalcPaymentTable',
    least: { BinNumber: '454360', OrderAmount: 100 },
    setUp: priceScene,
    rungs: tableOf,
    elsewhere: ['ChannelPermissionNotAvailable'],
  },
  {
    operation: 'AddCard',
    least: { DealerCustomerId: 1033, CustomerCode: 'C-1033', ...sentCard },
    setUp: customerScene,
    rungs: addingCard,
    elsewhere: ['ChannelPermissionNotAvailable', 'TooManyCards'],
  },
];
