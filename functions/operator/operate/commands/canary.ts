import { serviceAccountPurposes } from '../../../../shared/ports/service-accounts.ts';
import { serviceAccountContext } from '../../../../shared/ports/vault.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { notFound } from '../command-error.ts';
import { required } from '../fields.ts';
import { givenId } from '../kinds.ts';
import { shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';

/** The API user whose credential only the canary has. */
const USERNAME = 'canary';

/** The user's credentials, all of which the next one replaces: their passwords are known to nobody else. */
const credentialsOf = async (dealerCode: string, { deps: { records } }: CommandCall) => {
  const { version, credentials } = await records.users(dealerCode);
  return { version, own: credentials.filter(({ username }) => username === USERNAME) };
};

export const putCanaryAccount = changeCommand(
  {
    name: 'put-canary-account',
    group: 'Stage',
    summary: 'Give the canary a new password at its dealer.',
    notes: [
      'set-up-canary makes the dealer too, and is what you want. The password is sealed for the canary and shown to nobody; the one before it at this dealer ends at once.',
      'Where the canary gets another dealer, revoke-credential ends its credential at the one before.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      dealerCustomerTypeId: required(givenId, 'The definition of the dealer that the links of the canary follow.'),
    },
    example: { dealerCode: '1001', dealerCustomerTypeId: 26 },
  },
  async ({ dealerCode, dealerCustomerTypeId }, call) => {
    const { deps, nowMs } = call;
    await existingDealer(dealerCode, call);
    const definition = await deps.definitions.find(dealerCustomerTypeId);
    if (definition?.dealerCode !== dealerCode)
      throw notFound(`definition ${dealerCustomerTypeId} of dealer ${dealerCode}`);
    const stored = await deps.serviceAccounts.find('canary');
    const { version: users, own } = await credentialsOf(dealerCode, call);
    const { password, ...hashed } = deps.passwords.issue();
    const issue = {
      credentialId: deps.randomness.guid(),
      username: USERNAME,
      ...hashed,
      revoked: false,
      issuedAtMs: nowMs,
    };
    const place = { owner: 'canary', dealerCode, version: (stored?.version ?? 0) + 1 } as const;
    const sealedPassword = await deps.sealer.seal(
      password,
      serviceAccountContext(place, serviceAccountPurposes.canary),
    );
    const { credentialId } = issue;
    const record = {
      ...place,
      username: USERNAME,
      credentialId,
      sealedPassword,
      dealerCustomerTypeId,
      issuedAtMs: nowMs,
    };
    return {
      dealerCode,
      change: { kind: 'service-account', record, users: { dealerCode, version: users, issue, revoke: own } },
      changed: ['password'],
      result: { dealerCode, dealerCustomerTypeId, credentialId },
    };
  },
);

export const showCanary = showCommand(
  {
    name: 'show-canary',
    group: 'Stage',
    summary: 'Show which dealer the canary uses, and whether its credential is valid.',
    fields: {},
    example: {},
  },
  async (_input, call): Promise<Result> => {
    const account = await call.deps.serviceAccounts.find('canary');
    if (account === undefined) return { setUp: false };
    const { dealerCode, dealerCustomerTypeId, credentialId, issuedAtMs } = account;
    const { own } = await credentialsOf(dealerCode, call);
    const valid = own.some((one) => one.credentialId === credentialId && !one.revoked);
    return { setUp: true, dealerCode, dealerCustomerTypeId, valid, issuedAt: shownTime(issuedAtMs) };
  },
);
