import { cancellingAt } from '../../../shared/domain/link/cancelling.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { namedLinkFieldsOf } from '../../../shared/http/named-link-fields.ts';
import { type OperationAnswer, readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { findNamedLink, type NamedLink } from '../../../shared/payment-flow/named-link.ts';
import type { LinkClosing } from '../../../shared/ports/attempts.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { CancelRequest } from './contract.ts';

export interface CancelPaymentRequestDependencies {
  readonly payments: Pick<Payments, 'findByCode' | 'findById'>;
  readonly links: Pick<LinkClosing, 'cancel'>;
  readonly clock: Clock;
}

/** How often the link is read again because a payer changed it in between. */
const MAX_ROUNDS = 5;

const notAvailable = (sentence: string): Refusal => new Refusal('CancelNotAvailable', sentence);

const answerFor = ({ link }: NamedLink, { replayed }: { readonly replayed: boolean }): OperationAnswer => ({
  data: { UserPosPaymentId: link.userPosPaymentId, OtherTrxCode: link.otherTrxCode ?? '', State: 'Cancelled' },
  replayed,
});

/** Cancels the link as it was read; undefined where somebody changed it in between, and nothing was written. */
const cancel = async (
  named: NamedLink,
  { links, clock }: CancelPaymentRequestDependencies,
): Promise<OperationAnswer | undefined> => {
  const { link, attempts } = named;
  const nowMs = clock.now();
  const cancelling = cancellingAt(link, attempts, nowMs);
  switch (cancelling.kind) {
    case 'cancelled':
      return answerFor(named, { replayed: true });
    case 'over':
      throw notAvailable(`This payment request is ${cancelling.state}: only an open one can be cancelled.`);
    case 'running':
      throw notAvailable(`An attempt to pay this payment request is ${cancelling.state}: wait for its end.`);
    case 'possible':
      return (await links.cancel(link, nowMs)) ? answerFor(named, { replayed: false }) : undefined;
  }
};

/**
 * Cancels an open payment request of the dealer, unless an attempt to pay it may be charging (decisions: state of a link;
 * rule 15). A repeat gets the same answer. Operators cancel by the same decision.
 */
export const cancelPaymentRequest =
  (deps: CancelPaymentRequestDependencies): UseCase<CancelRequest> =>
  async ({ dealer, read }) => {
    const ids = namedLinkFieldsOf(readValue(read));
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const answer = await cancel(await findNamedLink(deps.payments, dealer.dealerCode, ids), deps);
      if (answer !== undefined) return answer;
    }
    throw notAvailable('Payers changed this payment request every time in between: repeat the request.');
  };
