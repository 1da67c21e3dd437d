import * as z from 'zod/mini';
import { type Attempt, callOf, isOfLink } from '../../../domain/attempt/attempt.ts';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import { attemptStates, isQueued } from '../../../domain/attempt/states.ts';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { orderIdOf, referenceOf } from '../../../domain/payment/payment-name.ts';
import { pinnedPosOf } from '../../../domain/virtual-pos/virtual-pos.ts';
import type { AttemptAlone } from '../../../ports/payment-lists.ts';
import { pendingCardOf, pendingCardRow } from '../card/stored-cards.ts';
import {
  directAttemptPart,
  directAttemptPartOf,
  directAttemptRow,
  readSubDealersItem,
} from '../direct-payment/direct-payment-parts.ts';
import {
  objectRow,
  optionalText,
  optionalWhole,
  parseRow,
  storedAmount,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { chargeIndexKeys, dueIndexKeys, itemOfKey } from '../index-keys.ts';
import { reservationOf, reservationPart, reservationRow } from '../limit/reservation.ts';
import { shopTokenIn } from '../link/secrets-item.ts';
import { type CallRows, readAskedFor, readCallFacts, readDirectPart, readLinkPart } from '../payment/call-part.ts';
import { type PaymentItem, readPaymentItem } from '../payment/payment-item.ts';
import { paymentKeys } from '../payment/payment-keys.ts';
import { pinnedPosRow } from '../virtual-pos/virtual-pos-directory.ts';

/*
 * `3#ATTEMPT#nn`: one attempt, written by its intent and at each change. It stays under 1 kB: what never changes is in
 * the payment's item; shares of sub-dealers and a pending card have items of their own.
 */

const attemptRow = objectRow(() => ({
  pk: storedText,
  sk: storedText,
  dealerCode: storedText,
  trxId: storedId,
  next: z.optional(z.literal(true)),
  pos: pinnedPosRow(),
  state: z.enum(attemptStates),
  told: z.enum(['nobody', 'failed', 'paid']),
  version: storedWhole,
  listingShards: storedWhole,
  startedAtMs: storedWhole,
  dueAtMs: storedWhole,
  terms: z.object({
    total: storedAmount,
    currency: z.enum(currencies),
    installments: z.int().check(z.minimum(1), z.maximum(12)),
    type: z.enum(['sale', 'pre-authorisation']),
    commission: z.object({ payer: storedAmount, dealer: storedAmount }),
  }),
  maskedCard: storedText,
  payerAddress: storedText,
  lastCallAtMs: optionalWhole,
  answerByMs: optionalWhole,
  postponed: storedWhole,
  reservations: z.array(reservationRow()),
  activeStep: optionalWhole,
  lastStep: optionalWhole,
  captured: z.optional(storedAmount),
  refunded: z.optional(storedAmount),
  said: z.optional(
    z.object({ state: storedText, amount: z.optional(storedAmount), code: optionalText, atMs: storedWhole }),
  ),
  recheckAtMs: optionalWhole,
  closesAtMs: optionalWhole,
  endedAtMs: optionalWhole,
  paidAtMs: optionalWhole,
  bank: z.optional(
    z.object({
      code: z.optional(z.enum(bankCodes)),
      authCode: optionalText,
      hostReference: optionalText,
      transactionId: optionalText,
    }),
  ),
}));

const aloneRow = objectRow(() => {
  const { state, told, captured, refunded, terms, maskedCard, bank } = attemptRow().shape;
  return { state, told, captured, refunded, terms, maskedCard, bank };
});

/** What an attempt's row tells without its payment's. */
export const readAttemptAlone = (row: Row): AttemptAlone => {
  const { told, bank, ...alone } = parseRow('attempt', aloneRow, row);
  return omitUndefined({ ...alone, reportedOutcome: told, bank: bank === undefined ? undefined : omitUndefined(bank) });
};

/** True of an attempt of a link or a 3D payment, which have a state; false of a direct payment's. */
export const isLinkAttemptRow = ({ callbackSecret }: Row): boolean => callbackSecret !== undefined;

/** True of an attempt whose card the dealer sent. Its call has an item of the attempt's number. */
export const isShopAttemptRow = ({ caller }: Row): boolean => caller !== undefined;

const linkAttemptRow = objectRow(() => ({
  callbackSecret: storedText,
  language: z.enum(['tr', 'en']),
  random: storedText,
  gatewayState: optionalText,
  threeD: z.optional(z.literal(true)),
  baseUrl: optionalText,
  generation: optionalWhole,
  mdStatus: z.optional(z.int().check(z.minimum(0), z.maximum(9))),
  place: optionalWhole,
}));

/** The items that one attempt is read from, with those of its call. */
export interface AttemptRows extends CallRows {
  readonly attempt: Row;
  readonly subDealers?: Row | undefined;
  readonly waitingCard?: Row | undefined;
}

const common = ({ attempt: row, waitingCard }: AttemptRows, paymentId: PaymentItem['paymentId']) => {
  const { pk, sk, told, bank, said, reservations, ...attempt } = parseRow('attempt', attemptRow, row);
  const name = itemOfKey({ pk, sk });
  return omitUndefined({
    ...name,
    reference: referenceOf(name),
    orderId: orderIdOf(name),
    paymentId,
    ...attempt,
    reportedOutcome: told,
    reservations: reservations.map(reservationOf),
    bank: bank === undefined ? undefined : omitUndefined(bank),
    said: said === undefined ? undefined : omitUndefined(said),
    pendingCard:
      waitingCard === undefined ? undefined : pendingCardOf(parseRow('waiting card', pendingCardRow, waitingCard)),
  });
};

/** What an attempt keeps of the dealer's call with a card. */
const callPart = (rows: AttemptRows) => ({
  ...directAttemptPartOf(parseRow('attempt', directAttemptRow, rows.attempt)),
  splits: rows.subDealers === undefined ? [] : readSubDealersItem(rows.subDealers),
});

/** The shares of a link's sub-dealers, where it has some and they were read. */
const splitsIn = ({ subDealers }: AttemptRows) =>
  subDealers === undefined ? {} : { splits: readSubDealersItem(subDealers) };

/** What an attempt of a 3D payment has of its call. */
const askedIn = (rows: AttemptRows) => ({ ...readCallFacts(rows), asked: readAskedFor(rows) });

export const readAttempt = (rows: AttemptRows): Attempt => {
  const { kind, paymentId, otherTrxCode } = readPaymentItem(rows.payment);
  if (kind === 'direct') {
    const direct = { ...readDirectPart(rows), ...callPart(rows) };
    return { ...common(rows, paymentId), ...readCallFacts(rows), kind, direct };
  }
  const { place: shard, ...ownRow } = parseRow('attempt', linkAttemptRow, rows.attempt);
  const own = omitUndefined({ ...ownRow, otherTrxCode });
  if (kind === 'three-d') {
    return {
      ...common(rows, paymentId),
      ...askedIn(rows),
      kind: 'link',
      linkToken: shopTokenIn(rows.secrets),
      ...own,
      shop: callPart(rows),
    };
  }
  const { token: linkToken = '', plan, madeOf } = readLinkPart(rows) ?? {};
  const place = madeOf === undefined || shard === undefined ? undefined : { link: madeOf.name, shard };
  const ofLink = omitUndefined({ plan, madeOf, place });
  const attempt = { ...common(rows, paymentId), kind: 'link', linkToken, ...own, ...ofLink } as const;
  return { ...attempt, ...splitsIn(rows), ...(kind === 'mobile-3d' ? askedIn(rows) : {}) };
};

const ownOf = (attempt: Attempt) => {
  const call = callOf(attempt);
  const ofCall = call === undefined ? {} : directAttemptPart(call);
  if (!isOfLink(attempt)) return ofCall;
  const { callbackSecret, language, random, gatewayState, threeD, baseUrl, generation, mdStatus } = attempt;
  const place = attempt.place?.shard;
  const own = omitUndefined({
    callbackSecret,
    language,
    random,
    gatewayState,
    threeD,
    baseUrl,
    generation,
    mdStatus,
    place,
  });
  return { ...own, ...ofCall };
};

/**
 * An attempt is in the queue until it is final, and after an end on "no record" for one more day (rules 5, 8). Its
 * place in the lists of its day never changes.
 */
export const attemptItem = (attempt: Attempt) => ({
  ...paymentKeys.attempt(attempt),
  ...chargeIndexKeys(attempt),
  ...(isQueued(attempt) ? dueIndexKeys({ ...attempt, gateway: attempt.pos.gateway }) : {}),
  entity: 'attempt',
  dealerCode: attempt.dealerCode,
  trxId: attempt.trxId,
  pos: pinnedPosOf(attempt.pos),
  state: attempt.state,
  told: attempt.reportedOutcome,
  version: attempt.version,
  listingShards: attempt.listingShards,
  startedAtMs: attempt.startedAtMs,
  dueAtMs: attempt.dueAtMs,
  terms: attempt.terms,
  maskedCard: attempt.maskedCard,
  payerAddress: attempt.payerAddress,
  postponed: attempt.postponed,
  reservations: attempt.reservations.map(reservationPart),
  ...omitUndefined({
    next: attempt.next,
    lastCallAtMs: attempt.lastCallAtMs,
    answerByMs: attempt.answerByMs,
    activeStep: attempt.activeStep,
    lastStep: attempt.lastStep,
    captured: attempt.captured,
    refunded: attempt.refunded,
    said: attempt.said,
    recheckAtMs: attempt.recheckAtMs,
    closesAtMs: attempt.closesAtMs,
    endedAtMs: attempt.endedAtMs,
    paidAtMs: attempt.paidAtMs,
    bank: attempt.bank,
  }),
  ...ownOf(attempt),
});

/** The pending card of an attempt, in an item of its own: only code that stores cards reads it. */
export const waitingCardItem = (attempt: Attempt) =>
  attempt.pendingCard === undefined
    ? undefined
    : { ...paymentKeys.waitingCard(attempt), entity: 'waiting-card', ...attempt.pendingCard };
