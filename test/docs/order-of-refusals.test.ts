import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { stepsOf } from '../../infra/docs/result-codes.ts';
import { minor } from '../../shared/domain/money.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
} from '../../shared/openapi/operation-document.ts';
import { execute } from './scenes.ts';

/** One rule broken. A rung overrides those behind it where both need the same field. */
interface Rung extends Pick<ExampleSetUp, 'dealer' | 'definition'> {
  readonly authentication?: OperationExample<string>['authentication'];
  readonly request?: ExampleFields;
}

const limits = (daily: number | 'unlimited') => ({
  TL: { values: { daily: daily === 'unlimited' ? daily : minor(daily), monthly: minor(1), shards: 1 } },
});

const pipeline: readonly Rung[] = [
  { authentication: 'wrong CheckKey' },
  { authentication: 'wrong password' },
  { dealer: { allowedAddresses: ['192.0.2.0/24'] } },
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
  { dealer: { currencies: ['TL'] }, request: { Currency: 'USD' } },
  { definition: { preAuthorisation: false }, request: { IsPreAuth: 1 } },
  { definition: { pooledPayment: false }, request: { IsPoolPayment: 1 } },
  { dealer: { pool: 'required' }, request: { IsPoolPayment: 0 } },
  { dealer: { cardStorage: false }, request: { IsTokenized: 1 } },
  { definition: { threeDMandatory: true }, request: { IsThreeD: 0 } },
];

const creation: readonly Rung[] = [
  ...pipeline,
  { dealer: { barredOperations: ['CreateUserPosPayment'] } },
  { dealer: { channels: [] } },
  { request: { ReturnHash: 'x' } },
  ...definition,
  ...values,
  ...permissions,
  { request: { DealerCustomerId: 99, CustomerCode: 'C-nobody' } },
  { request: { DealerCustomerId: 1033, CustomerCode: 'C-1034' } },
  { request: { CustomerCode: 'C-nobody' } },
  { dealer: { limits: limits(1) } },
  { dealer: { limits: limits('unlimited') } },
];

/** Codes that no broken rule of the request itself brings about; they have tests of their own. */
const notOnTheLadder = new Set(['OtherTrxCodeAlreadyUsed', 'DealerCustomerNotCreated']);

const customers = [
  { dealerCustomerId: 1033, customerCode: 'C-1033' },
  { dealerCustomerId: 1034, customerCode: 'C-1034' },
];
const least = {
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Amount: 27.5,
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
};

/** A request that breaks the rules of all these rungs at once. */
const breaking = (rungs: readonly Rung[]): OperationExample<string> => {
  const last = rungs.toReversed();
  const authentication = rungs.find((rung) => rung.authentication !== undefined)?.authentication;
  return {
    name: '',
    summary: '',
    data: {},
    request: Object.assign({ ...least }, ...last.map(({ request }) => request)) as ExampleFields,
    setUp: {
      customers,
      dealer: Object.assign({}, ...last.map(({ dealer }) => dealer)) as ExampleSetUp['dealer'] & object,
      definition: Object.assign({}, ...last.map((rung) => rung.definition)) as ExampleSetUp['definition'] & object,
    },
    ...(authentication === undefined ? {} : { authentication }),
  };
};

describe('The order of refusals of a payment request', () => {
  test('a request that breaks every rule gets the documented codes one after the other as it is put right', async () => {
    const operation = documentedOperations.find(({ contract }) => contract.operation === 'CreateUserPosPayment');
    if (operation === undefined) throw new Error('the operation is not documented');
    const documented = stepsOf(operation)
      .flatMap(({ codes }) => codes.map(({ code }) => code))
      .filter((code) => !notOnTheLadder.has(code.split('.').at(-1) ?? ''));
    const codes: string[] = [];
    for (let rung = 0; rung <= creation.length; rung += 1) {
      const { answer } = await execute(operation, breaking(creation.slice(rung)));
      codes.push(answer.ResultCode);
    }
    expect(codes).toEqual([...documented, 'Success']);
  });
});
