import { shopPasswordContext } from '../../../../shared/ports/vault.ts';
import { changeCommand, showCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { required } from '../fields.ts';
import { givenId } from '../kinds.ts';
import { nextVersion, versionField } from '../put.ts';
import { existingDealer } from './dealer.ts';
import { bankCode, dealerCodeField } from './fields-in-common.ts';

const GROUP = 'Demo shop';
/** A user of its own: the shop's calls are told from the dealer's, and its credential is revoked alone. */
const USERNAME = 'demo-shop';

/** Only in sandbox stages: a production stage has no shop. */
export const putShop = changeCommand(
  {
    name: 'put-shop',
    group: GROUP,
    summary: 'Name the dealer that the demo shop at /shop sells for, in a sandbox stage.',
    notes: [
      'Makes a credential of the dealer\'s user "demo-shop", in place of the ones it had, and stores its password encrypted: nobody sees it, and the shop alone opens it.',
      'The shop sells one thing at one price, one by a reusable link and one by an open amount. Where it gets another dealer, revoke-credential ends the credential of the one before.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      version: versionField,
      dealerCustomerTypeId: required(givenId, "The definition of the shop's links."),
      bankCode: required(bankCode, 'The bank whose virtual POS takes payments in a frame.'),
    },
    example: { dealerCode: '1001', dealerCustomerTypeId: 26, bankCode: '64', version: 1 },
    shownBy: 'show-shop',
  },
  async (input, call) => {
    const { dealerCode, dealerCustomerTypeId } = input;
    const { records, passwords, randomness, sealer, definitions, shop } = call.deps;
    await existingDealer(dealerCode, call);
    const definition = await definitions.find(dealerCustomerTypeId);
    if (definition?.dealerCode !== dealerCode) {
      throw notPossible(`Dealer ${dealerCode} has no definition ${dealerCustomerTypeId}.`, 'dealerCustomerTypeId');
    }
    const version = nextVersion('the demo shop', (await shop.find())?.version, input.version);
    const users = await records.users(dealerCode);
    const { password, ...hashed } = passwords.issue();
    const credential = { username: USERNAME, ...hashed, revoked: false, issuedAtMs: call.nowMs };
    const record = {
      version,
      dealerCode,
      username: USERNAME,
      sealedPassword: await sealer.seal(password, shopPasswordContext({ dealerCode, version })),
      dealerCustomerTypeId,
      bankCode: input.bankCode,
    };
    return {
      dealerCode,
      change: {
        kind: 'shop',
        record,
        users: {
          dealerCode,
          version: users.version,
          issue: { credentialId: randomness.guid(), ...credential },
          revoke: users.credentials.filter(({ username }) => username === USERNAME),
        },
      },
      changed: ['dealerCode', 'dealerCustomerTypeId', 'bankCode', 'credentials'],
      result: { dealerCode, version, username: USERNAME, url: `${call.deps.baseUrl}/shop` },
    };
  },
);

export const showShop = showCommand(
  {
    name: 'show-shop',
    group: GROUP,
    summary: 'Show the dealer that the demo shop sells for.',
    fields: {},
    example: {},
  },
  async (_input, { deps }) => {
    const stored = await deps.shop.find();
    if (stored === undefined) throw notFound('dealer of the demo shop; put-shop names one');
    const { sealedPassword: _sealed, ...shown } = stored;
    return { ...shown, url: `${deps.baseUrl}/shop` };
  },
);
