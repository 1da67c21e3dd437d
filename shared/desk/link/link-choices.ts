import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { Definition } from '../../domain/link/definition.ts';
import type { MessageChannel } from '../../domain/message/message.ts';
import { channelsOfLink, type StageMessaging } from '../../domain/message/messaging-settings.ts';
import type { LinkChoice } from '../../pages/desk/link/link-form.ts';
import type { DealerMessagingDirectory } from '../../ports/dealer-messaging.ts';
import type { Definitions } from '../../ports/definitions.ts';
import type { OperatorRecords } from '../../ports/operator-records.ts';

/** What the form of a new link is filled from. */
export interface LinkChoicesDependencies {
  readonly records: Pick<OperatorRecords, 'definitionIds'>;
  readonly definitions: Definitions;
  readonly dealerMessaging: DealerMessagingDirectory;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
}

/** Definitions that the form offers: more would not be chosen from by a person. */
const MOST_OFFERED = 30;
const BOTH_CONTACTS = { gsmNumber: '-', email: '-' };

const choiceOf = (
  definition: Definition,
  { dealer, channels }: { readonly dealer: Dealer; readonly channels: readonly MessageChannel[] },
): LinkChoice => ({
  id: definition.dealerCustomerTypeId,
  name: definition.displayName,
  channels,
  counts: definition.installmentCounts
    .filter((count) => dealer.installmentCounts.includes(count))
    .toSorted((one, other) => one - other),
  setBy: definition.installmentsSetBy,
  lifeMinutes: definition.linkLifeMinutes,
});

/**
 * The definitions that a new link of the dealer may follow, the one with the lowest id first, each with the channels that its
 * links are sent on here. Two trips. Throws StoreUnavailable and UnreadableRow.
 */
export const linkChoicesOf = async (
  { records, definitions, dealerMessaging, messaging }: LinkChoicesDependencies,
  dealer: Dealer,
): Promise<readonly LinkChoice[]> => {
  const [{ records: ids }, settings] = await Promise.all([
    records.definitionIds(dealer.dealerCode, MOST_OFFERED),
    dealerMessaging.of(dealer.dealerCode),
  ]);
  const offered = ids.toSorted((one, other) => one - other);
  const found = await Promise.all(offered.map((id) => definitions.find(id)));
  const by = { stage: messaging, dealer: settings };
  return found.flatMap((definition) => {
    if (definition?.dealerCode !== dealer.dealerCode) return [];
    return [choiceOf(definition, { dealer, channels: channelsOfLink(definition.deliveryMode, BOTH_CONTACTS, by) })];
  });
};
