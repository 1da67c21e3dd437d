import { type Attempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { isOrderId, referenceOfOrder } from '../../../shared/domain/attempt/order-id.ts';
import { attemptStates } from '../../../shared/domain/attempt/states.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type ListedPayment, PAYMENT_POSITION } from '../../../shared/ports/operator-payments.ts';
import { UnreadableRow } from '../../../shared/ports/store-errors.ts';
import { type CommandCall, type Result, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { defaulted, optional } from '../fields.ts';
import { anyId, choice, day, shaped, whole } from '../kinds.ts';
import { attemptSummary, shownAttempt, shownDirect, shownLinkOf } from '../payment-shown.ts';
import { search } from '../search.ts';
import { cursorOf, dealerCodeField, otherTrxCode } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;
/** More attempts than a link (20) or a code (10) can have. A longer chain is damaged. */
const MAX_CHAIN = 30;

const orderIdKind = shaped('text that begins with ORDER-', 'must be an order id, which begins with ORDER-', (text) =>
  isOrderId(text) ? text : undefined,
);

/** A payment: its link if it has one, and its latest attempt if there was any. */
interface Payment {
  readonly link?: PaymentRequest | undefined;
  readonly latest?: Attempt | undefined;
}

interface Order {
  readonly dealerCode: string;
  readonly day: string;
  readonly orderId: string;
}

type Find = (dealerCode: string, call: CommandCall) => Promise<Payment | undefined>;

const ofLink = async (link: PaymentRequest | undefined, { deps }: CommandCall): Promise<Payment | undefined> => {
  if (link === undefined) return undefined;
  const { latest } = link.progress;
  return { link, latest: latest === undefined ? undefined : await deps.payments.find(latest) };
};

const byCode =
  (text: string): Find =>
  async (dealerCode, call) => {
    const { payments, paymentRequests, idempotencyRecords } = call.deps;
    const claim = await idempotencyRecords.find(dealerCode, text);
    if (claim?.linkToken !== undefined) return ofLink(await paymentRequests.findByToken(claim.linkToken), call);
    return claim?.attemptReference === undefined ? undefined : { latest: await payments.find(claim.attemptReference) };
  };

const byId =
  (id: number): Find =>
  async (dealerCode, call) =>
    ofLink(await call.deps.links.findById(dealerCode, id), call);

const findOfDay = async (order: Order, call: CommandCall): Promise<Attempt | undefined> => {
  const listingShards = await listingShardsOf(order.dealerCode, call);
  return call.deps.payments.findOfDay({ ...order, listingShards });
};

/** A direct payment is found by its order id. A link's payment is searched among the payments of its day. */
const byOrder =
  (orderId: string, of: string | undefined): Find =>
  async (dealerCode, call) => {
    const { payments, paymentRequests } = call.deps;
    const referred = await payments.find(referenceOfOrder(orderId));
    const direct = referred?.orderId === orderId && referred.dealerCode === dealerCode ? referred : undefined;
    const attempt = direct ?? (of === undefined ? undefined : await findOfDay({ dealerCode, day: of, orderId }, call));
    if (attempt === undefined) return undefined;
    if (isOfLink(attempt)) return ofLink(await paymentRequests.findByToken(attempt.linkToken), call);
    const code = attempt.direct.otherTrxCode;
    const named = code === undefined ? undefined : await byCode(code)(dealerCode, call);
    return named ?? { latest: attempt };
  };

/** All attempts of a payment, the latest first. */
const chainOf = async (latest: Attempt | undefined, { deps }: CommandCall): Promise<readonly Attempt[]> => {
  const chain: Attempt[] = [];
  let attempt = latest;
  while (attempt !== undefined && chain.length < MAX_CHAIN) {
    chain.push(attempt);
    const { previous }: Attempt = attempt;
    attempt = previous === undefined ? undefined : await deps.payments.find(previous);
  }
  return chain;
};

const shown = async ({ link, latest }: Payment, call: CommandCall): Promise<Result> => {
  const attempts = await chainOf(latest, call);
  return {
    ...(link === undefined ? {} : { paymentRequest: shownLinkOf(link, call.nowMs) }),
    ...(latest === undefined || isOfLink(latest) ? {} : { direct: shownDirect(latest) }),
    attempts: attempts.map((attempt) => shownAttempt(attempt, call.nowMs)),
  };
};

/** Names the kind and field of a damaged record, so that an operator knows where to look. */
const readable = async <Read>(read: () => Promise<Read>): Promise<Read> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableRow) throw notPossible(`This payment cannot be shown: ${error.message}.`);
    throw error;
  }
};

export const showPayment = showCommand(
  {
    name: 'show-payment',
    group: 'Payments',
    summary: 'Show a payment with all its attempts, the last one first.',
    notes: [
      'One of orderId, otherTrxCode and userPosPaymentId says which. The order id of a direct payment is enough; that of a payment link needs the day it began on as well.',
      '"told" is the outcome that was reported to dealer or payer: after "failed" nothing stays charged. "standing" is what an attempt waits for: running, in-doubt, taking-back, stuck, or recheck (it ended on the bank\'s "no record", which is asked about once more); "limits" is what it took from limits and has not given back.',
      "The link's address, references of callbacks, merchant keys and card tokens are not shown.",
    ],
    fields: {
      dealerCode: dealerCodeField,
      orderId: optional(orderIdKind, 'VirtualPosOrderId of any of its attempts.'),
      day: optional(day, "Day in Istanbul on which the attempt of orderId began; needed for a payment link's."),
      otherTrxCode: optional(otherTrxCode, "The dealer's OtherTrxCode."),
      userPosPaymentId: optional(anyId, 'UserPosPaymentId of a payment request.'),
    },
    example: { dealerCode: '1001', userPosPaymentId: 100000 },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const of = input.day ?? undefined;
    const ways: readonly Find[] = [
      ...(typeof input.orderId === 'string' ? [byOrder(input.orderId, of)] : []),
      ...(typeof input.otherTrxCode === 'string' ? [byCode(input.otherTrxCode)] : []),
      ...(typeof input.userPosPaymentId === 'number' ? [byId(input.userPosPaymentId)] : []),
    ];
    const [find] = ways;
    if (find === undefined || ways.length > 1) {
      throw invalidField('orderId', 'or otherTrxCode or userPosPaymentId is required, one of the three');
    }
    if (of !== undefined && typeof input.orderId !== 'string') throw invalidField('day', 'goes with orderId alone');
    const payment = await readable(() => find(dealerCode, call));
    const owner = (payment?.link ?? payment?.latest)?.dealerCode;
    if (payment === undefined || owner !== dealerCode) {
      const where = typeof input.orderId === 'string' && of === undefined ? "; a payment link's needs its day" : '';
      throw notFound(`such payment of dealer ${dealerCode}${where}`);
    }
    return { dealerCode, ...(await readable(() => shown(payment, call))) };
  },
);

/** Fields that select payments of a day. */
export const dayFields = {
  dealerCode: dealerCodeField,
  day: optional(day, 'Day in Istanbul on which the payments began; today when not given.'),
  state: optional(choice(attemptStates), 'Only payments in this state.'),
};

/** True if a payment is in the wanted state. An unreadable one may be in any state, so it is included. */
export const inState = (state: string | null | undefined) =>
  typeof state === 'string'
    ? ({ attempt }: ListedPayment): boolean => attempt === undefined || attempt.state === state
    : undefined;

/** The attempts of a page, for reading their links. */
export const attemptsOf = (listed: readonly { readonly attempt?: Attempt }[]): readonly Attempt[] =>
  listed.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt]));

export const listPayments = showCommand(
  {
    name: 'list-payments',
    group: 'Payments',
    summary: "List a dealer's payments of a day, oldest first, one line an attempt.",
    notes: [
      'Payments of links and direct payments alike. A payment appears in the list, and changes its state there, within a second or so.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a state is asked for. A payment whose record cannot be read is listed as unreadable, whatever the state.',
    ],
    fields: {
      ...dayFields,
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most payments in the answer.' }),
      cursor: cursorOf(PAYMENT_POSITION),
    },
    example: { dealerCode: '1001', state: 'approved', limit: 50 },
  },
  async ({ dealerCode, day: given, state, limit, cursor }, call) => {
    const of = given ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => call.deps.payments.pageOfDay({ dealerCode, day: of, listingShards, ...page }),
      wanted: inState(state),
    });
    const links = await call.deps.payments.linksOf(attemptsOf(found));
    const payments = found.map(({ attempt, orderId }) =>
      attempt === undefined ? { orderId, unreadable: true } : attemptSummary(attempt, links),
    );
    return { dealerCode, day: of, payments, ...(next === undefined ? {} : { next }) };
  },
);
