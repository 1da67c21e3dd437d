import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { Refusal } from '../domain/refusal.ts';
import { type OperationAnswer, readValue, type UseCase } from '../http/operation-handler.ts';
import type { CreateOutcome, IdempotencyRecord, PaymentRequests } from '../ports/payment-requests.ts';
import { codeForHashContext, type Opener } from '../ports/vault.ts';

/** A link that was made now, or the claim of the call that came first. */
export type LinkOutcome =
  | { readonly kind: 'created'; readonly link: PaymentRequest; readonly codeForHash: string }
  | { readonly kind: 'code-known'; readonly claimed: IdempotencyRecord };

/** A transaction that meets an id in use, or a customer whom another call registers, is planned anew this often. */
const MAX_PLANS = 4;

/** Makes a link: drafts it and writes it, anew as long as the write met what another call has made meanwhile. */
export const writtenLink = async <Draft extends { readonly link: PaymentRequest; readonly codeForHash: string }>(
  draft: () => Promise<Draft>,
  write: (drafted: Draft) => Promise<CreateOutcome>,
): Promise<LinkOutcome> => {
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const drafted = await draft();
    const outcome = await write(drafted);
    if (outcome.kind === 'created') return { kind: 'created', ...drafted };
    if (outcome.kind === 'code-known') return outcome;
  }
  throw new Error('a link found its identifiers in use again and again');
};

/** What a call asks for, once its request could be read. */
export interface LinkCall<Fields> {
  readonly dealer: Dealer;
  readonly fields: Fields;
  readonly fingerprint: string;
}

export interface OncePerCodeOptions<Value, Fields> {
  readonly paymentRequests: Pick<PaymentRequests, 'findIdempotencyRecord' | 'findByToken'>;
  readonly opener: Opener;
  /** From the wire's names to the domain's. */
  readonly fieldsOf: (value: Value) => Fields;
  readonly fingerprintOf: (fields: Fields) => string;
  /** Makes the link, or refuses the request with a Refusal. */
  readonly create: (call: LinkCall<Fields>) => Promise<LinkOutcome>;
  /** `Data` of the answer. */
  readonly dataOf: (link: PaymentRequest, codeForHash: string) => unknown;
}

/**
 * Operations that make one link per OtherTrxCode. A request that is repeated gets its link again, whatever the
 * conditions say by then; another request with the same code is refused (rules 6, 12, 13). A code is looked up only
 * where something refuses: otherwise the claim's own condition is the look-up, and costs no trip.
 */
export const oncePerCode = <Value, Fields>(options: OncePerCodeOptions<Value, Fields>): UseCase<Value> => {
  const { paymentRequests, opener, fieldsOf, fingerprintOf, create, dataOf } = options;

  const replay = async (
    { dealerCode }: Dealer,
    claimed: IdempotencyRecord,
    fingerprint: string | undefined,
  ): Promise<OperationAnswer> => {
    if (claimed.fingerprint !== fingerprint || claimed.linkToken === undefined) {
      const sentence = 'OtherTrxCode already names a different request of this dealer.';
      throw new Refusal('OtherTrxCodeAlreadyUsed', sentence);
    }
    const link = await paymentRequests.findByToken(claimed.linkToken);
    if (link === undefined) throw new Error(`a claim of dealer ${dealerCode} names a link that is not there`);
    const codeForHash = await opener.open(link.secrets.sealedCodeForHash, codeForHashContext(link));
    return { data: dataOf(link, codeForHash), replayed: true };
  };

  /** A known code is answered before any refusal (rule 6). */
  const answerKnownCode = async (
    refusal: Refusal,
    known: { readonly dealer: Dealer; readonly otherTrxCode: string | undefined; readonly fingerprint?: string },
  ): Promise<OperationAnswer> => {
    if (known.otherTrxCode === undefined) throw refusal;
    const claimed = await paymentRequests.findIdempotencyRecord(known.dealer.dealerCode, known.otherTrxCode);
    if (claimed === undefined) throw refusal;
    return replay(known.dealer, claimed, known.fingerprint);
  };

  const outcomeOf = async (call: LinkCall<Fields>): Promise<LinkOutcome | Refusal> => {
    try {
      return await create(call);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

  return async ({ dealer, read, otherTrxCode }) => {
    if (!read.ok) return answerKnownCode(read.refusal, { dealer, otherTrxCode });
    const fields = fieldsOf(readValue(read));
    const fingerprint = fingerprintOf(fields);
    const outcome = await outcomeOf({ dealer, fields, fingerprint });
    if (outcome instanceof Refusal) return answerKnownCode(outcome, { dealer, otherTrxCode, fingerprint });
    if (outcome.kind === 'code-known') return replay(dealer, outcome.claimed, fingerprint);
    return { data: dataOf(outcome.link, outcome.codeForHash) };
  };
};
