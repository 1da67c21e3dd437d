import * as z from 'zod/mini';
import { bankCodes } from '../../../domain/attempt/bank-codes.ts';
import type { LedgerAccount, Posting } from '../../../domain/ledger/posting.ts';
import { minor } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { type SentCalls, type Step, type StepShare, stepKinds, stepStates } from '../../../domain/payment/step.ts';
import { isStepQueued } from '../../../domain/payment/step-states.ts';
import type { StepAlone } from '../../../ports/payment-lists.ts';
import { splitOf, splitPart, splitRow } from '../direct-payment/direct-payment-parts.ts';
import {
  objectRow,
  optionalText,
  optionalWhole,
  parseRow,
  type RowOf,
  rowSchema,
  storedAmount,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Row } from '../engine/writes.ts';
import { itemOfKey, stepDueKeys, stepIndexKeys } from '../index-keys.ts';
import { reservationOf, reservationPart, reservationRow } from '../limit/reservation.ts';
import { paymentKeys } from './payment-keys.ts';

/*
 * `5#STEP#nnn`: a capture, void, refund, reversal, pool approval or undo, or other shares, written by its intent and at
 * each change.
 * With sub-dealers its shares and postings are in a second item, which only the intent and the end write.
 */

const signedAmount = rowSchema(() => z.pipe(storedWhole, z.transform(minor)));

/** Names of accounts in few bytes. A sub-dealer's account is its id, with a star for its pool. */
const ACCOUNTS = { p: 'payer', d: 'dealer', 'd*': 'dealer-pool', s: 'service', b: 'bank' } as const;
const CODES = new Map<string, string>(Object.entries(ACCOUNTS).map(([code, account]) => [account, code]));
const ACCOUNT_OF_CODE = new Map<string, LedgerAccount>(Object.entries(ACCOUNTS));

const codeOf = (account: LedgerAccount): string =>
  CODES.get(account) ?? account.replace(/^sub-dealer-pool:(\d+)$/, '$1*').replace(/^sub-dealer:/, '');

const accountOf = (code: string): LedgerAccount => {
  const known = ACCOUNT_OF_CODE.get(code);
  if (known !== undefined) return known;
  const id = Number.parseInt(code, 10);
  return code.endsWith('*') ? `sub-dealer-pool:${id}` : `sub-dealer:${id}`;
};

const postingRow = rowSchema(() => z.tuple([z.string().check(z.regex(/^(?:[psb]|d\*?|\d+\*?)$/)), signedAmount()]));

/** A share without an amount only names its sub-dealer. */
const shareRow = rowSchema(() => z.union([z.tuple([storedWhole]), z.tuple([storedWhole, storedAmount])]));

const movementRow = objectRow(() => ({
  shares: z.array(shareRow()),
  postings: z.array(postingRow()),
  splits: z.optional(z.array(splitRow())),
}));

/** What was sent to the bank, as steps and lost orders store it. */
export const sentRow = objectRow(() => ({
  captureSentAtMs: optionalWhole,
  captureAnswered: z.optional(z.literal(true)),
  voidSentAtMs: optionalWhole,
  voidUnheardAtMs: optionalWhole,
  credit: z.optional(
    z.object({
      atMs: storedWhole,
      amount: storedAmount,
      doneBefore: storedWhole,
      answer: z.optional(z.enum(['approved', 'refused'])),
    }),
  ),
}));

const stepRow = objectRow(() => ({
  pk: storedText,
  sk: storedText,
  attempt: storedWhole,
  kind: z.enum(stepKinds),
  state: z.enum(stepStates),
  version: storedWhole,
  dealerCode: storedText,
  trxId: storedId,
  amount: storedAmount,
  asker: z.discriminatedUnion('by', [
    z.object({ by: z.literal('dealer'), clientIp: optionalText }),
    z.object({ by: z.literal('operator'), commandId: storedText }),
    z.object({ by: z.literal('service') }),
  ]),
  refundCode: optionalText,
  refundRequestId: z.optional(storedId),
  startedAtMs: storedWhole,
  listingShards: storedWhole,
  dueAtMs: storedWhole,
  postponed: storedWhole,
  lastCallAtMs: optionalWhole,
  answerByMs: optionalWhole,
  sent: sentRow(),
  dayEndedAtMs: optionalWhole,
  doneBy: z.optional(z.enum(['void', 'credit'])),
  excessCredit: z.optional(storedAmount),
  bank: z.optional(
    z.object({
      code: z.optional(z.enum(bankCodes)),
      authCode: optionalText,
      hostReference: optionalText,
      transactionId: optionalText,
    }),
  ),
  said: z.optional(
    z.object({ state: storedText, amount: z.optional(storedAmount), code: optionalText, atMs: storedWhole }),
  ),
  reservations: z.array(reservationRow()),
  recheckAtMs: optionalWhole,
  endedAtMs: optionalWhole,
}));

const stepAloneRow = objectRow(() => {
  const { kind, state, doneBy, sent } = stepRow().shape;
  return { kind, state, doneBy, sent };
});

/** What a step's row tells without the item beside it. */
export const readStepAlone = (row: Row): StepAlone => {
  const { sent, ...step } = parseRow('step', stepAloneRow, row);
  return omitUndefined({ ...step, sent: sentOf(sent) });
};

/** True of a step whose shares and postings stand in an item beside it. */
export const hasItemBeside = ({ beside }: Row): boolean => beside === true;

const shareOf = ([subDealerId, amount]: RowOf<typeof shareRow>): StepShare =>
  amount === undefined ? { subDealerId } : { subDealerId, amount };

const postingOf = ([code, amount]: RowOf<typeof postingRow>): Posting => ({ account: accountOf(code), amount });

export const sentOf = ({ credit, ...calls }: RowOf<typeof sentRow>): SentCalls =>
  omitUndefined({ ...calls, credit: credit === undefined ? undefined : omitUndefined(credit) });

/** A step from its item, and from the second item if there is one. */
export const readStep = (row: Row, beside: Row | undefined): Step => {
  const { pk, sk, sent, bank, said, asker, reservations, ...step } = parseRow('step', stepRow, row);
  const { shares, postings, splits } = parseRow('step', movementRow, hasItemBeside(row) ? beside : row);
  const { payment, number } = itemOfKey({ pk, sk });
  return omitUndefined({
    ...step,
    payment,
    number,
    asker: omitUndefined(asker),
    shares: shares.map(shareOf),
    postings: postings.map(postingOf),
    splits: splits?.map(splitOf),
    sent: sentOf(sent),
    reservations: reservations.map(reservationOf),
    bank: bank === undefined ? undefined : omitUndefined(bank),
    said: said === undefined ? undefined : omitUndefined(said),
  });
};

const movement = ({ shares, postings, splits }: Step) => ({
  shares: shares.map(({ subDealerId, amount }) => (amount === undefined ? [subDealerId] : [subDealerId, amount])),
  postings: postings.map(({ account, amount }) => [codeOf(account), amount]),
  ...(splits === undefined ? {} : { splits: splits.map(splitPart) }),
});

/** The second item of a step, with shares and postings; undefined without sub-dealers. */
export const stepMovementItem = (step: Step) =>
  step.shares.length === 0 ? undefined : { ...paymentKeys.stepShares(step), entity: 'step-shares', ...movement(step) };

export const stepItem = (step: Step, gateway: string) => {
  const { payment: _payment, number: _number, shares, postings: _postings, splits: _splits, ...others } = step;
  const { reservations, ...rest } = others;
  return {
    ...paymentKeys.step(step),
    ...stepIndexKeys(step),
    ...(isStepQueued(step) ? stepDueKeys({ ...step, gateway }) : {}),
    entity: 'step',
    ...rest,
    reservations: reservations.map(reservationPart),
    ...(shares.length === 0 ? movement(step) : { beside: true }),
  };
};
