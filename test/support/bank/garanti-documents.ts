import type { GarantiAccount } from '../../../shared/adapters/garanti/account.ts';
import { type GarantiAnswer, readAnswer } from '../../../shared/adapters/garanti/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';

/** The account of the vectors. */
export const garantiAccount = (changes: Partial<GarantiAccount> = {}): GarantiAccount => ({
  kind: 'garanti',
  posId: 'pos-g',
  version: 1,
  gateway: 'https://gateway.bank.example',
  merchantId: '7000679',
  terminalId: '30691298',
  provisionUser: 'PROVAUT',
  provisionPassword: '123qweASD/',
  refundUser: 'PROVRFN',
  refundPassword: '123qweASD/',
  storeKey: '12345678',
  attemptedThreeDAllowed: false,
  serverStart: true,
  withoutCvc: false,
  dayEndsAt: '23:00',
  ...changes,
});

export const saleOrder: PosOrder = {
  orderId: 'ORDER-1',
  amount: minor(10_025),
  currency: 'TL',
  installments: 1,
  type: 'sale',
};
export const holdOrder: PosOrder = { ...saleOrder, type: 'pre-authorisation' };

/** An element: its text, its children, or several elements of the name. */
export type XmlContent = string | readonly XmlContent[] | { readonly [name: string]: XmlContent };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (name: string, content: XmlContent): string => {
  if (typeof content === 'string') return `<${name}>${escaped(content)}</${name}>`;
  if (Array.isArray(content)) return content.map((one: XmlContent) => element(name, one)).join('');
  return `<${name}>${Object.entries(content)
    .map(([child, inner]) => element(child, inner))
    .join('')}</${name}>`;
};

/** An element as it is on the wire; the document is declared in the encoding, if one is named. */
export const xmlDocument = (name: string, content: XmlContent, encoding?: string): string =>
  `${encoding === undefined ? '' : `<?xml version="1.0" encoding="${encoding}"?>`}${element(name, content)}`;

type Texts = Readonly<Record<string, string>>;

export const APPROVED: Texts = { Source: 'HOST', Code: '00', ReasonCode: '00', Message: 'Approved' };

/** What an answer says: the response, further elements of the transaction, and the order. */
export interface Told {
  readonly response?: Texts;
  readonly transaction?: Texts;
  readonly order?: { readonly [name: string]: XmlContent };
}

/** A bank's answer as it is on the wire, about ORDER-1 if nothing else is told. */
export const gvpsResponse = ({ response, transaction, order }: Told = {}, encoding?: string): string => {
  const Response = { ...APPROVED, ErrorMsg: 'Türkçe metin: ĞÜŞİÖÇ', SysErrMsg: '', ...response };
  return xmlDocument(
    'GVPSResponse',
    {
      Mode: '',
      Order: { OrderID: 'ORDER-1', GroupID: '', ...order },
      Transaction: {
        Response,
        RetrefNum: '233014600123',
        AuthCode: '304919',
        BatchNum: '004951',
        SequenceNum: '000101',
        ProvDate: '20221101 13:14:19',
        CardNumberMasked: '428220******8015',
        ...transaction,
      },
    },
    encoding,
  );
};

export const readTold = (told: Told = {}): GarantiAnswer => {
  const answer = readAnswer(gvpsResponse(told));
  if (answer === undefined) throw new Error('unreadable');
  return answer;
};

/** A row of a history: a sale of 100.25 that happened at noon of 1 November 2022. */
export const rowOf = (changes: Texts = {}): Texts => ({
  Type: 'sales',
  Status: '00',
  AuthAmount: '10025',
  PreAuthAmount: '0',
  AuthDate: '20221101 12:00:00',
  VoidDate: '',
  RetrefNum: '233014600123',
  AuthCode: '304919',
  ReturnCode: '00',
  CurrencyCode: '949',
  Settlement: 'N',
  ...changes,
});

export const HOLD_ROW = rowOf({ Type: 'preauth', AuthAmount: '0', PreAuthAmount: '10025', RetrefNum: 'R1' });
export const CAPTURE_ROW = rowOf({ Type: 'postauth', RetrefNum: 'R2', AuthDate: '20221102 12:00:00' });

/** Rows as the elements of an answer to `orderhistoryinq`. */
export const historyOf = (rows: readonly Texts[]): Told => ({
  order: { OrderHistInqResult: { OrderTxnList: rows.length === 0 ? '' : { OrderTxn: rows } } },
});

/** The answer to `orderinq`. */
export const stateOf = (texts: Texts): Told => ({ order: { OrderInqResult: texts } });
