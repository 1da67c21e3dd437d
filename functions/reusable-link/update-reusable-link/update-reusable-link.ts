import { Refusal } from '../../../shared/domain/refusal.ts';
import { linkAfter, plannedLinkChange, usedUpBy } from '../../../shared/domain/reusable-link/link-change.ts';
import { type OperationAnswer, readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { changeableMembers } from '../../../shared/http/reusable-link-record.ts';
import { findNamedReusableLink } from '../../../shared/payment-flow/named-reusable-link.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { LinkWithPlaces, ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { ReusableLinkUpdate } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

export interface UpdateReusableLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findByCode' | 'findById' | 'change'>;
  readonly clock: Clock;
}

/** How often the link is read again because payers took places, or others changed it, in between. */
const MAX_ROUNDS = 20;

const answerFor = (
  found: LinkWithPlaces,
  nowMs: number,
  { replayed }: { readonly replayed: boolean },
): OperationAnswer => ({
  data: {
    UserPosLinkId: found.link.userPosLinkId,
    LinkCode: found.link.linkCode,
    ...changeableMembers(found, nowMs),
  },
  ...(replayed ? { replayed } : {}),
});

/**
 * Changes description, expiry, number of payments or activity of a reusable link (decisions: reusable links; rule 51). A
 * repeat changes nothing. Who is at the bank may finish, whatever is changed.
 */
export const updateReusableLink =
  ({ reusableLinks, clock }: UpdateReusableLinkDependencies): UseCase<ReusableLinkUpdate> =>
  async ({ dealer: { dealerCode }, read }) => {
    const { ids, fields } = fieldsOf(readValue(read));
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = await findNamedReusableLink(reusableLinks, dealerCode, ids);
      const nowMs = clock.now();
      const change = plannedLinkChange(fields, found, nowMs);
      if (change === undefined) return answerFor(found, nowMs, { replayed: true });
      const changed = linkAfter(change, found);
      if (await reusableLinks.change({ ...change, ...usedUpBy(changed, found, nowMs) })) {
        return answerFor(changed, nowMs, { replayed: false });
      }
    }
    throw new Refusal(
      'MaxPaymentsNotAvailable',
      'Payers took places of this link every time in between: repeat the request.',
    );
  };
