import * as z from 'zod/mini';
import { checkKeyOf } from '../http/check-key.ts';

/** The account of the dealer that the shop belongs to. */
export interface DealerAccount {
  readonly dealerCode: string;
  readonly username: string;
  readonly password: string;
}

/** One call of an operation: its path, the names of its two blocks, and what is asked. */
export interface ApiCall {
  readonly path: string;
  readonly authenticationBlock: string;
  readonly requestBlock: string;
  readonly request: Readonly<Record<string, unknown>>;
}

const envelope = z.object({ ResultCode: z.string(), ResultMessage: z.nullable(z.string()), Data: z.unknown() });

/** An answer; or, where none came in time or it could not be read, nothing that says what became of the call. */
export type ApiAnswer =
  | { readonly kind: 'answered'; readonly code: string; readonly message: string; readonly data: unknown }
  | { readonly kind: 'no-answer' };

/** Calls operations as any dealer's server does. Never throws. */
export type DealerApi = (call: ApiCall) => Promise<ApiAnswer>;

/** Less than the 28 seconds that a function has, so that the payer gets a page where the service does not answer. */
const TIMEOUT_MS = 24_000;

/** The API of a deployment, over HTTP. */
export const dealerApi =
  ({ baseUrl, account }: { readonly baseUrl: string; readonly account: DealerAccount }): DealerApi =>
  async ({ path, authenticationBlock, requestBlock, request }) => {
    const { dealerCode: DealerCode, username: Username, password: Password } = account;
    const authentication = { DealerCode, Username, Password, CheckKey: checkKeyOf(account) };
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [authenticationBlock]: authentication, [requestBlock]: request }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { ResultCode, ResultMessage, Data } = envelope.parse(await response.json());
      return { kind: 'answered', code: ResultCode, message: ResultMessage ?? '', data: Data };
    } catch {
      // Refused, late or unreadable: for a payment all three mean that nobody knows.
      return { kind: 'no-answer' };
    }
  };
