import type { StoredCredential } from '../../../../shared/ports/dealers.ts';
import { changeCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { type InputOf, optional, required } from '../fields.ts';
import { flag, shaped } from '../kinds.ts';
import { shownUsers } from '../user-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';

const MAX_VALID_AT_ONCE = 2;
const MAX_USERS = 20;

const usernameField = required(
  shaped(
    'text of letters, digits, dot, dash, underscore and @, at most 64',
    'must be 1 to 64 letters, digits, dots, dashes, underscores or @',
    (text) => (/^[A-Za-z0-9._@-]{1,64}$/.test(text) ? text : undefined),
  ),
  'The API user.',
);

const credentialIdField = optional(
  shaped('credential id', 'must be a credential id, as show-dealer lists it', (text) =>
    /^[0-9A-Fa-f-]{36}$/.test(text) ? text.toUpperCase() : undefined,
  ),
  'The credential to revoke, as show-dealer lists it.',
);

const refuseTooMany = (credentials: readonly StoredCredential[], username: string): void => {
  const valid = credentials.filter((one) => one.username === username);
  if (valid.length >= MAX_VALID_AT_ONCE) {
    const ids = valid.map(({ credentialId }) => credentialId).join(' or ');
    throw notPossible(`User ${username} has ${MAX_VALID_AT_ONCE} valid credentials: revoke ${ids} first.`, 'username');
  }
  const users = new Set(credentials.map((one) => one.username));
  if (!users.has(username) && users.size >= MAX_USERS) {
    throw notPossible(`The dealer has ${MAX_USERS} API users already: revoke one that is not used.`, 'username');
  }
};

export const issueCredential = changeCommand(
  {
    name: 'issue-credential',
    group: 'Dealers',
    summary: 'Make a password for an API user. It is shown once.',
    notes: [
      'Only the answer that applies the command shows the password: it is stored as a salted hash, and a repeat of the command id does not show it again.',
      `${MAX_VALID_AT_ONCE} credentials of a user are valid at once, so that a dealer can change over; a dealer has at most ${MAX_USERS} users.`,
    ],
    fields: { dealerCode: dealerCodeField, username: usernameField },
    example: { dealerCode: '1001', username: 'second-user' },
  },
  async ({ dealerCode, username }, call) => {
    const { records, passwords, randomness } = call.deps;
    await existingDealer(dealerCode, call);
    const { version, credentials } = await records.users(dealerCode);
    refuseTooMany(credentials, username);
    const { password, ...hashed } = passwords.issue();
    const issue = { credentialId: randomness.guid(), username, ...hashed, revoked: false, issuedAtMs: call.nowMs };
    return {
      dealerCode,
      change: { kind: 'users', record: { dealerCode, version, issue } },
      changed: ['credentials'],
      result: { dealerCode, username, credentialId: issue.credentialId },
      secrets: { password },
    };
  },
);

const revokeFields = {
  dealerCode: dealerCodeField,
  username: usernameField,
  credentialId: credentialIdField,
  all: optional(flag, 'true instead of credentialId: every credential of the user.'),
};

/** The user's credentials that the command means. Nothing is revoked that was not named. */
const meantBy = (
  { dealerCode, username, credentialId, all }: InputOf<typeof revokeFields>,
  credentials: readonly StoredCredential[],
): readonly StoredCredential[] => {
  const own = credentials.filter((one) => one.username === username);
  if (own.length === 0) throw notFound(`valid credential of user ${username} of dealer ${dealerCode}`);
  if (all === true && typeof credentialId === 'string')
    throw invalidField('all', 'and credentialId exclude each other');
  if (all === true) return own;
  if (typeof credentialId !== 'string') {
    const ids = shownUsers(own)[0]?.credentials.map(
      (one) => `${one.credentialId} (issued ${one.issuedAt ?? 'earlier'})`,
    );
    throw invalidField('credentialId', `is required, or all=true; user ${username} has ${ids?.join(' and ')}`);
  }
  const named = own.filter((one) => one.credentialId === credentialId);
  if (named.length === 0)
    throw notFound(`valid credential ${credentialId} of user ${username} of dealer ${dealerCode}`);
  return named;
};

export const revokeCredential = changeCommand(
  {
    name: 'revoke-credential',
    group: 'Dealers',
    summary: 'Make one credential of an API user, or all of them, invalid.',
    notes: [
      'Running functions notice within a minute.',
      'The answer lists what is left to the dealer; with --dry-run it says so before anything is revoked.',
    ],
    fields: revokeFields,
    example: { dealerCode: '1001', username: 'second-user', credentialId: '00000000-0000-4000-8000-000000000000' },
  },
  async (input, call) => {
    const { dealerCode, username } = input;
    await existingDealer(dealerCode, call);
    const { version, credentials } = await call.deps.records.users(dealerCode);
    const revoke = meantBy(input, credentials);
    const left = credentials.filter((one) => !revoke.includes(one));
    return {
      dealerCode,
      change: { kind: 'users', record: { dealerCode, version, revoke } },
      changed: ['credentials'],
      result: {
        dealerCode,
        username,
        revoked: revoke.map((one) => one.credentialId).toSorted(),
        left: shownUsers(left),
      },
    };
  },
);
