import type { MinorUnits } from '../../domain/money/money.ts';
import { readMinor } from '../bank/read-minor.ts';
import type { AnswerExtra, NestPayAnswer } from './response-xml.ts';

/** The one return code of success. */
export const SUCCESS = '00';
/** The code means several things: general error, no record, order number already exists, nothing to void. */
export const AMBIGUOUS = '99';

export const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

/**
 * The amount that a transaction moved: the captured amount if the bank gives one, else the original. Undefined if that
 * amount is zero or cannot be read.
 */
export const movedAmount = (original: string | undefined, captured: string | undefined): MinorUnits | undefined => {
  const amount = readMinor(isGiven(captured) ? captured : original);
  return amount === 0 ? undefined : amount;
};

const NO_RECORD = /\bno record found\b/i;

/** The sentence with which banks say that they do not know an order. */
export const hasNoRecordSentence = ({ errorMessage }: NestPayAnswer): boolean => NO_RECORD.test(errorMessage);

/**
 * The one answer with 99 that means something: the bank has no record. The caller decides from when that is believed.
 */
export const saysNoRecord = (answer: NestPayAnswer): boolean =>
  answer.response !== 'Approved' && answer.procReturnCode === AMBIGUOUS && hasNoRecordSentence(answer);

/** Fields of an inquiry that decide something. They stand as elements and in the `ORDERSTATUS` line. */
const factNames = ['ORD_ID', 'CHARGE_TYPE_CD', 'TRANS_STAT', 'ORIG_TRANS_AMT', 'CAPTURE_AMT', 'PROC_RET_CD'] as const;
const referenceNames = ['AUTH_CODE', 'HOST_REF_NUM', 'TRANS_ID'] as const;
type FactName = (typeof factNames)[number] | (typeof referenceNames)[number];

/** The bank's facts about an order; a field that is missing is the empty text. */
export type OrderFacts = Readonly<Record<FactName, string>>;

const LINE_FIELD = /^([A-Z_]{2,30})[:=](.*)$/;

/** `ORD_ID:1<tab>TRANS_STAT:S<tab>...`. Only the first word of a value is read: no field that we need has more. */
const lineFields = (line: string): ReadonlyMap<string, string> =>
  new Map(
    line.split(/\s+/).flatMap((word) => {
      const [, name, value] = LINE_FIELD.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );

/**
 * The facts of an order, from the elements and from the line; either may be missing. `contradictory` if both hold a
 * field that matters and differ.
 */
export const readOrderFacts = (extra: AnswerExtra): { readonly facts: OrderFacts; readonly contradictory: boolean } => {
  const line = lineFields(extra.ORDERSTATUS ?? '');
  const told = (name: FactName): readonly string[] => [extra[name], line.get(name)].filter(isGiven);
  const facts = Object.fromEntries(
    [...factNames, ...referenceNames].map((name) => [name, told(name)[0] ?? '']),
  ) as OrderFacts;
  return { facts, contradictory: factNames.some((name) => new Set(told(name)).size > 1) };
};
