import { mailedLinkAddress, mailedLinkPath, newInvitation } from '../../../../shared/desk/account/mailed-link.ts';
import { deskUserIdOf } from '../../../../shared/desk/call/secrets.ts';
import { MAILED_LINK_LIFE_MS } from '../../../../shared/domain/desk/mailed-link.ts';
import { type DeskRole, deskRoles } from '../../../../shared/domain/desk/roles.ts';
import type { DeskMembership, DeskUser } from '../../../../shared/domain/desk/user.ts';
import { invitationProblem } from '../../../../shared/domain/desk/user-changes.ts';
import { languages } from '../../../../shared/domain/language.ts';
import type { DeskChange } from '../../../../shared/ports/desk-users.ts';
import { type CommandCall, changeCommand, type PlannedChange, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, neededWhenNew, optional, required } from '../fields.ts';
import { choice, flag, freeText } from '../kinds.ts';
import { nextVersion, versionField } from '../put.ts';
import { shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { email } from './looks-fields.ts';

const GROUP = 'Desk';
const MAX_NAME = 60;

const emailField = required(email, 'E-mail address of the user, who is the same at every dealer.');

const putFields = {
  dealerCode: dealerCodeField,
  email: emailField,
  version: versionField,
  name: neededWhenNew(freeText(MAX_NAME), 'Name of the user, which the user may change.'),
  role: neededWhenNew(choice(deskRoles), 'What the user may do for this dealer.'),
  language: neededWhenNew(choice(languages), 'Language of the invitation and of the pages.'),
  newAuthenticator: optional(
    flag,
    'true removes the authenticator and the recovery codes and ends all sessions, so that the user can enrol a new one.',
  ),
};
type PutDeskUser = InputOf<typeof putFields>;

/** The address of an invitation; its path alone where this function does not know the desk's own address. */
const addressOf = (secret: string, { deps: { deskUrl } }: CommandCall): string =>
  deskUrl === undefined ? mailedLinkPath('invitation', secret) : mailedLinkAddress(deskUrl, 'invitation', secret);

const invited = async (input: PutDeskUser, call: CommandCall): Promise<PlannedChange> => {
  const { dealerCode, email: to, name, role, language } = input;
  const { deps, nowMs } = call;
  const dealer = await existingDealer(dealerCode, call);
  if (typeof name !== 'string') throw invalidField('name', 'is required for a new record');
  if (typeof role !== 'string') throw invalidField('role', 'is required for a new record');
  if (typeof language !== 'string') throw invalidField('language', 'is required for a new record');
  if (input.newAuthenticator === true) throw invalidField('newAuthenticator', 'is for a user who is there');
  const userId = deskUserIdOf(to);
  const problem = invitationProblem({ userId, ...(await deps.deskUsers.ofDealer(dealerCode)) });
  if (problem !== undefined) throw notPossible('The dealer has 50 users and invitations already: remove one first.');
  const made = await newInvitation({ email: to, name, role, language, dealer }, { sealer: deps.sealer, nowMs });
  const goodUntil = shownTime(nowMs + MAILED_LINK_LIFE_MS.invitation);
  return {
    dealerCode,
    change: { kind: 'desk', record: { invites: made.written } },
    changed: ['invitation'],
    result: { dealerCode, userId, role, invited: true, goodUntil },
    secrets: { address: addressOf(made.secret, call) },
    before: {},
    after: { email: to, name, role },
  };
};

/** The user without its authenticator, in a new epoch: all its sessions end. */
const withoutAuthenticator = ({ code: _code, wrongCodes: _wrong, ...user }: DeskUser): DeskUser => ({
  ...user,
  epoch: user.epoch + 1,
  version: user.version + 1,
});

/** Name and language belong to the user: an operator gives them for an invitation alone. */
const refuseOwnFields = ({ name, language }: PutDeskUser, user: DeskUser): void => {
  if (name !== undefined && name !== user.name) throw invalidField('name', 'is changed by the user alone');
  if (language !== undefined && language !== user.language)
    throw invalidField('language', 'is changed by the user alone');
};

interface Member {
  readonly user: DeskUser;
  readonly membership: DeskMembership;
}

const changedMember = (
  input: PutDeskUser,
  { user, membership }: Member,
  role: DeskRole = membership.role,
): PlannedChange => {
  const { dealerCode } = membership;
  refuseOwnFields(input, user);
  const version = nextVersion(`user ${user.email} of dealer ${dealerCode}`, membership.version, input.version);
  const removesCode = input.newAuthenticator === true;
  const record: DeskChange = {
    membership: { ...membership, role, version },
    ...(removesCode ? { user: withoutAuthenticator(user) } : {}),
  };
  const seen = (shown: DeskRole, hasCode: boolean) => ({ email: user.email, role: shown, hasCode });
  const hadCode = user.code !== undefined;
  return {
    dealerCode,
    change: { kind: 'desk', record },
    changed: [...(role === membership.role ? [] : ['role']), ...(removesCode ? ['authenticator'] : [])],
    result: { dealerCode, userId: user.userId, role, version },
    before: seen(membership.role, hadCode),
    after: seen(role, hadCode && !removesCode),
  };
};

export const putDeskUser = changeCommand(
  {
    name: 'put-desk-user',
    group: GROUP,
    summary: 'Invite a user to the desk of a dealer, or change what a user may do. The address is shown once.',
    notes: [
      'Who is no user of the dealer gets an invitation by e-mail, good for 48 hours and once; a later one takes its place. The answer shows its address too, for a stage without e-mail: hand it to that person alone.',
      'A change of a user names the version that list-desk-users shows. Sessions of that user end at their next request.',
    ],
    fields: putFields,
    example: {
      dealerCode: '1001',
      email: 'second-cashier@example.com',
      name: 'Second Cashier',
      role: 'cashier',
      language: 'tr',
    },
  },
  async (input, call) => {
    const { dealerCode, email: to } = input;
    const userId = deskUserIdOf(to);
    const [membership, user] = await Promise.all([
      call.deps.deskUsers.membership(dealerCode, userId),
      call.deps.deskUsers.find(userId),
    ]);
    if (membership !== undefined && user !== undefined) {
      if (input.role === null) throw invalidField('role', 'cannot be removed');
      return changedMember(input, { user, membership }, input.role);
    }
    nextVersion(`user ${to} of dealer ${dealerCode}`, undefined, input.version);
    return invited(input, call);
  },
);

export const listDeskUsers = showCommand(
  {
    name: 'list-desk-users',
    group: GROUP,
    summary: 'List the users of the desk of a dealer, and open invitations.',
    notes: ['"hasCode": an authenticator is enrolled; until then a manager has the rights of a cashier.'],
    fields: { dealerCode: dealerCodeField },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode }, call) => {
    await existingDealer(dealerCode, call);
    const { deskUsers } = call.deps;
    const { members, invitations } = await deskUsers.ofDealer(dealerCode);
    const found = await deskUsers.findAll(members.map(({ userId }) => userId));
    const users = members.flatMap(({ userId, role, version, addedAtMs }) => {
      const user = found.find((one) => one.userId === userId);
      if (user === undefined) return [];
      const { email: address, name, language, code } = user;
      return [
        { email: address, name, role, version, language, hasCode: code !== undefined, since: shownTime(addedAtMs) },
      ];
    });
    return {
      dealerCode,
      users: users.toSorted((one, other) => (one.email < other.email ? -1 : 1)),
      invitations: invitations.map(({ email: address, name, role, createdAtMs }) => ({
        email: address,
        name,
        role,
        goodUntil: shownTime(createdAtMs + MAILED_LINK_LIFE_MS.invitation),
      })),
    };
  },
);

export const removeDeskUser = changeCommand(
  {
    name: 'remove-desk-user',
    group: GROUP,
    summary: 'Remove a user from the desk of a dealer, or take an invitation back.',
    notes: [
      'Sessions of that user at this dealer end at their next request. What the user did stays in the audit.',
      'An operator may remove the last manager; the users of the dealer cannot.',
    ],
    fields: { dealerCode: dealerCodeField, email: emailField },
    example: { dealerCode: '1001', email: 'second-cashier@example.com' },
  },
  async ({ dealerCode, email: address }, { deps: { deskUsers } }) => {
    const userId = deskUserIdOf(address);
    const { members, invitations } = await deskUsers.ofDealer(dealerCode);
    const membership = members.find((one) => one.userId === userId);
    const invitation = invitations.find((one) => one.userId === userId);
    const record: DeskChange = {
      ...(membership === undefined ? {} : { removes: membership }),
      ...(invitation === undefined ? {} : { withdraws: invitation }),
    };
    const role = membership?.role ?? invitation?.role;
    if (role === undefined) throw notFound(`user or invitation ${address} of dealer ${dealerCode}`);
    const changed = [
      ...(membership === undefined ? [] : ['membership']),
      ...(invitation === undefined ? [] : ['invitation']),
    ];
    return {
      dealerCode,
      change: { kind: 'desk', record },
      changed,
      result: { dealerCode, userId, removed: changed },
      before: { email: address, role },
      after: {},
    };
  },
);
