import type { Language } from '../../domain/language.ts';
import type { CapturedShare } from '../../domain/ledger/charged-shares.ts';
import { type Currency, MAX_AMOUNT_MINOR, type MinorUnits, minor } from '../../domain/money/money.ts';
import { readTypedAmount } from '../../domain/money/typed-amount.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import type { AskedStep } from './asked-step.ts';
import type { PaymentStepAction } from './payment-actions.ts';

/** Names of the fields that people type into, in the address of the page that says what will happen. */
export const AMOUNT_FIELD = 'amount';
const SHARE_FIELD = 'share-';
const PART_FIELD = 'part-';
export const shareFieldOf = (subDealerId: number): string => `${SHARE_FIELD}${subDealerId}`;
export const partFieldOf = (subDealerId: number): string => `${PART_FIELD}${subDealerId}`;

/** Name of the field with what the page showed of the step. */
export const SHOWN_FIELD = 'shown';

/** What is wrong with what was typed: which field, and how. `sum`: the shares do not add up to the amount. */
export interface StepFormProblem {
  readonly field: string;
  readonly problem: 'unclear' | 'zero' | 'sum';
}

interface ReadIn {
  readonly language: Language;
  readonly currency: Currency;
  readonly subDealerIds: readonly number[];
}

const isProblem = (read: MinorUnits | undefined | StepFormProblem): read is StepFormProblem => typeof read === 'object';

const typedAmount = (
  field: string,
  text: string | undefined,
  { language, currency }: ReadIn,
): MinorUnits | undefined | StepFormProblem => {
  const read = readTypedAmount(text ?? '', { language, currency });
  if (read === 'missing') return undefined;
  return read === 'unclear' ? { field, problem: 'unclear' } : read;
};

const typedShares = (
  query: Readonly<Record<string, string | undefined>>,
  readIn: ReadIn,
): readonly CapturedShare[] | StepFormProblem => {
  const shares: CapturedShare[] = [];
  for (const subDealerId of readIn.subDealerIds) {
    const amount = typedAmount(shareFieldOf(subDealerId), query[shareFieldOf(subDealerId)], readIn);
    if (isProblem(amount)) return amount;
    if (amount !== undefined && amount > 0) shares.push({ subDealerId, amount });
  }
  return shares;
};

/**
 * Reads what was typed for a refund or a capture (rule 54). Nothing typed: all of it. Shares without an amount: their sum.
 * Nothing is guessed.
 */
const typedPart = (
  query: Readonly<Record<string, string | undefined>>,
  readIn: ReadIn,
): Pick<AskedStep, 'amount' | 'shares'> | StepFormProblem => {
  const amount = typedAmount(AMOUNT_FIELD, query[AMOUNT_FIELD], readIn);
  if (isProblem(amount)) return amount;
  if (amount === 0) return { field: AMOUNT_FIELD, problem: 'zero' };
  const shares = typedShares(query, readIn);
  if ('problem' in shares) return shares;
  if (shares.length === 0) return omitUndefined({ amount });
  const sum = minor(shares.reduce((all, share) => all + share.amount, 0));
  if (amount !== undefined && amount !== sum) return { field: AMOUNT_FIELD, problem: 'sum' };
  return { amount: sum, shares };
};

/** Sub-dealers whose boxes were ticked; empty where all or none were: then all are meant. */
const tickedOf = (query: Readonly<Record<string, string | undefined>>, { subDealerIds }: ReadIn): readonly number[] => {
  const ticked = subDealerIds.filter((id) => query[partFieldOf(id)] !== undefined);
  return ticked.length === subDealerIds.length ? [] : ticked;
};

/** Reads a step from what people typed and ticked, in the address of the page that says what will happen. */
export const readTypedStep = (
  action: PaymentStepAction,
  query: Readonly<Record<string, string | undefined>>,
  readIn: ReadIn,
): AskedStep | StepFormProblem => {
  if (action === 'void') return { action, subDealerIds: [] };
  if (action === 'approve' || action === 'undo') return { action, subDealerIds: tickedOf(query, readIn) };
  const part = typedPart(query, readIn);
  return 'problem' in part ? part : { action, ...part, subDealerIds: [] };
};

/** Hidden fields of the form that carries a step out; amounts are digits of minor units there. */
export const hiddenFieldsOf = ({
  amount,
  shares = [],
  subDealerIds,
}: AskedStep): readonly (readonly [string, string])[] => [
  ...(amount === undefined ? [] : [[AMOUNT_FIELD, String(amount)] as const]),
  ...shares.map((share) => [shareFieldOf(share.subDealerId), String(share.amount)] as const),
  ...subDealerIds.map((id) => [partFieldOf(id), 'yes'] as const),
];

const DIGITS = /^[1-9][0-9]{0,10}$/;

const minorIn = (text: string): MinorUnits | undefined =>
  DIGITS.test(text) && Number(text) <= MAX_AMOUNT_MINOR ? minor(Number(text)) : undefined;

/** Reads a step from the fields that `hiddenFieldsOf` made; undefined where they are none of ours. */
export const readPostedStep = (
  action: PaymentStepAction,
  posted: (name: string) => string,
  subDealerIds: readonly number[],
): AskedStep | undefined => {
  const amount = minorIn(posted(AMOUNT_FIELD));
  if (posted(AMOUNT_FIELD) !== '' && amount === undefined) return undefined;
  const named = subDealerIds.filter((id) => posted(shareFieldOf(id)) !== '');
  const shares = named.flatMap((subDealerId) => {
    const part = minorIn(posted(shareFieldOf(subDealerId)));
    return part === undefined ? [] : [{ subDealerId, amount: part }];
  });
  if (shares.length !== named.length) return undefined;
  const parts = subDealerIds.filter((id) => posted(partFieldOf(id)) !== '');
  if (action === 'void') return { action, subDealerIds: [] };
  if (action === 'approve' || action === 'undo') return { action, subDealerIds: parts };
  return { action, ...omitUndefined({ amount, shares: shares.length === 0 ? undefined : shares }), subDealerIds: [] };
};
