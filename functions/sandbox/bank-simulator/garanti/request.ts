import * as z from 'zod/mini';
import { type Currency, type MinorUnits, minor } from '../../../../shared/domain/money/money.ts';
import type { TerminalCharge, TerminalStep } from '../../../../shared/ports/bank-terminal-ledger.ts';

const text = z.optional(z.string().check(z.maxLength(1000)));

/** An element without children reads as an empty text. */
const element = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.union([z.object(shape), z.literal('')]);

const secure3D = element({ AuthenticationCode: text, SecurityLevel: text, TxnID: text, Md: text });

export const requestSchema = z.object({
  GVPSRequest: z.object({
    Mode: text,
    Version: text,
    Terminal: z.optional(element({ ProvUserID: text, UserID: text, HashData: text, ID: text, MerchantID: text })),
    Customer: z.optional(element({ IPAddress: text })),
    Card: z.optional(element({ Number: text, ExpireDate: text, CVV2: text })),
    Order: z.optional(element({ OrderID: text, StartDate: text, EndDate: text, ListPageNum: text })),
    Transaction: z.optional(
      element({
        Type: text,
        InstallmentCnt: text,
        Amount: text,
        CurrencyCode: text,
        CardholderPresentCode: text,
        MotoInd: text,
        OriginalRetrefNum: text,
        Secure3D: z.optional(secure3D),
      }),
    ),
  }),
});

type Parsed = z.output<typeof requestSchema>['GVPSRequest'];

/** An element of a request as the bank reads it: a text, empty where it is absent. */
type Texts<Names extends string> = Readonly<Record<Names, string>>;

/** A request as the bank reads it; what was not sent is an empty text. */
export interface GvpsRequest {
  readonly mode: string;
  readonly version: string;
  readonly terminal: Texts<'provUser' | 'user' | 'hash' | 'id' | 'merchantId'>;
  readonly payerAddress: string;
  readonly card: Texts<'number' | 'expiry' | 'cvc'>;
  readonly order: Texts<'id' | 'start' | 'end' | 'page'>;
  readonly type: string;
  readonly installments: string;
  readonly amount: string;
  readonly currency: string;
  readonly presentCode: string;
  readonly motoInd: string;
  readonly originalReference: string;
  readonly secure3D: Texts<'cavv' | 'eci' | 'xid' | 'md'>;
}

const childrenOf = <Children extends object>(parent: Children | '' | undefined): Partial<Children> =>
  parent === undefined || parent === '' ? {} : parent;

export const requestOf = (parsed: Parsed): GvpsRequest => {
  const terminal = childrenOf(parsed.Terminal);
  const card = childrenOf(parsed.Card);
  const order = childrenOf(parsed.Order);
  const transaction = childrenOf(parsed.Transaction);
  const proofs = childrenOf(transaction.Secure3D);
  return {
    mode: parsed.Mode ?? '',
    version: parsed.Version ?? '',
    terminal: {
      provUser: terminal.ProvUserID ?? '',
      user: terminal.UserID ?? '',
      hash: terminal.HashData ?? '',
      id: terminal.ID ?? '',
      merchantId: terminal.MerchantID ?? '',
    },
    payerAddress: childrenOf(parsed.Customer).IPAddress ?? '',
    card: { number: card.Number ?? '', expiry: card.ExpireDate ?? '', cvc: card.CVV2 ?? '' },
    order: {
      id: order.OrderID ?? '',
      start: order.StartDate ?? '',
      end: order.EndDate ?? '',
      page: order.ListPageNum ?? '',
    },
    type: transaction.Type ?? '',
    installments: transaction.InstallmentCnt ?? '',
    amount: transaction.Amount ?? '',
    currency: transaction.CurrencyCode ?? '',
    presentCode: transaction.CardholderPresentCode ?? '',
    motoInd: transaction.MotoInd ?? '',
    originalReference: transaction.OriginalRetrefNum ?? '',
    secure3D: {
      cavv: proofs.AuthenticationCode ?? '',
      eci: proofs.SecurityLevel ?? '',
      xid: proofs.TxnID ?? '',
      md: proofs.Md ?? '',
    },
  };
};

const AMOUNT = /^[1-9][0-9]{0,11}$/;

/** A positive amount in whole minor units; undefined for anything else. */
export const wireAmount = (amount: string): MinorUnits | undefined =>
  AMOUNT.test(amount) ? minor(Number(amount)) : undefined;

const currencyCodes: Readonly<Record<Currency, string>> = { TL: '949', USD: '840', EUR: '978', GBP: '826' };

export const codeOfCurrency = (currency: Currency): string => currencyCodes[currency];

export const wireCurrency = (code: string): Currency | undefined =>
  (Object.keys(currencyCodes) as Currency[]).find((currency) => currencyCodes[currency] === code);

const COUNT = /^(?:[2-9]|1[0-2])$/;

/** The installment count; an empty text is the single payment. Undefined for anything else. */
export const wireInstallments = (count: string): number | undefined => {
  if (count === '') return 1;
  return COUNT.test(count) ? Number(count) : undefined;
};

/** A charge that passed the gateway's checks. */
export interface CheckedCharge {
  readonly request: GvpsRequest;
  readonly terminalId: string;
  readonly type: TerminalCharge;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
}

/** A step of an order that passed the gateway's checks. */
export interface CheckedStep {
  readonly type: TerminalStep;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  /** Empty where the request names no transaction. */
  readonly originalReference: string;
}

const FORM_FIELD = /^data=/i;

/** The document of a posted body. Clients post it raw, or as the form field `data`. */
export const documentIn = (body: string): string => {
  if (!FORM_FIELD.test(body)) return body;
  const value = body.slice('data='.length);
  return value.trimStart().startsWith('<') ? value : (new URLSearchParams(`data=${value}`).get('data') ?? '');
};
