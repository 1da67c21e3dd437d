import type { StoredCredential } from '../../../shared/ports/dealers.ts';
import { changeCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { optional, required } from '../fields.ts';
import { shaped } from '../kinds.ts';
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
  'The credential to revoke; without it, all of the user name.',
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
    const issue = { credentialId: randomness.guid(), username, ...hashed, revoked: false };
    return {
      dealerCode,
      change: { kind: 'users', record: { dealerCode, version, issue } },
      changed: ['credentials'],
      result: { dealerCode, username, credentialId: issue.credentialId },
      secrets: { password },
    };
  },
);

export const revokeCredential = changeCommand(
  {
    name: 'revoke-credential',
    group: 'Dealers',
    summary: 'Make a credential of an API user, or all of them, invalid.',
    notes: ['Running functions notice within a minute.'],
    fields: { dealerCode: dealerCodeField, username: usernameField, credentialId: credentialIdField },
    example: { dealerCode: '1001', username: 'second-user' },
  },
  async ({ dealerCode, username, credentialId }, call) => {
    await existingDealer(dealerCode, call);
    const { version, credentials } = await call.deps.records.users(dealerCode);
    const revoke = credentials.filter(
      (one) => one.username === username && (credentialId ?? one.credentialId) === one.credentialId,
    );
    if (revoke.length === 0)
      throw notFound(`valid credential of that kind for user ${username} of dealer ${dealerCode}`);
    const revoked = revoke.map((one) => one.credentialId).toSorted();
    return {
      dealerCode,
      change: { kind: 'users', record: { dealerCode, version, revoke } },
      changed: ['credentials'],
      result: { dealerCode, username, revoked },
    };
  },
);
