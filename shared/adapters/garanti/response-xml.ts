import * as z from 'zod/mini';
import { readXml } from '../bank/xml-reader.ts';

const MAX_TEXT = 100;
/** Most transactions of an order that are read. */
const MAX_TRANSACTIONS = 100;
/** Most orders on one page of a list. */
const MAX_LISTED = 500;

/** An element that is absent reads as an empty one. */
const text = z.pipe(
  z.optional(z.string().check(z.maxLength(MAX_TEXT))),
  z.transform((told) => told ?? ''),
);

/** An element without children reads as an empty text. */
const emptyElement = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

/** Elements of one name: one or many. An empty list is an empty text. */
const oneOrMany = <Item extends z.core.$ZodType<object>>(item: Item, most: number) =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => [] as z.output<Item>[]),
    ),
    z.pipe(
      item,
      z.transform((one) => [one]),
    ),
    z.array(item).check(z.maxLength(most)),
  ]);

const transaction = z.object({
  Type: text,
  Status: text,
  AuthAmount: text,
  PreAuthAmount: text,
  AuthDate: text,
  VoidDate: text,
  RetrefNum: text,
  AuthCode: text,
  ReturnCode: text,
  CurrencyCode: text,
  Settlement: text,
});

/** One transaction of an order history, in the bank's texts. An absent element is empty. */
export type TransactionTexts = z.output<typeof transaction>;

const listed = z.object({ OrderID: text, AuthAmount: text, CurrencyCode: text });
export type ListedTexts = z.output<typeof listed>;

const listOf = <Item extends z.core.$ZodType<object>>(item: Item, most: number) =>
  z.optional(z.union([emptyElement, z.object({ OrderTxn: z.optional(oneOrMany(item, most)) })]));

const state = z.object({ Status: text, AuthAmount: text, PreAuthAmount: text, ReturnCode: text });
export type StateTexts = z.output<typeof state>;

const order = z.object({
  OrderID: text,
  OrderInqResult: z.optional(z.union([emptyElement, state])),
  OrderHistInqResult: z.optional(
    z.union([emptyElement, z.object({ OrderTxnList: listOf(transaction, MAX_TRANSACTIONS) })]),
  ),
  OrderListInqResult: z.optional(
    z.union([
      emptyElement,
      z.object({
        OrderTxnList: z.optional(
          z.union([
            emptyElement,
            z.object({
              TotalPageCount: text,
              ActPageNum: text,
              OrderTxn: z.optional(oneOrMany(listed, MAX_LISTED)),
            }),
          ]),
        ),
      }),
    ]),
  ),
});

const answerSchema = z.object({
  GVPSResponse: z.object({
    Order: z.optional(z.union([emptyElement, order])),
    Transaction: z.object({
      Response: z.object({
        Source: text,
        Code: z.string().check(z.regex(/^[0-9A-Za-z]{2}$/)),
        ReasonCode: text,
        Message: text,
      }),
      RetrefNum: text,
      AuthCode: text,
      BatchNum: text,
      SequenceNum: text,
    }),
  }),
});

/** One page of a list of orders. */
export interface ListPage {
  readonly totalPages: string;
  readonly page: string;
  readonly orders: readonly ListedTexts[];
}

/** The fields of a `GVPSResponse` that decide something. No text of the bank for people is among them. */
export interface GarantiAnswer {
  readonly orderId: string;
  /** `HOST` or `GVPS`. */
  readonly source: string;
  readonly code: string;
  readonly reasonCode: string;
  /** `Approved` or `Declined`. */
  readonly message: string;
  /** RetrefNum. */
  readonly hostReference: string;
  readonly authCode: string;
  readonly batchNumber: string;
  readonly sequenceNumber: string;
  readonly state: StateTexts | undefined;
  /** Absent where the answer has no list. */
  readonly transactions: readonly TransactionTexts[] | undefined;
  readonly list: ListPage | undefined;
}

type OrderElements = z.output<typeof order>;

const transactionsOf = ({ OrderHistInqResult: result }: OrderElements): GarantiAnswer['transactions'] =>
  result === undefined ? undefined : (result.OrderTxnList?.OrderTxn ?? []);

const listPageOf = ({ OrderListInqResult: result }: OrderElements): ListPage | undefined => {
  const list = result?.OrderTxnList;
  if (list === undefined) return undefined;
  return { totalPages: list.TotalPageCount, page: list.ActPageNum, orders: list.OrderTxn ?? [] };
};

/** Reads an answer. Undefined if a field is repeated, missing or malformed: then no part of it is used. */
export const readAnswer = (document: string): GarantiAnswer | undefined => {
  const parsed = z.safeParse(answerSchema, readXml(document));
  if (!parsed.success) return undefined;
  const { Order: about, Transaction: told } = parsed.data.GVPSResponse;
  const { Source: source, Code: code, ReasonCode: reasonCode, Message: message } = told.Response;
  return {
    orderId: about?.OrderID ?? '',
    source,
    code,
    reasonCode,
    message,
    hostReference: told.RetrefNum,
    authCode: told.AuthCode,
    batchNumber: told.BatchNum,
    sequenceNumber: told.SequenceNum,
    state: about?.OrderInqResult,
    transactions: about === undefined ? undefined : transactionsOf(about),
    list: about === undefined ? undefined : listPageOf(about),
  };
};
