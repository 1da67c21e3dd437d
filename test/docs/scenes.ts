import { expect } from 'vitest';
import { exampleBody } from '../../infra/docs/example-values.ts';
import { type DocumentedOperation, documentedOperations } from '../../infra/docs/operations.ts';
import { binItem } from '../../shared/adapters/dynamodb/card/bin-directory.ts';
import { customerCardItems, storedCardItem } from '../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../shared/adapters/dynamodb/customer/customers.ts';
import { subDealerItem } from '../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { countsItem } from '../../shared/adapters/dynamodb/funnel/funnel-item.ts';
import { type Key, keys } from '../../shared/adapters/dynamodb/keys.ts';
import { definitionItem } from '../../shared/adapters/dynamodb/link/definitions.ts';
import { messageItem } from '../../shared/adapters/dynamodb/message/message-item.ts';
import { placesItem } from '../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { dynamoReusableLinkReads } from '../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { planItem, planPointerItem, planTryItem } from '../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { productItems } from '../../shared/adapters/dynamodb/sale/products.ts';
import { scheduleItem } from '../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems } from '../../shared/adapters/dynamodb/sale/sales.ts';
import { statementItem } from '../../shared/adapters/dynamodb/statement/statement-item.ts';
import { istanbulDayOf, monthOf } from '../../shared/domain/calendar.ts';
import { maskCard } from '../../shared/domain/card/card-rules.ts';
import type { OperationName } from '../../shared/domain/dealer/dealer.ts';
import { readAddress } from '../../shared/domain/payment/payment-name.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
  OWN_LINK_ID,
  OWN_ORDER_ID,
  OWN_REUSABLE_LINK_ID,
} from '../../shared/openapi/operation-document.ts';
import { sealStoredCard } from '../../shared/payment-flow/kept-card.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import type { StackAddress } from '../support/app/stack-address.ts';
import { newBankDealer } from '../support/bank/bank-merchants.ts';
import { vaultOf } from '../support/card/vault.ts';
import {
  type Answer,
  definitionWith,
  type NewDealerOptions,
  newDealer,
  type TestDealer,
} from '../support/dealer/dealers.ts';
import { subDealerWith } from '../support/payment/splits.ts';
import { putRows } from '../support/store/store.ts';

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
  return [storedCardItem(stored), ...customerCardItems(stored)];
};

const asRow = (key: Key) => ({ ...key });

/** A product's rows, as they stand when a sale uses it. */
const productRows = (
  { dealer: { dealerCode } }: TestDealer,
  { usedBySale, ...product }: NonNullable<ExampleSetUp['products']>[number],
) => {
  const [byId, byCode] = productItems({ ...product, dealerCode });
  if (usedBySale === undefined) return [byId, byCode];
  return [{ ...byId, uses: 1 }, byCode, asRow(keys.saleOfProduct(dealerCode, product.dealerProductId, usedBySale))];
};

/** The same of a schedule. */
const scheduleRows = (
  { dealer: { dealerCode } }: TestDealer,
  { usedBySale, ...schedule }: NonNullable<ExampleSetUp['schedules']>[number],
) => {
  const item = scheduleItem({ ...schedule, dealerCode });
  if (usedBySale === undefined) return [item];
  return [{ ...item, uses: 1 }, asRow(keys.saleOfSchedule(dealerCode, schedule.dealerSaleScheduleId, usedBySale))];
};

const usedBucket = (dealerCode: string, { kind, amount }: NonNullable<ExampleSetUp['usedMinor']>) => {
  const day = istanbulDayOf(Date.now());
  const name = kind === 'day' ? day : monthOf(day);
  return { ...keys.limitBucket(dealerCode, { kind, name, currency: 'TL', shard: 0 }), kind, usedMinor: amount };
};

/**
 * A dealer whose virtual POS are at the embedded bank, so that they can charge. The first is the default. If none are
 * named, there is one without a bank behind it.
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

/** A dealer in the state that an example needs, in the shared app or in another one. */
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
  const plans = (setUp.plans ?? []).map((plan) => ({ ...plan, dealerCode }));
  const tries = (setUp.planTries ?? []).map((one) => planTryItem({ ...one, dealerCode }));
  const planRows = [...plans.map(planItem), ...plans.map(planPointerItem), ...tries];
  const products = (setUp.products ?? []).flatMap((product) => productRows(scene, product));
  const schedules = (setUp.schedules ?? []).flatMap((schedule) => scheduleRows(scene, schedule));
  const subDealers = (setUp.subDealers ?? []).map((subDealer) =>
    subDealerItem(subDealerWith(subDealer.subDealerId, { ...subDealer, dealerCode })),
  );
  const bins = (setUp.bins ?? []).map(binItem);
  const used = setUp.usedMinor === undefined ? [] : [usedBucket(dealerCode, setUp.usedMinor)];
  const statements = (setUp.statements ?? []).map((statement) => statementItem({ ...statement, dealerCode }));
  const funnel = (setUp.funnel ?? []).map((row) => countsItem(dealerCode, row, Date.now()));
  const records = [...customers.flat(), ...cards.flat(), ...sales.flat(), ...subDealers, ...bins, ...used];
  await putRows(scene.store, [...records, ...products, ...schedules, ...statements, ...funnel, ...planRows]);
  return scene;
};

/** Definition ids are unique over all dealers, so each test replaces the ids of the examples by its own. */
const withOwnIds = async (request: ExampleFields, scene: TestDealer): Promise<ExampleFields> => {
  if (request.DealerCustomerTypeId === OWN_DEFINITION_ID) {
    return { ...request, DealerCustomerTypeId: scene.definition.dealerCustomerTypeId };
  }
  if (request.DealerCustomerTypeId !== FOREIGN_DEFINITION_ID) return request;
  const foreign = definitionWith('another-dealer');
  await putRows(scene.store, [definitionItem(foreign)]);
  return { ...request, DealerCustomerTypeId: foreign.dealerCustomerTypeId };
};

/** What an example's first payment, or first payment request, was named by the service. */
interface MadeBefore {
  readonly VirtualPosOrderId?: string;
  readonly UserPosPaymentId?: number;
  readonly UserPosLinkId?: number;
  readonly Url?: string;
}

/** Names that the service gives differ in every run, so each test replaces those of the examples by its own. */
const withOwnNames = (
  request: ExampleFields,
  { VirtualPosOrderId, UserPosPaymentId, UserPosLinkId }: MadeBefore,
): ExampleFields => ({
  ...request,
  ...(request.UserPosLinkId === OWN_REUSABLE_LINK_ID && UserPosLinkId !== undefined ? { UserPosLinkId } : {}),
  ...(request.BeforeUserPosLinkId === OWN_REUSABLE_LINK_ID && UserPosLinkId !== undefined
    ? { BeforeUserPosLinkId: UserPosLinkId }
    : {}),
  ...(request.VirtualPosOrderId === OWN_ORDER_ID && VirtualPosOrderId !== undefined ? { VirtualPosOrderId } : {}),
  ...(request.UserPosPaymentId === OWN_LINK_ID && UserPosPaymentId !== undefined ? { UserPosPaymentId } : {}),
});

const routeOf = ({ contract }: DocumentedOperation, called: OperationName): string | undefined =>
  contract.routes.find((route) => (route.operation ?? contract.operation) === called)?.path;

/** Makes an example's calls of other operations, and answers what the first of them made. */
const makeBefore = async (scene: TestDealer, calls: NonNullable<ExampleSetUp['before']>): Promise<MadeBefore> => {
  let made: MadeBefore | undefined;
  for (const { operation: called, request } of calls) {
    const operation = documentedOperations.find((one) => routeOf(one, called) !== undefined);
    if (operation === undefined) throw new Error(`${called} is not documented`);
    const own = await withOwnIds(request, scene);
    const body = JSON.stringify(exampleBody(operation, { request: own }, scene.account));
    const answer = await scene.post(routeOf(operation, called) ?? '', body);
    expect(answer).toMatchObject({ ResultCode: 'Success' });
    made ??= answer.Data as MadeBefore;
  }
  return made ?? {};
};

/** Messages about the payment request that was made first, as if they had gone out in so many rounds. */
const sendBefore = async ({ store }: TestDealer, { Url = '' }: MadeBefore, rounds: number): Promise<void> => {
  const payment = readAddress(new URL(Url).pathname.slice('/pay/'.length))?.payment;
  if (payment === undefined) throw new Error('no payment request was made before');
  const [channel, kind, state] = ['sms', 'link', 'delivered'] as const;
  const queuedAtMs = Date.now();
  const sent = { payment, channel, kind, state, version: 3, to: '5301111111', handOvers: 1, queuedAtMs };
  await putRows(
    store,
    Array.from({ length: rounds }, (_, index) => messageItem({ ...sent, round: index + 1 })),
  );
};

/** Takes places of the reusable link that was made first, as if they had been paid. */
const payPlacesBefore = async ({ store }: TestDealer, { Url = '' }: MadeBefore, count: number): Promise<void> => {
  const found = await dynamoReusableLinkReads(store).findByToken(new URL(Url).pathname.slice('/link/'.length));
  const [first] = found?.places ?? [];
  if (found === undefined || first === undefined) throw new Error('no link with places was made before');
  await putRows(store, [placesItem(found.link.name, { ...first, free: first.free - count, paid: count })]);
};

type Sent = Pick<OperationExample<string>, 'request' | 'authentication'>;

interface ExampleScene {
  readonly send: (sent: Sent) => Promise<Answer>;
  readonly made: MadeBefore;
  readonly dealer: TestDealer;
  /** A request of the example with the ids and names of this scene. */
  readonly own: (request: ExampleFields) => Promise<ExampleFields>;
}

/** The scene of an example, and a function that sends its requests over HTTP as the test's own dealer. */
export const sceneOf = async (
  operation: DocumentedOperation,
  example: Pick<OperationExample<string>, 'setUp' | 'operation'>,
  stack?: StackAddress,
): Promise<ExampleScene> => {
  const scene = await dealerOf(example.setUp ?? {}, stack);
  const path = routeOf(operation, example.operation ?? operation.contract.operation) ?? '';
  const made = await makeBefore(scene, example.setUp?.before ?? []);
  if (example.setUp?.smsRounds !== undefined) await sendBefore(scene, made, example.setUp.smsRounds);
  if (example.setUp?.paidPlaces !== undefined) await payPlacesBefore(scene, made, example.setUp.paidPlaces);
  const own = async (request: ExampleFields) => withOwnNames(await withOwnIds(request, scene), made);
  return {
    made,
    dealer: scene,
    own,
    send: async (sent) => {
      const request = await own(sent.request);
      return scene.post(path, JSON.stringify(exampleBody(operation, { ...sent, request }, scene.account)));
    },
  };
};

/** Sets up an example's scene and sends its request, after the earlier request if the example has one. */
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
