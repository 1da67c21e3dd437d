import { findTestCard, type TestCard, type TestCharge, testCard } from '../../shared/domain/bank-test-cards.ts';
import { type MinorUnits, minor } from '../../shared/domain/money.ts';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import type { BankChallenge, BankOrder } from '../../shared/ports/bank-ledger.ts';
import { type Answer, answerElements, xmlResponse } from './answers.ts';
import { type ApiRequest, type ApiResult, bankError, wireAmount, wireCurrency } from './api-request.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';

/** First six and last four digits: all that the bank's books hold of a number. */
export const maskNumber = (number: string): string =>
  number.length < 12 ? '' : `${number.slice(0, 6)}******${number.slice(-4)}`;

interface Instrument {
  readonly card: TestCard | undefined;
  readonly maskedNumber: string;
}

const isProofOf = (challenge: BankChallenge, request: ApiRequest, type: 'Auth' | 'PreAuth'): boolean =>
  challenge.md !== '' &&
  challenge.md === request.Number &&
  challenge.xid === request.PayerTxnId &&
  challenge.eci === request.PayerSecurityLevel &&
  challenge.cavv === request.PayerAuthenticationCode &&
  challenge.clientId === request.ClientId &&
  challenge.orderId === request.OrderId &&
  challenge.amount === wireAmount(request.Total) &&
  challenge.currency === wireCurrency(request.Currency) &&
  challenge.type === type;

/** The card of a request: by its number, or by the `md` of the authentication that this very payment passed. */
const instrumentOf = async (
  deps: BankSimulatorDependencies,
  request: ApiRequest,
  type: 'Auth' | 'PreAuth',
): Promise<Instrument | undefined> => {
  const { Number: number = '' } = request;
  if (/^[0-9]{12,19}$/.test(number)) return { card: findTestCard(number), maskedNumber: maskNumber(number) };
  const [reference = ''] = number.split(':');
  const challenge = await deps.ledger.findChallenge(reference);
  if (challenge === undefined || !isProofOf(challenge, request, type)) return undefined;
  return { card: testCard(challenge.cardId), maskedNumber: challenge.maskedNumber };
};

const declineCodeOf = ({ charge: behaviour }: TestCard): string | undefined => {
  if (behaviour === 'declined-with-99') return '99';
  return typeof behaviour === 'object' ? behaviour.declined : undefined;
};

const newOrder = (
  deps: BankSimulatorDependencies,
  request: ApiRequest & { readonly amount: MinorUnits },
  { card, maskedNumber, type }: { card: TestCard; maskedNumber: string; type: 'Auth' | 'PreAuth' },
): BankOrder => {
  const declined = declineCodeOf(card);
  const accepted = type === 'Auth' ? 'captured' : 'authorised';
  const state = declined === undefined ? accepted : 'declined';
  const now = deps.clock.now();
  return {
    clientId: request.ClientId,
    orderId: request.OrderId,
    version: 1,
    state,
    amount: request.amount,
    capturedAmount: state === 'captured' ? request.amount : minor(0),
    currency: wireCurrency(request.Currency) ?? 'TL',
    procReturnCode: declined ?? '00',
    cardId: card.id,
    maskedNumber,
    authCode: declined === undefined ? deps.random.digits(6) : '',
    hostReference: deps.random.digits(12),
    transactionId: deps.random.token(),
    authorisedAtMs: now,
    ...(state === 'captured' ? { capturedAtMs: now } : {}),
  };
};

const DECLINE_TEXT = 'Kart sahibinin bankası işlemi onaylamadı.';

const entityBomb = (document: string): string => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const [declaration = '', rest = ''] = document.split('?>');
  const doctype = `<!DOCTYPE CC5Response [<!ENTITY e0 "00">${levels.join('')}]>`;
  return `${declaration}?>${doctype}${rest.replace('<ErrMsg></ErrMsg>', '<ErrMsg>&e9;</ErrMsg>')}`;
};

const redirect: HttpResponse = { statusCode: 302, headers: { location: '/fim/api' }, body: '' };

/** Charges that reach the books, approved or declined. */
type Booked = Exclude<TestCharge, 'time-out-before-charge' | 'error-before-charge'>;

/** What the bank answers to a charge that is in its books: the truth, or what the card is there to show. */
const report = async (deps: BankSimulatorDependencies, behaviour: Booked, order: BankOrder): Promise<ApiResult> => {
  const { orderId } = order;
  const approval: Answer = { orderId, response: 'Approved', procReturnCode: '00', order };
  if (typeof behaviour === 'object') {
    return { ...approval, response: 'Declined', procReturnCode: behaviour.declined, errorMessage: DECLINE_TEXT };
  }
  if (behaviour === 'time-out-after-charge') await deps.hold();
  const document = (): string => deps.writeXml(answerElements(approval, deps.clock.now()));
  const results: Readonly<Record<Exclude<Booked, object>, () => ApiResult>> = {
    approved: () => approval,
    'time-out-after-charge': () => approval,
    'error-after-charge': () => bankError(orderId, 'System error'),
    'approved-with-99': () => ({ ...approval, procReturnCode: '99' }),
    'error-with-00': () => ({ ...approval, response: 'Error' }),
    'declined-with-99': () => ({ ...approval, response: 'Declined', procReturnCode: '99' }),
    'other-order': () => ({ ...approval, orderId: `${orderId}-OTHER` }),
    'other-amount': () => ({ ...approval, total: minor(order.amount + 100) }),
    truncated: () => ({ raw: xmlResponse(document().slice(0, -20)) }),
    'entity-bomb': () => ({ raw: xmlResponse(entityBomb(document())) }),
    oversize: () => ({ raw: xmlResponse(document().replace('<ErrMsg>', `<ErrMsg>${'x'.repeat(70_000)}`)) }),
    redirect: () => ({ raw: redirect }),
  };
  return results[behaviour]();
};

/** A sale or pre-authorisation. An order id is charged once: a second try gets the error that real banks give. */
export const charge = async (
  deps: BankSimulatorDependencies,
  request: ApiRequest,
  type: 'Auth' | 'PreAuth',
): Promise<ApiResult> => {
  const { OrderId: orderId } = request;
  const amount = wireAmount(request.Total);
  if (amount === undefined || wireCurrency(request.Currency) === undefined) {
    return bankError(orderId, 'Amount or currency is not valid');
  }
  const instrument = await instrumentOf(deps, request, type);
  if (instrument === undefined) return bankError(orderId, 'The 3D values do not belong to this payment');
  const { card, maskedNumber } = instrument;
  if (card === undefined) {
    return { orderId, response: 'Declined', procReturnCode: '14', errorMessage: 'Only test cards exist here' };
  }
  const { charge: behaviour } = card;
  if (behaviour === 'time-out-before-charge' || behaviour === 'error-before-charge') {
    if (behaviour === 'time-out-before-charge') await deps.hold();
    return bankError(orderId, 'System error');
  }
  const order = newOrder(deps, { ...request, amount }, { card, maskedNumber, type });
  if (!(await deps.ledger.enter(order))) return bankError(orderId, 'Order number exists already');
  return report(deps, behaviour, order);
};
