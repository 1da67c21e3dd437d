import type { DeskMembership } from '../../../domain/desk/user.ts';
import type { DeskChange, NewMailedLink } from '../../../ports/desk-users.ts';
import { ABSENT, atVersion, type Expression, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { eventItem } from '../outbox/event-item.ts';
import {
  codeRuleItem,
  deskMailItem,
  deskUserItem,
  deviceItem,
  invitationItem,
  mailedLinkItem,
  membershipItems,
  sessionItem,
} from './desk-items.ts';

const FIRST_VERSION = 1;
const STILL_THERE: Expression = { expression: 'attribute_exists(pk)' };

const replacing = ({ version }: { readonly version: number }): Expression =>
  version === FIRST_VERSION ? ABSENT : atVersion(version - 1);

const mailWrites = ({ link, mail, event }: NewMailedLink): readonly Write[] => [
  { put: mailedLinkItem(link), onlyIf: ABSENT },
  { put: deskMailItem(mail), onlyIf: ABSENT },
  { put: eventItem(event), onlyIf: ABSENT },
];

const membershipWrites = (membership: DeskMembership): readonly Write[] =>
  membershipItems(membership).map((put) => ({ put, onlyIf: replacing(membership) }));

const removals = ({ dealerCode, userId, version }: DeskMembership): readonly Write[] => [
  { remove: keys.deskMember(dealerCode, userId), onlyIf: atVersion(version) },
  { remove: keys.dealerOfDeskUser(userId, dealerCode), onlyIf: atVersion(version) },
];

/** The invitation of a link that was followed is good no more, unless a later one took its place. */
const usedInvitation = (linkId: string, dealerCode: string, userId: string): Write => ({
  remove: keys.deskInvitation(dealerCode, userId),
  onlyIf: { expression: '#linkId = :linkId', names: { '#linkId': 'linkId' }, values: { ':linkId': linkId } },
});

/** The writes of one change of the desk, which happen together or not at all (rule 53). */
export const deskWrites = (change: DeskChange): readonly Write[] => {
  const { user, membership, removes, still, invites, withdraws, mails, uses } = change;
  const { codeRule, begins, ends, completes, remembers } = change;
  return [
    ...(user === undefined ? [] : [{ put: deskUserItem(user), onlyIf: replacing(user) }]),
    ...(membership === undefined ? [] : membershipWrites(membership)),
    ...(removes === undefined ? [] : removals(removes)),
    ...(still === undefined
      ? []
      : [{ check: keys.deskMember(still.dealerCode, still.userId), onlyIf: atVersion(still.version) }]),
    ...(invites === undefined ? [] : [{ put: invitationItem(invites.invitation) }, ...mailWrites(invites)]),
    ...(withdraws === undefined ? [] : [usedInvitation(withdraws.linkId, withdraws.dealerCode, withdraws.userId)]),
    ...(mails === undefined ? [] : mailWrites(mails)),
    ...(uses === undefined ? [] : [{ remove: keys.mailedLink(uses.linkId), onlyIf: STILL_THERE }]),
    ...(uses?.invitation === undefined ? [] : [usedInvitation(uses.linkId, uses.invitation.dealerCode, uses.userId)]),
    ...(codeRule === undefined ? [] : [{ put: codeRuleItem(codeRule), onlyIf: replacing(codeRule) }]),
    ...(begins === undefined ? [] : [{ put: sessionItem(begins), onlyIf: ABSENT }]),
    ...(ends === undefined ? [] : [{ remove: keys.deskSession(ends.sessionId) }]),
    ...(completes === undefined
      ? []
      : [{ remove: keys.pendingSignIn(completes.pendingId), onlyIf: atVersion(completes.version) }]),
    ...(remembers === undefined ? [] : [{ put: deviceItem(remembers) }]),
  ];
};
