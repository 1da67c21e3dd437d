import type { MinorUnits } from '../../../../shared/domain/money/money.ts';
import { type TestCard, testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankCredit, BankFollowUp, BankOrder } from '../../../../shared/ports/bank-ledger.ts';
import type { BankDay } from '../bank-day.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { type Answer, bankError, gatewayRefusal } from './answers.ts';
import { type ApiRequest, isFilled, wireAmount, wireCurrency } from './api-request.ts';
import type { ErrorCode } from './error-codes.ts';
import { captured, creditRefusal, leftOf, type Step, voided } from './order-life.ts';

/** A capture, Void or Credit of an order in the books. */
export interface AskedFollowUp {
  readonly request: ApiRequest;
  readonly order: BankOrder;
  readonly type: BankFollowUp;
  /** The issuer declines what the bank would do. */
  readonly declines?: true;
}

/** The error of each step for an order that the bank does not know. */
export const unknownOrder: Readonly<Record<BankFollowUp, ErrorCode>> = {
  PostAuth: 'CORE-2509',
  Void: 'CORE-2008',
  Credit: 'CORE-2123',
};

/** Most credits that are kept for one order, refused ones included; further ones are refused. */
const MAX_CREDITS = 30;
/** The issuer's code for what it declines. */
const DO_NOT_HONOUR = '05';

/** The order after a step; undefined if another call changed it first. */
export const changedBy = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  step: Partial<BankOrder>,
): Promise<BankOrder | undefined> => {
  const changed = { ...order, ...step, version: order.version + 1 };
  return (await deps.ledger.changeOrder(changed)) ? changed : undefined;
};

/** The answer to the second of two simultaneous steps. */
export const busy = ({ orderId }: BankOrder): Answer => gatewayRefusal(orderId, 'CORE-2304');

const doneBy = (deps: BankSimulatorDependencies, order: BankOrder, authCode = order.authCode): Answer => ({
  orderId: order.orderId,
  response: 'Approved',
  procReturnCode: '00',
  references: { authCode, hostReference: order.hostReference, transactionId: deps.random.token() },
  cardId: order.cardId,
});

const declinedBy = ({ orderId, cardId }: BankOrder, references: Answer['references']): Answer => ({
  orderId,
  response: 'Declined',
  procReturnCode: DO_NOT_HONOUR,
  errorCode: `ISO8583-${DO_NOT_HONOUR}`,
  ...(references === undefined ? {} : { references }),
  cardId,
});

const carryOut = async (
  deps: BankSimulatorDependencies,
  { order, declines }: AskedFollowUp,
  { step, unclear }: { step: Step; unclear: boolean },
): Promise<Answer> => {
  if ('refused' in step) return gatewayRefusal(order.orderId, step.refused);
  if (declines) return declinedBy(order, { ...order, transactionId: deps.random.token() });
  const changed = await changedBy(deps, order, step);
  if (changed === undefined) return busy(order);
  return unclear ? bankError(order.orderId, 'System error') : doneBy(deps, changed);
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

/** Whether the issuer declines the first credit and accepts the next. */
const isDeclinedFirst = ({ takeBack }: TestCard, { credits }: BankOrder): boolean =>
  takeBack === 'void-refused-first-credit-declined' && !credits.some(({ procReturnCode }) => procReturnCode === '05');

const refusedCredit = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  { amount, code }: { amount: MinorUnits; code: ErrorCode | '05' },
): Promise<Answer> => {
  const byIssuer = code === DO_NOT_HONOUR;
  const procReturnCode = byIssuer ? DO_NOT_HONOUR : '99';
  const credit = newCredit(deps, amount, { state: 'declined', procReturnCode });
  const changed = await changedBy(deps, order, { credits: [...order.credits, credit] });
  if (changed === undefined) return busy(order);
  return byIssuer ? declinedBy(order, credit) : gatewayRefusal(order.orderId, code);
};

/** `Credit`, in full or in part. A refused credit is kept too: inquiries then show it instead of the sale. */
const credit = async (
  deps: BankSimulatorDependencies,
  { request, order, declines }: AskedFollowUp,
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
  if (declines || isDeclinedFirst(card, order)) return refusedCredit(deps, order, { amount, code: DO_NOT_HONOUR });
  const times = card.takeBack === 'credit-twice' ? 2 : 1;
  const done = Array.from({ length: times }, () => newCredit(deps, amount, { state: 'done', procReturnCode: '00' }));
  const credits = [...order.credits, ...done];
  const state = leftOf({ ...order, credits }) <= 0 ? 'refunded' : 'captured';
  const changed = await changedBy(deps, order, { state, credits });
  if (changed === undefined) return busy(order);
  if (card.takeBack === 'void-refused-credit-unclear') return bankError(orderId, 'System error');
  return { ...doneBy(deps, changed), references: credits.at(-1) ?? changed };
};

/** Carries a capture, Void or Credit out, and answers what became of it. */
export const carryOutFollowUp = async (
  deps: BankSimulatorDependencies,
  asked: AskedFollowUp,
  day: BankDay,
): Promise<Answer> => {
  const { request, order, type } = asked;
  const card = testCard(order.cardId);
  if (type === 'Credit') return credit(deps, asked, day);
  if (type === 'Void') {
    const unclear = card.takeBack === 'void-unclear';
    return carryOut(deps, asked, { step: voided(order, card, day), unclear });
  }
  if (isFilled(request.Total) && wireAmount(request.Total) === undefined) {
    return gatewayRefusal(order.orderId, 'CORE-2007');
  }
  const amounts = { amount: wireAmount(request.Total), named: wireAmount(request.Extra?.PREAMT) };
  return carryOut(deps, asked, { step: captured(order, amounts, day.nowMs), unclear: false });
};
