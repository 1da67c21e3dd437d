/**
 * A decimal number as text, such as `27.50`: amounts and rates. Binary floating point never touches it, and a number
 * does not compile. `decimal` makes one of a text that comes from elsewhere.
 */
export type Decimal = `${number}`;

/** Fields of which at least one of `Names` is given. */
export type AtLeastOne<Fields, Names extends keyof Fields> = {
  readonly [Name in Names]-?: Fields & Required<Pick<Fields, Name>>;
}[Names];

/** Why a call may be sent again: it changes nothing, it has the code that makes a repeat exact, or it may not. */
type Repeat = 'look-up' | 'OtherTrxCode' | 'RefundCode' | 'never';

/** What the client knows of an operation besides its types. */
export interface OperationFacts {
  readonly path: string;
  /** Names of the two blocks of the body. */
  readonly authentication: string;
  readonly request: string;
  readonly repeat: Repeat;
  /** Every result code of a refusal. */
  readonly codes: readonly string[];
}
