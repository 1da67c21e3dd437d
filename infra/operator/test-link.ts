import * as z from 'zod';
import type { OperateAnswer } from '../../functions/operator/operate/contract.ts';
import { checkKeyOf } from '../../shared/http/check-key.ts';

/** A new account of a dealer, in the words of the interface. The password is there where it was just issued. */
export interface DealerAccount {
  readonly DealerCode: string;
  readonly Username: string;
  readonly Password?: string;
}

/** A link that the dealer may be tried with, or why there is none. */
export type TestLink =
  /** With what the hash of its result is verified by, which is told once. */
  | { readonly url: string; readonly codeForHash: string }
  /** The address of its QR code, which opens it. */
  | { readonly state: string; readonly qr?: string }
  | { readonly none: string };

interface Wanted {
  readonly dealerCode: string;
  readonly definition: unknown;
  /** The hosts that the dealer's payers may be sent back to. */
  readonly redirectHosts: unknown;
  readonly account: DealerAccount | undefined;
  readonly baseUrl: string;
  readonly send: (command: string, input: Readonly<Record<string, unknown>>) => Promise<OperateAnswer>;
}

const ANSWER_MS = 30_000;

const answerSchema = z.object({
  ResultCode: z.string(),
  ResultMessage: z.string().nullish(),
  Data: z.object({ Url: z.string(), CodeForHash: z.string() }).nullish(),
});

/** One code for each dealer: another run finds the same link. */
const codeOf = (dealerCode: string): string => `onboarding-${dealerCode}`;

/** The payer ends at a page of the dealer where its hosts are named, and at the demo shop's result page otherwise. */
const redirectUrlOf = ({ redirectHosts, baseUrl }: Wanted): string =>
  Array.isArray(redirectHosts) && redirectHosts.length > 0
    ? `https://${String(redirectHosts[0])}/`
    : `${baseUrl}/shop/result`;

const created = async (account: Required<DealerAccount>, wanted: Wanted): Promise<TestLink> => {
  const { definition, baseUrl } = wanted;
  const { DealerCode: dealerCode, Username: username, Password: password } = account;
  const body = {
    DealerAuthentication: { ...account, CheckKey: checkKeyOf({ dealerCode, username, password }) },
    PaymentUserPosRequest: {
      OtherTrxCode: codeOf(dealerCode),
      DealerCustomerTypeId: definition,
      Amount: 27.5,
      Description: 'Test',
      ReturnHash: 1,
      RedirectUrl: redirectUrlOf(wanted),
    },
  };
  try {
    const answer = await fetch(`${baseUrl}/PaymentUserPos/CreateUserPosPayment`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { ResultCode, ResultMessage, Data } = answerSchema.parse(await answer.json());
    if (Data) return { url: Data.Url, codeForHash: Data.CodeForHash };
    return { none: `The service refused it with ${ResultCode}: ${ResultMessage ?? ''}` };
  } catch (error) {
    // Neither the request nor the answer is quoted: the request holds the password.
    const name = error instanceof Error ? error.name : 'unknown error';
    return { none: `${baseUrl} did not answer as it should (${name}).` };
  }
};

const foundAgain = async ({ dealerCode, send }: Wanted): Promise<TestLink> => {
  const answer = await send('show-payment-request', { dealerCode, otherTrxCode: codeOf(dealerCode), qr: true });
  if (!answer.ok) return { none: 'Only with a password, which is shown once: create a link as the dealer.' };
  const { state, qr } = answer.result;
  return { state: String(state), ...(typeof qr === 'string' ? { qr } : {}) };
};

/** Makes a link as the dealer does, or finds the one that an earlier run made. Never rejects for want of an answer. */
export const testLinkOf = async (wanted: Wanted): Promise<TestLink> => {
  const { account, definition } = wanted;
  if (definition === undefined) return { none: 'The file has no definition.' };
  const password = account?.Password;
  return account === undefined || password === undefined
    ? foundAgain(wanted)
    : created({ ...account, Password: password }, wanted);
};
