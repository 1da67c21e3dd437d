import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import {
  type GatewayProblem,
  type GatewayRules,
  readGateway,
} from '../../../../shared/domain/virtual-pos/gateway-address.ts';
import type {
  MerchantKeyField,
  NestPayMerchant,
  SealedMerchantKey,
  VirtualPos,
  VirtualPosOf,
} from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { isSameText } from '../../../../shared/http/is-same-text.ts';
import { merchantKeyContext, VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { type CommandCall, changeCommand, type OperateDependencies, type Result, showCommand } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import { defaulted, type InputOf, neededWhenNew, optional, required, secret } from '../fields.ts';
import {
  choice,
  code,
  flag,
  freeText,
  installmentCounts,
  list,
  ratesByCount,
  shaped,
  timeOfDay,
  whole,
} from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownRates } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { ALL_COUNTS, bankCode, currencyChoice, dealerCodeField } from './fields-in-common.ts';

const MAX_GATEWAY_LENGTH = 300;

export const posId = required(
  shaped(
    'text of letters, digits, dash and underscore, at most 32',
    'must be 1 to 32 letters, digits, dashes or underscores',
    (text) => (/^[A-Za-z0-9_-]{1,32}$/.test(text) ? text : undefined),
  ),
  'Name of the virtual POS, chosen by operators.',
);

const gateway = shaped('https address', 'must be an address such as https://bank.example', (text) => {
  const url = text.length > MAX_GATEWAY_LENGTH ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href.replace(/\/+$/, '') : undefined;
});

const posFields = {
  bankCode: neededWhenNew(bankCode, 'Bank code, the PaymentType of mobile payments.'),
  bankName: neededWhenNew(freeText(100), 'Name of the bank.'),
  group: optional(
    freeText(30),
    'Installment programme of its cards, written as in the BIN records, such as BONUS: shops find the counts of a card by it. Shown, decides nothing.',
  ),
  kind: defaulted(choice(['nestpay'] as const), 'nestpay', { meaning: "Kind of the bank's gateway." }),
  gateway: neededWhenNew(
    gateway,
    "Address that the gateway's /fim paths are appended to. It is https at a host of the stage's gatewayHosts; sandbox stages also accept a loopback address over http.",
  ),
  currencies: defaulted(list(currencyChoice, 4), ['TL'], { meaning: 'Currencies that the bank takes.' }),
  installmentCounts: defaulted(installmentCounts, ALL_COUNTS, {
    meaning: 'Installment counts that the bank takes; a single payment always is possible.',
    shown: '2 to 12',
  }),
  rates: neededWhenNew(
    ratesByCount,
    'The bank\'s commission by count, "1" for the single payment. A count without a rate cannot be used.',
  ),
  isDefault: defaulted(flag, false, { meaning: 'Used for cards of banks without a virtual POS of their own.' }),
  attemptedThreeDAllowed: defaulted(flag, false, {
    meaning: 'Charge when 3D was only attempted (mdStatus 2 to 4).',
  }),
  serverStart: defaulted(flag, false, {
    meaning:
      "Post the 3D form of a stored card to the bank's gate from here. Without it stored cards pay without 3D only. Try it at the bank's test system first.",
    shown: 'true at the embedded bank, else false',
  }),
  withoutCvc: defaulted(flag, true, { meaning: 'Whether the bank charges a card without its CVC.' }),
  noRecordHorizonHours: defaulted(whole(1, 240), 24, {
    meaning: 'Hours after which the bank\'s "no record" is believed.',
  }),
  dayEndsAt: defaulted(timeOfDay, '22:00', {
    meaning: 'When the bank closes its day, in Istanbul: a charge is voided before it and refunded after it.',
  }),
  enabled: defaulted(flag, true, { meaning: 'Whether new payments may use it. Payments that have begun still do.' }),
};

const merchantFields = {
  clientId: neededWhenNew(code(100), "The dealer's number at the bank."),
  apiUser: neededWhenNew(code(100), 'User name of the bank interface.'),
  apiPassword: secret(neededWhenNew(code(200), 'Password of the bank interface.')),
  storeKey: secret(neededWhenNew(code(200), 'Key of the 3D hash.')),
};

const putFields = { dealerCode: dealerCodeField, posId, version: versionField, ...posFields, ...merchantFields };
type PutVirtualPos = InputOf<typeof putFields>;

const gatewayProblems: Readonly<Record<GatewayProblem, string>> = {
  'not-an-address': 'must be an address such as https://bank.example',
  'not-https': 'must be an https address',
  'host-not-allowed': "must name a host of the stage's gatewayHosts: functions call no other",
};

/** Refuses a gateway that the stage's functions may not call now, and not when a payer pays (rule 22). */
const refuseOtherGateways = (address: string, rules: GatewayRules): void => {
  const read = readGateway(address, rules);
  if ('problem' in read) throw invalidField('gateway', gatewayProblems[read.problem]);
};

/** True for a key that is stored already. One that does not open any more is none: a put must be able to mend it. */
const isStoredKey = async (
  {
    key,
    field,
    of,
  }: { readonly key: string; readonly field: MerchantKeyField<NestPayMerchant>; readonly of: VirtualPosOf<'nestpay'> },
  { stepping: { opener } }: OperateDependencies,
): Promise<boolean> => {
  const { sealed, version } = of.merchant[field];
  try {
    return isSameText(await opener.open(sealed, merchantKeyContext(of, field, version)), key);
  } catch (error) {
    if (error instanceof VaultUnavailable) return false;
    throw error;
  }
};

/**
 * The merchant account after a put. Keys that are not given, or are the stored ones, keep the version that they were
 * sealed for: putting the same record again changes nothing.
 */
const merchantAfter = async (
  input: PutVirtualPos,
  { stored, version }: { readonly stored: VirtualPosOf<'nestpay'> | undefined; readonly version: number },
  { deps }: CommandCall,
): Promise<NestPayMerchant> => {
  const given = putValues<Record<keyof NestPayMerchant, unknown>, typeof merchantFields>(
    merchantFields,
    input,
    stored?.merchant,
  );
  const keyAfter = async (field: MerchantKeyField<NestPayMerchant>): Promise<SealedMerchantKey> => {
    const fresh = input[field];
    if (fresh === undefined || fresh === null) return given[field] as SealedMerchantKey;
    const isStored = stored !== undefined && (await isStoredKey({ key: fresh, field, of: stored }, deps));
    if (isStored) return stored.merchant[field];
    return { sealed: await deps.sealer.seal(fresh, merchantKeyContext(input, field, version)), version };
  };
  return {
    clientId: String(given.clientId),
    apiUser: String(given.apiUser),
    apiPassword: await keyAfter('apiPassword'),
    storeKey: await keyAfter('storeKey'),
  };
};

/**
 * The embedded bank takes the form of a stored card from here. Any other gate has to be tried first, also one that
 * replaces a gate that was tried. Undefined: unchanged.
 */
const serverStartAfter = (
  given: boolean | null | undefined,
  { isNewGate, isEmbedded }: { readonly isNewGate: boolean; readonly isEmbedded: boolean },
): boolean | undefined => {
  if (typeof given === 'boolean') return given;
  return given === null || isNewGate ? isEmbedded : undefined;
};

const nestPayPos = (pos: VirtualPos | undefined): VirtualPosOf<'nestpay'> | undefined =>
  pos?.kind === 'nestpay' ? pos : undefined;

const flat = (pos: VirtualPos | undefined) =>
  pos === undefined ? undefined : { ...pos, ...pos.merchant, merchant: '' };

export const putVirtualPos = changeCommand(
  {
    name: 'put-virtual-pos',
    group: 'Virtual POS',
    summary: 'Create a virtual POS, or a new version of it.',
    notes: [
      'Versions never change: a payment that has begun ends with the version that it began with.',
      'apiPassword and storeKey are stored encrypted and never shown.',
      'In a sandbox stage a new virtual POS without gateway, apiUser, apiPassword and storeKey is one of the embedded bank: they are filled in.',
    ],
    fields: putFields,
    example: {
      dealerCode: '1001',
      posId: 'example-bank',
      bankCode: '10',
      bankName: 'Example Bank',
      clientId: '190100000',
      rates: { '1': 1.79, '2': 3.85, '3': 4.2 },
    },
  },
  async (given, call) => {
    const { dealerCode, posId: id } = given;
    await existingDealer(dealerCode, call);
    const stored = nestPayPos(await call.deps.records.virtualPos(dealerCode, id));
    // A new virtual POS of a sandbox stage is one of the embedded bank where no gateway is named.
    const address = given.gateway ?? (stored === undefined ? call.deps.embeddedBank : undefined);
    const serverStart = serverStartAfter(given.serverStart, {
      isNewGate: address !== undefined && address !== stored?.gateway,
      isEmbedded: (address ?? stored?.gateway) === call.deps.embeddedBank,
    });
    const input = { ...given, ...omitUndefined({ gateway: address, serverStart }) };
    const version = nextVersion(`virtual POS ${id} of dealer ${dealerCode}`, stored?.version, input.version);
    type Plain = Omit<VirtualPosOf<'nestpay'>, 'dealerCode' | 'posId' | 'version' | 'merchant'>;
    const values = putValues<Plain, typeof posFields>(posFields, input, stored);
    // An unchanged gateway is not checked, so that a virtual POS whose bank has left the list can still be disabled.
    if (values.gateway !== stored?.gateway) refuseOtherGateways(values.gateway, call.deps.gateways);
    const merchant = await merchantAfter(input, { stored, version }, call);
    const record = { ...values, merchant, dealerCode, posId: id, version };
    const changed = changedFieldNames(flat(stored), flat(record) ?? {}).filter((name) => name !== 'merchant');
    return {
      dealerCode,
      change: { kind: 'virtual-pos', record },
      changed,
      result: { dealerCode, posId: id, version, changed },
    };
  },
);

const shown = ({ merchant, rates, ...pos }: VirtualPos): Result => ({
  ...pos,
  ...('clientId' in merchant ? { clientId: merchant.clientId, apiUser: merchant.apiUser } : {}),
  apiPassword: { set: true },
  storeKey: { set: true },
  rates: shownRates(rates),
});

export const showVirtualPos = showCommand(
  {
    name: 'show-virtual-pos',
    group: 'Virtual POS',
    summary: 'Show a virtual POS without its keys, in its current or an earlier version.',
    fields: {
      dealerCode: dealerCodeField,
      posId,
      version: optional(whole(1, 999_999), 'A version; the current one when not given.'),
    },
    example: { dealerCode: '1001', posId: 'isbank' },
  },
  async ({ dealerCode, posId: id, version }, { deps }) => {
    const found = await deps.records.virtualPos(dealerCode, id, version ?? undefined);
    const what =
      version === undefined || version === null ? `virtual POS ${id}` : `version ${version} of virtual POS ${id}`;
    if (found === undefined) throw notFound(`${what} of dealer ${dealerCode}`);
    return shown(found);
  },
);
