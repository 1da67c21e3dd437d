import { expect } from 'vitest';
import { exampleBody } from '../../../infra/docs/example-values.ts';
import { type DocumentedOperation, documentedOperations } from '../../../infra/docs/operations.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { messageItem } from '../../../shared/adapters/dynamodb/message/message-item.ts';
import { placesItem } from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { readAddress } from '../../../shared/domain/payment/payment-name.ts';
import {
  type ExampleFields,
  type ExampleSetUp,
  FOREIGN_DEFINITION_ID,
  type OperationExample,
  OWN_DEFINITION_ID,
  OWN_LINK_ID,
  OWN_ORDER_ID,
  OWN_REUSABLE_LINK_ID,
  type SuccessExample,
} from '../../../shared/openapi/operation-document.ts';
import { type Account, type Answer, definitionWith } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';

/** A dealer of a service that answers documented requests: the running app, or the operations over a table in memory. */
export interface ExampleDealer {
  readonly store: Table;
  readonly account: Account;
  readonly definition: { readonly dealerCustomerTypeId: number };
  /** POSTs a body to a path of the API. */
  readonly post: (path: string, body: string) => Promise<Answer>;
  readonly now: () => number;
}

/** Definition ids are unique over all dealers, so each test replaces the ids of the examples by its own. */
const withOwnIds = async (request: ExampleFields, scene: ExampleDealer): Promise<ExampleFields> => {
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
const makeBefore = async (scene: ExampleDealer, calls: NonNullable<ExampleSetUp['before']>): Promise<MadeBefore> => {
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
const sendBefore = async ({ store, now }: ExampleDealer, { Url = '' }: MadeBefore, rounds: number): Promise<void> => {
  const payment = readAddress(new URL(Url).pathname.slice('/pay/'.length))?.payment;
  if (payment === undefined) throw new Error('no payment request was made before');
  const [channel, kind, state] = ['sms', 'link', 'delivered'] as const;
  const queuedAtMs = now();
  const sent = { payment, channel, kind, state, version: 3, to: '5301111111', handOvers: 1, queuedAtMs };
  await putRows(
    store,
    Array.from({ length: rounds }, (_, index) => messageItem({ ...sent, round: index + 1 })),
  );
};

/** Takes places of the reusable link that was made first, as if they had been paid. */
const payPlacesBefore = async ({ store }: ExampleDealer, { Url = '' }: MadeBefore, count: number): Promise<void> => {
  const found = await dynamoReusableLinkReads(store).findByToken(new URL(Url).pathname.slice('/link/'.length));
  const [first] = found?.places ?? [];
  if (found === undefined || first === undefined) throw new Error('no link with places was made before');
  await putRows(store, [placesItem(found.link.name, { ...first, free: first.free - count, paid: count })]);
};

type Sent = Pick<OperationExample<string>, 'request' | 'authentication'>;

export interface ExampleScene<AnyDealer extends ExampleDealer> {
  readonly send: (sent: Sent) => Promise<Answer>;
  readonly made: MadeBefore;
  readonly dealer: AnyDealer;
  /** A request of the example with the ids and names of this scene. */
  readonly own: (request: ExampleFields) => Promise<ExampleFields>;
}

type AnyExample = Pick<OperationExample<string>, 'setUp' | 'operation'>;

/** The scene of an example of a dealer that is set up, and a function that sends its requests as this dealer. */
export const exampleScene = async <AnyDealer extends ExampleDealer>(
  operation: DocumentedOperation,
  example: AnyExample,
  dealer: AnyDealer,
): Promise<ExampleScene<AnyDealer>> => {
  const path = routeOf(operation, example.operation ?? operation.contract.operation) ?? '';
  const made = await makeBefore(dealer, example.setUp?.before ?? []);
  if (example.setUp?.smsRounds !== undefined) await sendBefore(dealer, made, example.setUp.smsRounds);
  if (example.setUp?.paidPlaces !== undefined) await payPlacesBefore(dealer, made, example.setUp.paidPlaces);
  const own = async (request: ExampleFields) => withOwnNames(await withOwnIds(request, dealer), made);
  return {
    made,
    dealer,
    own,
    send: async (sent) => {
      const request = await own(sent.request);
      return dealer.post(path, JSON.stringify(exampleBody(operation, { ...sent, request }, dealer.account)));
    },
  };
};

export interface ExampleAnswers {
  readonly answer: Answer;
  readonly earlier?: Answer;
}

/** Sends the request of an example, after the earlier request if the example has one. */
export const sendExample = async (
  { send }: Pick<ExampleScene<ExampleDealer>, 'send'>,
  example: OperationExample<string>,
  beforeCall?: () => void,
): Promise<ExampleAnswers> => {
  const request = example.setUp?.earlier;
  const earlier = request === undefined ? undefined : await send({ request });
  beforeCall?.();
  const answer = await send(example);
  return { answer, ...(earlier === undefined ? {} : { earlier }) };
};

/** The documented data, with generated members taken from the answer. */
export const expectedData = ({ data, generated = [] }: SuccessExample, actual: unknown): unknown => {
  if (data === true) return true;
  const members = actual as Readonly<Record<string, unknown>>;
  return { ...data, ...Object.fromEntries(generated.map((name) => [name, members[name]])) };
};
