import { testCard } from '../../shared/domain/bank-test-cards.ts';
import { minor } from '../../shared/domain/money.ts';
import type { BankOrder } from '../../shared/ports/bank-ledger.ts';
import type { Answer } from './answers.ts';
import { type ApiRequest, bankError, wireAmount } from './api-request.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

/** A capture may pass the pre-authorised amount by this much, in percent. */
const MAX_CAPTURE_PERCENT = 115;

type Change = Partial<BankOrder> | { readonly refused: string };

const capture = (request: ApiRequest, order: BankOrder, now: number): Change => {
  const amount = wireAmount(request.Total);
  if (order.state !== 'authorised' || amount === undefined) return { refused: 'Nothing to capture' };
  const named = wireAmount(request.Extra?.PREAMT);
  const tooMuch = amount * 100 > order.amount * MAX_CAPTURE_PERCENT;
  if (amount > order.amount && (named !== order.amount || tooMuch)) return { refused: 'Amount is not valid' };
  return { state: 'captured', capturedAmount: amount, capturedAtMs: now };
};

const cancel = (order: BankOrder, now: number): Change => {
  const { takeBack } = testCard(order.cardId);
  const open = order.state === 'authorised' || order.state === 'captured';
  const possible = takeBack === 'possible' || takeBack === 'void-unclear';
  return open && possible
    ? { state: 'voided', capturedAmount: minor(0), voidedAtMs: now }
    : { refused: 'Nothing to void' };
};

/** In full only: nothing here gives back less. */
const credit = (request: ApiRequest, order: BankOrder): Change => {
  const possible = testCard(order.cardId).takeBack !== 'void-and-credit-refused';
  const whole = wireAmount(request.Total) === order.capturedAmount;
  return order.state === 'captured' && whole && possible ? { state: 'refunded' } : { refused: 'Nothing to refund' };
};

const isUnclear = (type: string | undefined, order: BankOrder): boolean => {
  const { takeBack } = testCard(order.cardId);
  return (
    (type === 'Void' && takeBack === 'void-unclear') ||
    (type === 'Credit' && takeBack === 'void-refused-credit-unclear')
  );
};

/** `PostAuth`, `Void` or `Credit` of an order in the books. Two at once: one of them gets an error. */
export const followUp = async (
  deps: BankSimulatorDependencies,
  request: ApiRequest,
  order: BankOrder,
): Promise<Answer> => {
  const now = deps.clock.now();
  const changes = new Map<string | undefined, () => Change>([
    ['PostAuth', () => capture(request, order, now)],
    ['Void', () => cancel(order, now)],
    ['Credit', () => credit(request, order)],
  ]);
  const change = changes.get(request.Type)?.() ?? { refused: 'The type is not known' };
  if ('refused' in change) return bankError(order.orderId, change.refused);
  const changed = { ...order, ...change, version: order.version + 1 };
  if (!(await deps.ledger.changeOrder(changed))) return bankError(order.orderId, 'The order is busy');
  if (isUnclear(request.Type, order)) return bankError(order.orderId, 'System error');
  return { orderId: order.orderId, response: 'Approved', procReturnCode: '00', order: changed };
};
