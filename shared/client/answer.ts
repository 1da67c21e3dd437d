import { type Operations, operations } from './contract.ts';
import { withDecimals } from './decimal.ts';

export type OperationName = keyof Operations;
export type FieldsOf<Name extends OperationName> = Operations[Name]['fields'];
export type DataOf<Name extends OperationName> = Operations[Name]['data'];
/** The result codes with which an operation refuses. */
export type CodeOf<Name extends OperationName> = Operations[Name]['code'];

/** The operation was carried out. `replayed`: the answer is that of an earlier call with the same code. */
interface Success<Data> {
  readonly kind: 'success';
  readonly data: Data;
  readonly replayed: boolean;
}

/** The bank said no, in `data`. Nothing was charged, captured or voided. */
interface Declined<Data> {
  readonly kind: 'declined';
  readonly data: Data;
  readonly replayed: boolean;
}

/** Operations with a bank behind them answer IsSuccessful, which the kind of the answer repeats. */
type BankAnswer<Data> = Data extends { readonly IsSuccessful: infer Done }
  ? boolean extends Done
    ? Success<Data & { readonly IsSuccessful: true }> | Declined<Data & { readonly IsSuccessful: false }>
    : Success<Data>
  : Success<Data>;

/** The service refused. `switch` over `code` knows every code of the operation. */
interface Refused<Code extends string> {
  readonly kind: 'refused';
  readonly code: Code;
  /** One sentence: what was wrong, with which field. */
  readonly message: string;
}

/** A refusal with a code that is newer than this client, or that belongs to no operation. */
interface RefusedOtherwise {
  readonly kind: 'refused-otherwise';
  readonly code: string;
  readonly message: string;
}

/**
 * No answer that could be read. The operation may have been carried out: ask again with the same OtherTrxCode, or look
 * it up.
 */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly reason: 'time-out' | 'network' | 'unreadable';
  /** HTTP status of an answer that was no envelope. */
  readonly status?: number;
}

export type Answer<Name extends OperationName> =
  | ([DataOf<Name>] extends [infer Data] ? BankAnswer<Data> : never)
  | Refused<CodeOf<Name>>
  | RefusedOtherwise
  | NoAnswer;

/** An answer of any operation. */
export type AnyAnswer = Success<unknown> | Declined<unknown> | Refused<string> | RefusedOtherwise | NoAnswer;

/** What came over HTTP. */
export interface Received {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

interface Envelope {
  readonly Data: unknown;
  readonly ResultCode: string;
  readonly ResultMessage?: string | null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isEnvelope = (value: unknown): value is Envelope =>
  isRecord(value) && 'Data' in value && typeof value.ResultCode === 'string';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text, withDecimals);
  } catch {
    return undefined;
  }
};

/** The answer of an operation, from what came over HTTP. */
export const readAnswer = (name: OperationName, { status, text, replayed }: Received): AnyAnswer => {
  const envelope = parsed(text);
  if (!isEnvelope(envelope)) return { kind: 'no-answer', reason: 'unreadable', status };
  const { Data: data, ResultCode: code, ResultMessage } = envelope;
  if (code === 'Success') {
    const declined = isRecord(data) && data.IsSuccessful === false;
    return { kind: declined ? 'declined' : 'success', data, replayed };
  }
  const codes: readonly string[] = operations[name].codes;
  return { kind: codes.includes(code) ? 'refused' : 'refused-otherwise', code, message: ResultMessage ?? '' };
};
