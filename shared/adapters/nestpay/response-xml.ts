import * as z from 'zod/mini';
import { readXml } from './xml-reader.ts';

const MAX_TEXT = 500;
const text = z.optional(z.string().check(z.maxLength(MAX_TEXT)));

/** An element without children reads as an empty text. */
const emptyElement = z.pipe(
  z.literal(''),
  z.transform(() => ({})),
);

const extra = z.object({
  TRANS_STAT: text,
  CHARGE_TYPE_CD: text,
  ORIG_TRANS_AMT: text,
  CAPTURE_AMT: text,
  AUTH_CODE: text,
  HOST_REF_NUM: text,
});

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

/** The fields of a `CC5Response` that anything is decided by. */
export interface NestPayAnswer {
  readonly orderId: string;
  readonly response: 'Approved' | 'Declined' | 'Error';
  readonly procReturnCode: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  /** The bank's text: compared with one sentence, never shown or logged. */
  readonly errorMessage: string;
  /** `100.25`, where the answer holds one. */
  readonly total: string | undefined;
  readonly extra: z.output<typeof extra>;
}

/** Reads an answer, or answers undefined: a repeated, missing or misshapen field makes the whole unreadable. */
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
  };
};
