import {
  type GatewayKind,
  gatewayKinds,
  merchantNumberOf,
  type VirtualPos,
  type VirtualPosOf,
} from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { sandboxTerminal } from '../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import type { OpenedMerchant } from '../../shared/ports/bank-gateway.ts';
import { posWith } from '../support/dealer/virtual-pos.ts';
import { Seeded } from './seeded.ts';

/** The account of a run's one merchant with its keys open, by the kind of its gateway. */
export type RunAccount = {
  readonly [Kind in GatewayKind]: {
    readonly kind: Kind;
    readonly gateway: string;
    readonly merchant: OpenedMerchant<VirtualPosOf<Kind>['merchant']>;
  };
}[GatewayKind];

/**
 * The kind of gateway that a seed's bank has. It is drawn beside the run: a seed at NestPay is the life that it was before
 * there was another kind.
 */
export const gatewayOfSeed = (seed: number): GatewayKind => new Seeded(seed).aside('gateway').pick(gatewayKinds);

const NESTPAY_CLIENT = '190100000';
const TERMINAL = '30691298';

/** The account of a run's merchant: the one that the embedded bank knows by its number. */
export const runAccountOf = (kind: GatewayKind, gateway: string): RunAccount => {
  if (kind === 'nestpay') {
    const merchant = sandboxMerchant(NESTPAY_CLIENT);
    if (merchant === undefined) throw new Error('no merchant');
    return { kind, gateway, merchant };
  }
  const merchant = sandboxTerminal(TERMINAL);
  if (merchant === undefined) throw new Error('no terminal');
  return { kind, gateway, merchant };
};

const isKeyName = (field: string): boolean => /password|key/i.test(field);

/** A merchant's key by the name of its field, as a virtual POS has it. */
export const keyOf = ({ merchant }: RunAccount, field: string): string => {
  const key = new Map(Object.entries(merchant)).get(field);
  if (key === undefined || !isKeyName(field)) throw new Error(`no key ${field}`);
  return key;
};

/** The merchant's keys, which must stand nowhere. */
export const keysOf = ({ merchant }: RunAccount): readonly string[] =>
  Object.entries(merchant).flatMap(([field, value]) => (isKeyName(field) ? [value] : []));

/** The virtual POS of a run's merchant. Its sealed keys are opened by the names of their fields. */
export const runPosOf = ({ kind, gateway, merchant }: RunAccount, changes: Partial<VirtualPos> = {}): VirtualPos => {
  const sealed = Object.entries(merchant).map(([field, value]) => [
    field,
    isKeyName(field) ? { sealed: 'v1.sealed', version: 1 } : value,
  ]);
  return { ...posWith({ gateway, ...changes }), kind, merchant: Object.fromEntries(sealed) };
};

/** The bank's number of the run's merchant: the embedded bank closes days by it. */
export const numberOf = (account: RunAccount): string => merchantNumberOf(runPosOf(account));
