import type { Dealer, OperationName } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { omitUndefined } from '../domain/omit-undefined.ts';
import {
  type CodedCall,
  type CodedOutcome,
  linkOfSameRequest,
  type OncePerCodeOptions,
  oncePerCode,
} from '../http/once-per-code.ts';
import type { OperationAnswer, UseCase } from '../http/operation-handler.ts';
import type { IdempotencyRecord } from '../ports/idempotency-records.ts';
import type { CreateOutcome, PaymentRequests } from '../ports/payment-requests.ts';
import { codeForHashContext, type Opener } from '../ports/vault.ts';

/** A link that was made now, or the idempotency record of the call that came first. */
export type LinkOutcome =
  | { readonly kind: 'created'; readonly link: PaymentRequest; readonly codeForHash: string }
  | { readonly kind: 'code-known'; readonly record: IdempotencyRecord };

/**
 * How often a link is drafted again because its id was in use, or because another call registered the customer first.
 */
const MAX_PLANS = 4;

/** Drafts a link and writes it. If another call has taken its id or customer meanwhile, it is drafted again. */
export const writtenLink = async <Draft extends { readonly link: PaymentRequest; readonly codeForHash: string }>(
  draft: () => Promise<Draft>,
  write: (drafted: Draft) => Promise<CreateOutcome>,
): Promise<LinkOutcome> => {
  for (let plan = 0; plan < MAX_PLANS; plan += 1) {
    const drafted = await draft();
    const outcome = await write(drafted);
    if (outcome.kind === 'created') return { kind: 'created', ...drafted };
    if (outcome.kind === 'code-known') return { kind: 'code-known', record: outcome.record };
  }
  throw new Error('a link found its identifiers in use again and again');
};

/** One call, once its request could be read. */
export interface LinkCall<Fields> {
  readonly dealer: Dealer;
  /** The operation that was called, by its path. */
  readonly operation: OperationName;
  readonly fields: Fields;
  readonly fingerprint: string;
}

export interface LinkPerCodeOptions<Value, Fields>
  extends Pick<OncePerCodeOptions<Value, Fields>, 'clock' | 'fieldsOf' | 'fingerprintOf' | 'admit'> {
  readonly idempotencyRecords: OncePerCodeOptions<Value, Fields>['records'];
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly opener: Opener;
  /** Makes the link, or refuses the request with a Refusal. */
  readonly create: (call: LinkCall<Fields>) => Promise<LinkOutcome>;
  /** `Data` of the answer. */
  readonly dataOf: (link: PaymentRequest, codeForHash: string) => unknown;
}

/** The link that a code names, told again with its CodeForHash. */
const linkAgain = async <Value, Fields>(
  record: IdempotencyRecord,
  call: CodedCall<Fields>,
  { paymentRequests, opener, dataOf }: LinkPerCodeOptions<Value, Fields>,
): Promise<OperationAnswer> => {
  const link = await paymentRequests.findByToken(linkOfSameRequest(record, call));
  const { dealerCode } = call.dealer;
  if (link === undefined)
    throw new Error(`an idempotency record of dealer ${dealerCode} names a link that is not there`);
  const codeForHash = await opener.open(link.secrets.sealedCodeForHash, codeForHashContext(link));
  return { data: dataOf(link, codeForHash), replayed: true };
};

/** Operations that make one link per OtherTrxCode. */
export const linkPerCode = <Value, Fields>(options: LinkPerCodeOptions<Value, Fields>): UseCase<Value> =>
  oncePerCode({
    records: options.idempotencyRecords,
    clock: options.clock,
    fieldsOf: options.fieldsOf,
    fingerprintOf: options.fingerprintOf,
    ...omitUndefined({ admit: options.admit }),
    carryOut: async ({ dealer, operation, asked }): Promise<CodedOutcome> => {
      const outcome = await options.create({ dealer, operation, ...asked });
      if (outcome.kind === 'code-known') return outcome;
      return { kind: 'answered', answer: { data: options.dataOf(outcome.link, outcome.codeForHash) } };
    },
    answerKnown: (record, call) => linkAgain(record, call, options),
  });
