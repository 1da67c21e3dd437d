import * as z from 'zod/mini';
import { readXml } from '../bank/xml-reader.ts';

const MAX_TEXT = 500;
/** Longest `ORDERSTATUS` line, which repeats all fields of an order. */
const MAX_LINE = 2000;
const text = z.optional(z.string().check(z.maxLength(MAX_TEXT)));

/** An element without children reads as an empty text. */
const emptyElement = z.pipe(
  z.literal(''),
  z.transform(() => ({})),
);

/** A row of the order history, by its number: `TRX1`, `TRX2`, ... */
const HISTORY_ROW = /^TRX[0-9]{1,4}$/;

/** The parser turns a repeated element into a list, so a row that is no text was repeated. */
const hasTextsAsRows = (elements: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(elements).every(
    ([name, row]) => !HISTORY_ROW.test(name) || (typeof row === 'string' && row.length <= MAX_TEXT),
  );

const extra = z
  .looseObject({
    TRANS_STAT: text,
    CHARGE_TYPE_CD: text,
    ORIG_TRANS_AMT: text,
    CAPTURE_AMT: text,
    AUTH_CODE: text,
    HOST_REF_NUM: text,
    TRANS_ID: text,
    ORD_ID: text,
    PROC_RET_CD: text,
    ORDERSTATUS: z.optional(z.string().check(z.maxLength(MAX_LINE))),
    ERRORCODE: text,
    TRXCOUNT: text,
  })
  .check(z.refine(hasTextsAsRows));

type Extra = z.output<typeof extra>;

const answerSchema = z.object({
  CC5Response: z.object({
    OrderId: text,
    Response: z.enum(['Approved', 'Declined', 'Error']),
    ProcReturnCode: z.string().check(z.regex(/^[0-9A-Za-z]{2}$/)),
    AuthCode: text,
    HostRefNum: text,
    TransId: text,
    ErrMsg: z.optional(z.string()),
    Total: text,
    Extra: z.optional(z.union([emptyElement, extra])),
  }),
});

/** The named fields of `Extra`. */
export type AnswerExtra = { readonly [Name in keyof Extra as string extends Name ? never : Name]?: string | undefined };

const historyRowsOf = (elements: Extra): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(elements).filter(
      (entry): entry is [string, string] => HISTORY_ROW.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );

/** The fields of a `CC5Response` that decide something. */
export interface NestPayAnswer {
  readonly orderId: string;
  readonly response: 'Approved' | 'Declined' | 'Error';
  readonly procReturnCode: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  /** The bank's text: compared with one sentence, never shown or logged. */
  readonly errorMessage: string;
  /** As `100.25`, if the answer has an amount. */
  readonly total: string | undefined;
  readonly extra: AnswerExtra;
  /** Rows of an order history by their names. */
  readonly historyRows: ReadonlyMap<string, string>;
}

/** Reads an answer. Undefined if a field is repeated, missing or malformed: then no part of it is used. */
export const readAnswer = (document: string): NestPayAnswer | undefined => {
  const parsed = z.safeParse(answerSchema, readXml(document));
  if (!parsed.success) return undefined;
  const { CC5Response: answer } = parsed.data;
  return {
    orderId: answer.OrderId ?? '',
    response: answer.Response,
    procReturnCode: answer.ProcReturnCode,
    authCode: answer.AuthCode ?? '',
    hostReference: answer.HostRefNum ?? '',
    transactionId: answer.TransId ?? '',
    errorMessage: answer.ErrMsg ?? '',
    total: answer.Total,
    extra: answer.Extra ?? {},
    historyRows: historyRowsOf(answer.Extra ?? {}),
  };
};
