import { MAX_AMOUNT_MINOR, type MinorUnits, minor } from '../../domain/money/money.ts';
import type { AnswerExtra, NestPayAnswer } from './response-xml.ts';

/** The only return code of a success. */
export const SUCCESS = '00';
/** Several things at once: general error, no record, order number exists already, nothing to void. */
export const AMBIGUOUS = '99';

export const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

const MINOR_UNITS = /^[0-9]{1,11}$/;

/** An amount in minor units as the bank writes it; undefined where it cannot be read. */
export const readMinor = (text: string | undefined): MinorUnits | undefined => {
  if (text === undefined || !MINOR_UNITS.test(text) || Number(text) > MAX_AMOUNT_MINOR) return undefined;
  return minor(Number(text));
};

/**
 * The amount that a transaction moved: what was captured where the bank tells it, else the original amount. Undefined
 * where the one that counts is zero or cannot be read.
 */
export const movedAmount = (original: string | undefined, captured: string | undefined): MinorUnits | undefined => {
  const amount = readMinor(isGiven(captured) ? captured : original);
  return amount === 0 ? undefined : amount;
};

const NO_RECORD = /\bno record found\b/i;

/** The sentence of an answer about an order that the bank does not know. */
export const hasNoRecordSentence = ({ errorMessage }: NestPayAnswer): boolean => NO_RECORD.test(errorMessage);

/** The one answer with 99 that is more than an error. For how long it is not believed is decided elsewhere. */
export const saysNoRecord = (answer: NestPayAnswer): boolean =>
  answer.response !== 'Approved' && answer.procReturnCode === AMBIGUOUS && hasNoRecordSentence(answer);

/** Fields of an inquiry that something is decided by, as they stand alone and in the `ORDERSTATUS` line. */
const factNames = ['ORD_ID', 'CHARGE_TYPE_CD', 'TRANS_STAT', 'ORIG_TRANS_AMT', 'CAPTURE_AMT', 'PROC_RET_CD'] as const;
const referenceNames = ['AUTH_CODE', 'HOST_REF_NUM', 'TRANS_ID'] as const;
type FactName = (typeof factNames)[number] | (typeof referenceNames)[number];

/** What the bank says of an order; a field that it does not tell is the empty text. */
export type OrderFacts = Readonly<Record<FactName, string>>;

const LINE_FIELD = /^([A-Z_]{2,30})[:=](.*)$/;

/** `ORD_ID:1<tab>TRANS_STAT:S<tab>...`; a second word of a value (the hour of a date) belongs to no field that is read. */
const lineFields = (line: string): ReadonlyMap<string, string> =>
  new Map(
    line.split(/\s+/).flatMap((word) => {
      const [, name, value] = LINE_FIELD.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );

/**
 * The fields of an order, from the elements and from the line, of which either may be missing. `contradictory` where
 * both tell a field that matters, and not the same.
 */
export const readOrderFacts = (extra: AnswerExtra): { readonly facts: OrderFacts; readonly contradictory: boolean } => {
  const line = lineFields(extra.ORDERSTATUS ?? '');
  const told = (name: FactName): readonly string[] => [extra[name], line.get(name)].filter(isGiven);
  const facts = Object.fromEntries(
    [...factNames, ...referenceNames].map((name) => [name, told(name)[0] ?? '']),
  ) as OrderFacts;
  return { facts, contradictory: factNames.some((name) => new Set(told(name)).size > 1) };
};
