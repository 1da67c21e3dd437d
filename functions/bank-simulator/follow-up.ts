import type { MinorUnits } from '../../shared/domain/money/money.ts';
import { type TestCard, testCard } from '../../shared/nestpay/test-cards.ts';
import type { BankCredit, BankOrder } from '../../shared/ports/bank-ledger.ts';
import { type Answer, type ApiResult, bankError, gatewayRefusal } from './answers.ts';
import { type ApiRequest, isFilled, wireAmount, wireCurrency } from './api-request.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import type { ErrorCode } from './error-codes.ts';
import { type BankDay, captured, creditRefusal, leftOf, type Step, voided } from './order-life.ts';

export const FOLLOW_UP_TYPES = ['PostAuth', 'Void', 'Credit'] as const;
export type FollowUpType = (typeof FOLLOW_UP_TYPES)[number];

/** What each answers for an order that the bank does not know. */
export const unknownOrder: Readonly<Record<FollowUpType, ErrorCode>> = {
  PostAuth: 'CORE-2509',
  Void: 'CORE-2008',
  Credit: 'CORE-2123',
};

/** Credits of one order that are kept, refused ones among them; further ones are refused. */
const MAX_CREDITS = 30;
/** The issuer's code for a credit that it does not take. */
const DECLINED_CREDIT = '05';

const changedBy = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  step: Partial<BankOrder>,
): Promise<BankOrder | undefined> => {
  const changed = { ...order, ...step, version: order.version + 1 };
  return (await deps.ledger.changeOrder(changed)) ? changed : undefined;
};

/** Two steps at once: one of them gets an error. */
const busy = ({ orderId }: BankOrder): Answer => gatewayRefusal(orderId, 'CORE-2304');

const done = (deps: BankSimulatorDependencies, order: BankOrder, authCode = order.authCode): Answer => ({
  orderId: order.orderId,
  response: 'Approved',
  procReturnCode: '00',
  references: { authCode, hostReference: order.hostReference, transactionId: deps.random.token() },
  cardId: order.cardId,
});

const carryOut = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  { step, unclear }: { step: Step; unclear: boolean },
): Promise<Answer> => {
  if ('refused' in step) return gatewayRefusal(order.orderId, step.refused);
  const changed = await changedBy(deps, order, step);
  if (changed === undefined) return busy(order);
  return unclear ? bankError(order.orderId, 'System error') : done(deps, changed);
};

const newCredit = (
  deps: BankSimulatorDependencies,
  amount: MinorUnits,
  outcome: Pick<BankCredit, 'state' | 'procReturnCode'>,
): BankCredit => {
  const reachedHost = outcome.procReturnCode !== '99';
  return {
    ...outcome,
    amount,
    authCode: outcome.state === 'done' ? deps.random.digits(6) : '',
    hostReference: reachedHost ? deps.random.digits(12) : '',
    transactionId: deps.random.token(),
    atMs: deps.clock.now(),
  };
};

/** Whether the issuer declines a credit first, and takes the next one. */
const isDeclinedFirst = ({ takeBack }: TestCard, { credits }: BankOrder): boolean =>
  takeBack === 'void-refused-first-credit-declined' && !credits.some(({ procReturnCode }) => procReturnCode === '05');

const refusedCredit = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  { amount, code }: { amount: MinorUnits; code: ErrorCode | '05' },
): Promise<Answer> => {
  const byIssuer = code === DECLINED_CREDIT;
  const procReturnCode = byIssuer ? DECLINED_CREDIT : '99';
  const credit = newCredit(deps, amount, { state: 'declined', procReturnCode });
  const changed = await changedBy(deps, order, { credits: [...order.credits, credit] });
  if (changed === undefined) return busy(order);
  if (!byIssuer) return gatewayRefusal(order.orderId, code);
  const { orderId, cardId } = order;
  const errorCode = `ISO8583-${DECLINED_CREDIT}`;
  return { orderId, response: 'Declined', procReturnCode, errorCode, references: credit, cardId };
};

/** `Credit`, in whole or in parts. A refused one is kept too: an inquiry then shows it, and not the sale. */
const credit = async (
  deps: BankSimulatorDependencies,
  { request, order }: { request: ApiRequest; order: BankOrder },
  { closedAtMs }: BankDay,
): Promise<Answer> => {
  const { orderId } = order;
  const card = testCard(order.cardId);
  const amount = wireAmount(request.Total);
  if (amount === undefined) return gatewayRefusal(orderId, 'CORE-2007');
  if (amount === 0) return gatewayRefusal(orderId, 'CORE-2009');
  if (isFilled(request.Currency) && wireCurrency(request.Currency) !== order.currency) {
    return gatewayRefusal(orderId, 'CORE-2119');
  }
  const refusal = creditRefusal(order, card, { amount, closedAtMs });
  if (order.credits.length >= MAX_CREDITS) return gatewayRefusal(orderId, 'CORE-2514');
  if (refusal !== undefined) return refusedCredit(deps, order, { amount, code: refusal });
  if (isDeclinedFirst(card, order)) return refusedCredit(deps, order, { amount, code: DECLINED_CREDIT });
  const credits = [...order.credits, newCredit(deps, amount, { state: 'done', procReturnCode: '00' })];
  const state = leftOf({ ...order, credits }) === 0 ? 'refunded' : 'captured';
  const changed = await changedBy(deps, order, { state, credits });
  if (changed === undefined) return busy(order);
  if (card.takeBack === 'void-refused-credit-unclear') return bankError(orderId, 'System error');
  return { ...done(deps, changed), references: credits.at(-1) ?? changed };
};

/** `PostAuth`, `Void` or `Credit` of an order in the books. */
export const followUp = (
  deps: BankSimulatorDependencies,
  { request, order, type }: { request: ApiRequest; order: BankOrder; type: FollowUpType },
  day: BankDay,
): Promise<ApiResult> => {
  const card = testCard(order.cardId);
  if (type === 'Credit') return credit(deps, { request, order }, day);
  if (type === 'Void') {
    const unclear = card.takeBack === 'void-unclear';
    return carryOut(deps, order, { step: voided(order, card, day), unclear });
  }
  if (isFilled(request.Total) && wireAmount(request.Total) === undefined) {
    return Promise.resolve(gatewayRefusal(order.orderId, 'CORE-2007'));
  }
  const asked = { amount: wireAmount(request.Total), named: wireAmount(request.Extra?.PREAMT) };
  return carryOut(deps, order, { step: captured(order, asked, day.nowMs), unclear: false });
};
