import * as z from 'zod/mini';
import { type Currency, type MinorUnits, minor, parseAmount } from '../../shared/domain/money.ts';
import { currencyNumbers } from '../../shared/domain/nestpay-codes.ts';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import type { Answer } from './answers.ts';

const text = z.optional(z.string());

export const requestSchema = z.object({
  CC5Request: z.object({
    Name: z.string(),
    Password: z.string(),
    ClientId: z.string(),
    OrderId: z.string().check(z.minLength(1), z.maxLength(64)),
    Type: text,
    Total: text,
    Currency: text,
    Number: text,
    Expires: text,
    PayerTxnId: text,
    PayerSecurityLevel: text,
    PayerAuthenticationCode: text,
    Extra: z.optional(z.object({ ORDERSTATUS: text, PREAMT: text })),
  }),
});

/** A request as the bank reads it. */
export type ApiRequest = z.output<typeof requestSchema>['CC5Request'];

/** An error of the bank's: always `Error` and 99, whatever it is, as the real ones do it. */
export const bankError = (orderId: string, errorMessage: string): Answer => ({
  orderId,
  response: 'Error',
  procReturnCode: '99',
  errorMessage,
});

/** A positive amount as the wire writes it, or undefined. */
export const wireAmount = (total: string | undefined): MinorUnits | undefined => {
  const amount = parseAmount(total ?? '');
  return typeof amount === 'number' && amount > 0 ? minor(amount) : undefined;
};

export const wireCurrency = (number: string | undefined): Currency | undefined =>
  (Object.keys(currencyNumbers) as Currency[]).find((currency) => currencyNumbers[currency] === number);

/** An answer, or a response that is deliberately none. */
export type ApiResult = Answer | { readonly raw: HttpResponse };
