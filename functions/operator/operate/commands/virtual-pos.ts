import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import {
  type GatewayProblem,
  type GatewayRules,
  readGateway,
} from '../../../../shared/domain/virtual-pos/gateway-address.ts';
import type { GatewayKind, VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { changeCommand, type Result, showCommand } from '../command.ts';
import { invalidField, notFound } from '../command-error.ts';
import { optional } from '../fields.ts';
import { whole } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { shownRates } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { merchantAfter, merchantFields, shownMerchant } from './merchant-account.ts';
import { posFields, posId } from './virtual-pos-fields.ts';

const putFields = { dealerCode: dealerCodeField, posId, version: versionField, ...posFields, ...merchantFields };

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

/** The kind of a virtual POS, which never changes: attempts that pin an older version speak that kind. */
const kindAfter = (given: GatewayKind | null | undefined, stored: VirtualPos | undefined): GatewayKind => {
  const wanted = given === null ? posFields.kind.fallback : given;
  if (stored !== undefined && wanted !== undefined && wanted !== stored.kind)
    throw invalidField('kind', `of this virtual POS is ${stored.kind} and never changes: put one of another name`);
  return wanted ?? stored?.kind ?? 'nestpay';
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

/** NestPay charges a card without its CVC; a terminal of Garanti does where its bank says so. Undefined: unchanged. */
const withoutCvcAfter = (
  given: boolean | null | undefined,
  { isNew, kind }: { readonly isNew: boolean; readonly kind: GatewayKind },
): boolean | undefined => {
  if (typeof given === 'boolean') return given;
  return given === null || isNew ? kind === 'nestpay' : undefined;
};

const flat = (pos: VirtualPos | undefined) =>
  pos === undefined ? undefined : { ...pos, ...pos.merchant, merchant: '' };

export const putVirtualPos = changeCommand(
  {
    name: 'put-virtual-pos',
    group: 'Virtual POS',
    summary: 'Create a virtual POS, or a new version of it.',
    notes: [
      'Versions never change: a payment that has begun ends with the version that it began with.',
      'With kind nestpay the account is clientId, apiUser, apiPassword and storeKey; with kind garanti it is merchantId, terminalId, the two users with their passwords, and storeKey. Fields of the other kind are refused.',
      'Passwords and storeKey are stored encrypted and never shown.',
      'With --try the bank is asked one harmless question after the put, as try-virtual-pos does.',
      'In a sandbox stage a new virtual POS without gateway, users and keys is one of the embedded bank: they are filled in, by the clientId of kind nestpay or the terminalId of kind garanti.',
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
    const stored = await call.deps.records.virtualPos(dealerCode, id);
    const kind = kindAfter(given.kind, stored);
    // A new virtual POS of a sandbox stage is one of the embedded bank where no gateway is named.
    const address = given.gateway ?? (stored === undefined ? call.deps.embeddedBank : undefined);
    const serverStart = serverStartAfter(given.serverStart, {
      isNewGate: address !== undefined && address !== stored?.gateway,
      isEmbedded: (address ?? stored?.gateway) === call.deps.embeddedBank,
    });
    const withoutCvc = withoutCvcAfter(given.withoutCvc, { isNew: stored === undefined, kind });
    const input = { ...given, ...omitUndefined({ gateway: address, serverStart, withoutCvc }) };
    const version = nextVersion(`virtual POS ${id} of dealer ${dealerCode}`, stored?.version, input.version);
    type Plain = Omit<VirtualPos, 'dealerCode' | 'posId' | 'version' | 'kind' | 'merchant'>;
    const values = putValues<Plain, typeof posFields>(posFields, input, stored);
    // An unchanged gateway is not checked, so that a virtual POS whose bank has left the list can still be disabled.
    if (values.gateway !== stored?.gateway) refuseOtherGateways(values.gateway, call.deps.gateways);
    const merchant = await merchantAfter({ given, kind, stored, version }, call.deps);
    const record: VirtualPos = { ...values, ...merchant, dealerCode, posId: id, version };
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
  ...shownMerchant(merchant),
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
