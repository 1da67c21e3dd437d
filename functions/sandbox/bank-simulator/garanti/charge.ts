import { minor } from '../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import type { TestCharge } from '../../../../shared/nestpay/test-card-behaviour.ts';
import { findTestCard, type TestCard, testCard } from '../../../../shared/nestpay/test-cards.ts';
import type {
  TerminalCharge,
  TerminalOrder,
  TerminalTransaction,
} from '../../../../shared/ports/bank-terminal-ledger.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { maskNumber } from '../mask-number.ts';
import {
  type Answer,
  type ApiResult,
  approved,
  brokenOff,
  declinedWith,
  refused,
  respond,
  writeAnswer,
} from './answers.ts';
import { mayBeCharged } from './order-life.ts';
import { isProofOf, referenceInMd } from './proofs.ts';
import type { Refusal } from './refusals.ts';
import { type CheckedCharge, type GvpsRequest, wireAmount, wireCurrency, wireInstallments } from './request.ts';
import { chargeError, isAfterThreeD } from './request-checks.ts';

/** Most transactions of one order; further ones are refused. */
export const MAX_TRANSACTIONS = 60;

const REFERENCE_DIGITS = 12;
const AUTH_CODE_DIGITS = 6;

/** `RetrefNum` and `AuthCode` of a new transaction. */
export const newReferences = (deps: BankSimulatorDependencies) => ({
  hostReference: deps.random.digits(REFERENCE_DIGITS),
  authCode: deps.random.digits(AUTH_CODE_DIGITS),
});

interface Instrument {
  readonly card: TestCard | undefined;
  readonly maskedNumber: string;
}

/** The card of a request: by its number, or by the `Md` of an authentication for this payment. */
const instrumentOf = async (
  deps: BankSimulatorDependencies,
  checked: CheckedCharge,
): Promise<Instrument | undefined> => {
  const { card, secure3D } = checked.request;
  if (!isAfterThreeD(checked.request)) {
    return { card: findTestCard(card.number), maskedNumber: maskNumber(card.number) };
  }
  const challenge = await deps.ledger.findChallenge(referenceInMd(secure3D.md));
  if (challenge === undefined || !isProofOf(challenge, checked)) return undefined;
  return { card: testCard(challenge.cardId), maskedNumber: challenge.maskedNumber };
};

const refusedCharge: Readonly<Partial<Record<NonNullable<TestCard['garanti']>, Refusal>>> = {
  'refused-0002': 'missing field',
  'refused-0651': 'wrong hash',
  'refused-0752': 'wrong terminal',
};

/** The code with which the issuer declines; undefined where it holds the money, whatever it answers. */
const declineCodeOf = ({ charge: behaviour, shown }: TestCard): string | undefined => {
  if (shown === 'charged-with-decline-code') return undefined;
  if (behaviour === 'declined-with-99' || shown === 'pending-then-reversed') return '99';
  return typeof behaviour === 'object' ? behaviour.declined : undefined;
};

const newTransactions = (
  deps: BankSimulatorDependencies,
  { type, amount }: CheckedCharge,
  card: TestCard,
): readonly TerminalTransaction[] => {
  const declined = declineCodeOf(card);
  const contradicts = card.shown === 'charged-with-decline-code' && typeof card.charge === 'object';
  const made = (): TerminalTransaction => {
    const references = newReferences(deps);
    const base = { type, amount, atMs: deps.clock.now(), ...references };
    if (declined !== undefined) return { ...base, state: 'failed', returnCode: declined, authCode: '' };
    return { ...base, state: 'done', returnCode: contradicts ? card.charge.declined : '00' };
  };
  const times = card.garanti === 'two-charges' && declined === undefined ? 2 : 1;
  return Array.from({ length: times }, made);
};

/** Books a charge under its order id: once, or again after declines. */
const book = async (deps: BankSimulatorDependencies, order: TerminalOrder): Promise<Refusal | TerminalOrder> => {
  const { terminals } = deps.ledger;
  if (await terminals.enter(order)) return order;
  const before = await terminals.find(order.terminalId, order.orderId);
  if (before === undefined) return 'busy';
  if (!mayBeCharged(before)) return 'order used';
  const transactions = [...before.transactions, ...order.transactions];
  if (transactions.length > MAX_TRANSACTIONS) return 'too many';
  const again = { ...order, transactions, version: before.version + 1, firstAtMs: before.firstAtMs };
  return (await terminals.change(again)) ? again : 'busy';
};

const entityBomb = (document: string): string => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const [declaration = '', rest = ''] = document.split('?>');
  const doctype = `<!DOCTYPE GVPSResponse [<!ENTITY e0 "00">${levels.join('')}]>`;
  return `${declaration}?>${doctype}${rest.replace('<SysErrMsg></SysErrMsg>', '<SysErrMsg>&e9;</SysErrMsg>')}`;
};

const OVERSIZE = 70_000;
const redirect: HttpResponse = { statusCode: 302, headers: { location: '/VPServlet' }, body: '' };

/** Behaviours whose charge is booked without a clear answer that it was declined. */
type Booked = Exclude<TestCharge, 'time-out-before-charge' | 'error-before-charge' | object>;

/** The answer to a booked charge: the truth, or the fault that the card stands for. */
const report = async (deps: BankSimulatorDependencies, behaviour: Booked, order: TerminalOrder): Promise<ApiResult> => {
  const { orderId, terminalId, maskedNumber } = order;
  const [latest] = order.transactions.slice(-1);
  const references = latest === undefined ? {} : { references: latest };
  const approval = approved(orderId, { ...references, maskedNumber });
  if (behaviour === 'time-out-after-charge') await deps.hold();
  const document = (): string => writeAnswer(deps, approval, terminalId);
  const results: Readonly<Record<Booked, () => ApiResult>> = {
    approved: () => approval,
    'time-out-after-charge': () => approval,
    'error-after-charge': () => refused(orderId, 'failure'),
    'approved-with-99': () => ({ ...approval, code: '99', reason: '99' }),
    'error-with-00': () => ({ ...approval, message: 'Error' }),
    'declined-with-99': () => declinedWith(orderId, '99'),
    'other-order': () => ({ ...approval, orderId: `${orderId}-OTHER` }),
    // An answer of this wire has no amount.
    'other-amount': () => approval,
    truncated: () => brokenOff(deps, approval, terminalId),
    'entity-bomb': () => ({ raw: respond(entityBomb(document())) }),
    oversize: () => ({ raw: respond(document().replace('<SysErrMsg>', `<SysErrMsg>${'x'.repeat(OVERSIZE)}`)) }),
    redirect: () => ({ raw: redirect }),
  };
  return results[behaviour]();
};

const chargeCard = async (
  deps: BankSimulatorDependencies,
  checked: CheckedCharge,
  { card, maskedNumber }: { readonly card: TestCard; readonly maskedNumber: string },
): Promise<ApiResult> => {
  const { terminalId, currency, installments, request } = checked;
  const orderId = request.order.id;
  const { charge: behaviour } = card;
  if (behaviour === 'time-out-before-charge' || behaviour === 'error-before-charge') {
    if (behaviour === 'time-out-before-charge') await deps.hold();
    return refused(orderId, 'failure');
  }
  const order = await book(deps, {
    terminalId,
    orderId,
    version: 1,
    currency,
    installments,
    cardId: card.id,
    maskedNumber,
    firstAtMs: deps.clock.now(),
    transactions: newTransactions(deps, checked, card),
  });
  if (typeof order === 'string') return refused(orderId, order);
  if (typeof behaviour !== 'object') return report(deps, behaviour, order);
  const [latest] = order.transactions.slice(-1);
  const decline = declinedWith(orderId, behaviour.declined);
  return latest === undefined ? decline : { ...decline, references: { ...latest, authCode: '' }, maskedNumber };
};

/** The answer in the encoding that the card stands for. */
export const inItsEncoding = (answer: ApiResult, { garanti }: TestCard): ApiResult =>
  garanti === 'latin-5' && !('raw' in answer) ? { ...answer, charset: 'ISO-8859-9' } : answer;

const declineOfStranger = (orderId: string): Answer => declinedWith(orderId, '14');

/** `sales` or `preauth`. An order id is charged once; after a decline it may be tried again. */
export const charge = async (
  deps: BankSimulatorDependencies,
  request: GvpsRequest,
  { type, terminalId }: { readonly type: TerminalCharge; readonly terminalId: string },
): Promise<ApiResult> => {
  const orderId = request.order.id;
  const wrong = chargeError(request, deps.clock.now());
  if (wrong !== undefined) return refused(orderId, wrong);
  const amount = wireAmount(request.amount) ?? minor(0);
  const [currency, installments] = [wireCurrency(request.currency), wireInstallments(request.installments)];
  if (currency === undefined || installments === undefined) return refused(orderId, 'missing field');
  const checked = { request, terminalId, type, amount, currency, installments };
  const instrument = await instrumentOf(deps, checked);
  if (instrument === undefined) return refused(orderId, 'wrong proofs');
  const { card, maskedNumber } = instrument;
  if (card === undefined) return declineOfStranger(orderId);
  const refusal = card.garanti === undefined ? undefined : refusedCharge[card.garanti];
  if (refusal !== undefined) return inItsEncoding(refused(orderId, refusal), card);
  return inItsEncoding(await chargeCard(deps, checked, { card, maskedNumber }), card);
};
