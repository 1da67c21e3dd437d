import type { Dealer } from '../domain/dealer/dealer.ts';
import type { ResultSecrets } from '../domain/link/payment-request.ts';
import { parseRedirectUrl } from '../domain/link/redirect-url.ts';
import { addressOf, type PaymentName } from '../domain/payment/payment-name.ts';
import { resultHashesOf } from '../http/result-hash.ts';
import type { Randomness } from '../ports/identifiers.ts';
import { codeForHashContext, type Sealer } from '../ports/vault.ts';

/** The random parts of a new link: the secret in the token of its address, and CodeForHash, which only the dealer learns. */
export interface NewLinkSecrets {
  readonly token: string;
  readonly codeForHash: string;
  readonly secrets: ResultSecrets;
}

/** Draws a link's token and CodeForHash, and seals the code for that link alone (rule 28). */
export const newLinkSecrets = async (
  { randomness, sealer }: { readonly randomness: Randomness; readonly sealer: Sealer },
  { dealerCode, payment }: { readonly dealerCode: string; readonly payment: PaymentName },
): Promise<NewLinkSecrets> => {
  const token = addressOf(payment, randomness.token());
  const codeForHash = randomness.guid();
  const sealedCodeForHash = await sealer.seal(codeForHash, codeForHashContext({ dealerCode, token }));
  return { token, codeForHash, secrets: { sealedCodeForHash, ...resultHashesOf(codeForHash) } };
};

/** The form in which an accepted RedirectUrl is stored (rule 31). */
export const storedRedirectUrl = (
  redirectUrl: string | undefined,
  { dealer, loopbackHttpAllowed }: { readonly dealer: Dealer; readonly loopbackHttpAllowed: boolean },
): string | undefined => {
  if (redirectUrl === undefined) return undefined;
  const parsed = parseRedirectUrl(redirectUrl, { loopbackHttpAllowed, allowedHosts: dealer.allowedRedirectHosts });
  return typeof parsed === 'string' ? undefined : parsed.href;
};
