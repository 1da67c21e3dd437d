import { sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import type { Invocation } from './arguments.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * A put of a new virtual POS that names no gateway means the embedded bank: its user and keys follow from the clientId. A
 * stage without the embedded bank refuses such a put, because a gateway is required there. No function holds the
 * derivation but the embedded bank itself.
 */
export const withEmbeddedMerchant = ({ command }: Pick<Invocation, 'command'>, input: Input): Input => {
  const isNewPos = command.name === 'put-virtual-pos' && Number(input.version ?? 0) === 0;
  const names = ['gateway', 'apiUser', 'apiPassword', 'storeKey'];
  if (!isNewPos || names.some((name) => input[name] !== undefined)) return input;
  const merchant = sandboxMerchant(String(input.clientId));
  return merchant === undefined ? input : { ...input, ...merchant };
};
