import * as z from 'zod/mini';
import { type Currency, type MinorUnits, minor, parseAmount } from '../../../../shared/domain/money/money.ts';
import { currencyNumbers } from '../../../../shared/nestpay/codes.ts';

const text = z.optional(z.string().check(z.maxLength(1000)));

/** An element without children reads as an empty text. */
const emptyElement = z.pipe(
  z.literal(''),
  z.transform((): Questions => ({})),
);

interface Questions {
  readonly ORDERSTATUS?: string | undefined;
  readonly ORDERHISTORY?: string | undefined;
  readonly PREAMT?: string | undefined;
}

const extra = z.object({ ORDERSTATUS: text, ORDERHISTORY: text, PREAMT: text });

export const requestSchema = z.object({
  CC5Request: z.object({
    Name: text,
    Password: text,
    ClientId: text,
    Type: text,
    Mode: text,
    OrderId: text,
    IPAddress: text,
    Total: text,
    Currency: text,
    Taksit: text,
    Number: text,
    Expires: text,
    Cvv2Val: text,
    PayerTxnId: text,
    PayerSecurityLevel: text,
    PayerAuthenticationCode: text,
    Extra: z.optional(z.union([emptyElement, extra])),
  }),
});

/** A request as the bank reads it. */
export type ApiRequest = z.output<typeof requestSchema>['CC5Request'];

/** A charge that passed the gateway's checks. */
export interface CheckedCharge {
  readonly request: ApiRequest;
  readonly clientId: string;
  readonly orderId: string;
  readonly type: 'Auth' | 'PreAuth';
  readonly amount: MinorUnits;
  readonly currency: Currency;
}

const DATA = 'DATA=';

/**
 * The document of a posted body. Clients post it raw or as the form field `DATA`, and some do not encode that field.
 */
export const documentIn = (body: string): string => {
  if (!body.startsWith(DATA)) return body;
  const value = body.slice(DATA.length);
  return value.trimStart().startsWith('<') ? value : (new URLSearchParams(body).get('DATA') ?? '');
};

const TOTAL = /^[0-9]{1,9}(?:[.,][0-9]{1,2})?$/;

/** An amount as the wire writes it, with a dot or a comma; undefined for anything else. */
export const wireAmount = (total: string | undefined): MinorUnits | undefined => {
  if (!TOTAL.test(total ?? '')) return undefined;
  const amount = parseAmount((total ?? '').replace(',', '.'));
  return typeof amount === 'number' ? minor(amount) : undefined;
};

export const wireCurrency = (number: string | undefined): Currency | undefined =>
  (Object.keys(currencyNumbers) as Currency[]).find((currency) => currencyNumbers[currency] === number);

/** True for an element that is present and not empty. */
export const isFilled = (value: string | undefined): value is string => value !== undefined && value !== '';
