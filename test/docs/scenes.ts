import { exampleBody } from '../../infra/docs/example-values.ts';
import type { DocumentedOperation } from '../../infra/docs/operations.ts';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { customerItems } from '../../shared/adapters/dynamodb/rows/customer-row.ts';
import { definitionItem } from '../../shared/adapters/dynamodb/rows/definition-row.ts';
import { saleItems } from '../../shared/adapters/dynamodb/rows/sale-row.ts';
import { customerCardItem, storedCardItem } from '../../shared/adapters/dynamodb/rows/stored-card-row.ts';
import { subDealerItem } from '../../shared/adapters/dynamodb/rows/sub-dealer-row.ts';
import { istanbulDayOf, monthOf } from '../../shared/domain/calendar.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
} from '../../shared/openapi/operation-document.ts';
import { sealStoredCard } from '../../shared/payment-flow/kept-card.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import { newBankDealer } from '../support/bank-merchants.ts';
import { type Answer, definitionWith, type NewDealerOptions, newDealer, type TestDealer } from '../support/dealers.ts';
import { subDealerWith } from '../support/splits.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { putRows } from '../support/store.ts';
import { vaultOf } from '../support/vault.ts';

type CustomerOfExample = NonNullable<ExampleSetUp['customers']>[number];

const customerRows = async (
  { stack, dealer: { dealerCode } }: TestDealer,
  { password, ...customer }: CustomerOfExample,
) => {
  if (password === undefined) return customerItems({ ...customer, dealerCode, version: 1 });
  const context = customerPasswordContext({ dealerCode, dealerCustomerId: customer.dealerCustomerId });
  return customerItems({
    ...customer,
    dealerCode,
    version: 1,
    sealedPassword: await vaultOf(stack).seal(password, context),
  });
};

const storedCardRows = async (
  { stack, dealer: { dealerCode } }: TestDealer,
  { token, customer, card }: NonNullable<ExampleSetUp['storedCards']>[number],
) => {
  const version = 1;
  const sealed = await sealStoredCard({ dealerCode, token, version }, card, vaultOf(stack));
  const masked = { maskedCard: maskCard(card.number), storedAtMs: Date.now() };
  const stored = { token, dealerCode, customer, version, ...masked, ...sealed };
  return [storedCardItem(stored), customerCardItem(stored)];
};

const usedBucket = (dealerCode: string, { kind, amount }: NonNullable<ExampleSetUp['usedMinor']>) => {
  const day = istanbulDayOf(Date.now());
  const name = kind === 'day' ? day : monthOf(day);
  return { ...keys.limitBucket(dealerCode, { kind, name, currency: 'TL', shard: 0 }), kind, usedMinor: amount };
};

/**
 * A dealer whose virtual POS are at the embedded bank, so that they can be charged at. The first is the default. Where none are
 * named there is one that no bank stands behind.
 */
const dealerAtBank = async (
  virtualPos: readonly Partial<VirtualPos>[] | undefined,
  options: NewDealerOptions,
): Promise<TestDealer> => {
  if (virtualPos === undefined) return newDealer(options);
  const [first, ...others] = virtualPos;
  if (first === undefined) return newDealer({ ...options, virtualPos });
  const scene = await newBankDealer({ ...options, pos: { posId: 'pos-0', isDefault: true, ...first } });
  for (const [index, pos] of others.entries()) {
    await scene.putPos({ posId: `pos-${index + 1}`, isDefault: false, ...pos });
  }
  return scene;
};

/** A dealer in the state that an example names, in the shared app or in another one. */
const dealerOf = async (setUp: ExampleSetUp, stack?: StackAddress): Promise<TestDealer> => {
  const { dealer, definition, virtualPos } = setUp;
  const scene = await dealerAtBank(virtualPos, {
    ...(stack === undefined ? {} : { stack }),
    ...(dealer === undefined ? {} : { dealer }),
    ...(definition === undefined ? {} : { definition }),
  });
  const { dealerCode } = scene.dealer;
  const customers = await Promise.all((setUp.customers ?? []).map((customer) => customerRows(scene, customer)));
  const cards = await Promise.all((setUp.storedCards ?? []).map((card) => storedCardRows(scene, card)));
  const sales = (setUp.sales ?? []).map((sale) => saleItems({ ...sale, dealerCode, version: 1 }));
  const subDealers = (setUp.subDealers ?? []).map((subDealer) =>
    subDealerItem(subDealerWith(subDealer.subDealerId, { ...subDealer, dealerCode })),
  );
  const used = setUp.usedMinor === undefined ? [] : [usedBucket(dealerCode, setUp.usedMinor)];
  await putRows(scene.store, [...customers.flat(), ...cards.flat(), ...sales.flat(), ...subDealers, ...used]);
  return scene;
};

/** Definition ids are unique over all dealers, so the ids of the examples stand for ids of the test's own. */
const withOwnIds = async (request: ExampleFields, scene: TestDealer): Promise<ExampleFields> => {
  if (request.DealerCustomerTypeId === OWN_DEFINITION_ID) {
    return { ...request, DealerCustomerTypeId: scene.definition.dealerCustomerTypeId };
  }
  if (request.DealerCustomerTypeId !== FOREIGN_DEFINITION_ID) return request;
  const foreign = definitionWith('another-dealer');
  await putRows(scene.store, [definitionItem(foreign)]);
  return { ...request, DealerCustomerTypeId: foreign.dealerCustomerTypeId };
};

type Sent = Pick<OperationExample<string>, 'request' | 'authentication'>;

/** An example's scene, and how its requests are sent there over HTTP as the test's own dealer. */
export const sceneOf = async (
  operation: DocumentedOperation,
  example: Pick<OperationExample<string>, 'setUp' | 'operation'>,
  stack?: StackAddress,
): Promise<{ readonly send: (sent: Sent) => Promise<Answer> }> => {
  const scene = await dealerOf(example.setUp ?? {}, stack);
  const { routes, operation: first } = operation.contract;
  const called = example.operation ?? first;
  const path = routes.find((route) => (route.operation ?? first) === called)?.path ?? '';
  return {
    send: async (sent) => {
      const request = await withOwnIds(sent.request, scene);
      return scene.post(path, JSON.stringify(exampleBody(operation, { ...sent, request }, scene.account)));
    },
  };
};

/** Sets an example's scene and sends its request, after the earlier one that it may need. */
export const execute = async (
  operation: DocumentedOperation,
  example: OperationExample<string>,
  { stack, beforeCall }: { readonly stack?: StackAddress; readonly beforeCall?: () => void } = {},
): Promise<{ readonly answer: Answer; readonly earlier?: Answer }> => {
  const { send } = await sceneOf(operation, example, stack);
  const request = example.setUp?.earlier;
  const earlier = request === undefined ? undefined : await send({ request });
  beforeCall?.();
  const answer = await send(example);
  return { answer, ...(earlier === undefined ? {} : { earlier }) };
};
