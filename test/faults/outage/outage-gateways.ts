import type { GatewayKind, VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { runAccountOf, runPosOf } from '../run-account.ts';

export const HANGS = 'https://hangs.example';
export const WELL = ['https://one.example', 'https://two.example'] as const;

/** Gateways of both kinds stand side by side: the one that hangs is Garanti's, and one of each kind answers. */
const KINDS: Readonly<Record<string, GatewayKind>> = { [HANGS]: 'garanti', [WELL[0]]: 'nestpay', [WELL[1]]: 'garanti' };

/** A virtual POS at one of the gateways. Another address is one of NestPay's. */
export const posAtGateway = (gateway: string, changes: Partial<VirtualPos> = {}): VirtualPos =>
  runPosOf(runAccountOf(KINDS[gateway] ?? 'nestpay', gateway), changes);
