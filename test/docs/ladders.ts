import {
  least as directPayment,
  scene as directScene,
} from '../../functions/make-direct-payment/docs/example-requests.ts';
import type { OperationName } from '../../shared/domain/dealer/dealer.ts';
import { minor } from '../../shared/domain/money/money.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
} from '../../shared/openapi/operation-document.ts';
import { leastMobile } from '../support/dealers.ts';

/** One rule broken. A rung overrides those behind it where both need the same field. */
interface Rung extends Pick<ExampleSetUp, 'dealer' | 'definition' | 'virtualPos'> {
  readonly authentication?: OperationExample<string>['authentication'];
  readonly request?: ExampleFields;
}

/** An operation's rules, each broken once, in the order in which the document tells them. */
export interface Ladder {
  readonly operation: string;
  /** What succeeds when every rule is kept. */
  readonly least: ExampleFields;
  readonly setUp: ExampleSetUp;
  readonly rungs: readonly Rung[];
  /** Reasons that no broken rule of the request itself brings about; they have tests of their own. */
  readonly elsewhere: readonly string[];
}

const limits = (daily: number | 'unlimited') => ({
  TL: { values: { daily: daily === 'unlimited' ? daily : minor(daily), monthly: minor(1), shards: 1 } },
});

/** What the pipeline refuses, up to the operation. */
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

/** The ladders of the operations that have more than a step or two. */
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
    elsewhere: ['OtherTrxCodeAlreadyUsed', 'AttemptsUsedUp', 'StillRunning', 'OutcomeUnknown'],
  },
  {
    operation: 'DoDirectPaymentThreeDMobile',
    least: leastMobile,
    setUp: { virtualPos: [{ bankCode: '64' }] },
    rungs: mobile,
    elsewhere: ['OtherTrxCodeAlreadyUsed'],
  },
];
