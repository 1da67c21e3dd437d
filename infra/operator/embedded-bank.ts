import { sandboxTerminal } from '../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import type { Invocation } from './arguments.ts';

type Input = Readonly<Record<string, unknown>>;

/** The account of the embedded bank that an input names, by the field of its kind; undefined where it names none. */
const accountNamedBy = ({ kind, clientId, terminalId, merchantId }: Input): object | undefined => {
  if (kind !== 'garanti') return sandboxMerchant(String(clientId));
  const terminal = sandboxTerminal(String(terminalId));
  return String(merchantId ?? terminalId) === terminal?.merchantId ? terminal : undefined;
};

/** The fields that are filled in: a put that has one of them means another bank. */
const FILLED_IN = [
  'gateway',
  'apiUser',
  'apiPassword',
  'provisionUser',
  'provisionPassword',
  'refundUser',
  'refundPassword',
  'storeKey',
] as const;

/**
 * A put of a new virtual POS that names no gateway means the embedded bank: its users and keys follow from the clientId, or
 * with kind garanti from the terminalId. A stage without the embedded bank refuses such a put, because a gateway is
 * required there. No function holds the derivation but the embedded bank itself.
 */
export const withEmbeddedMerchant = ({ command }: Pick<Invocation, 'command'>, input: Input): Input => {
  const isNewPos = command.name === 'put-virtual-pos' && Number(input.version ?? 0) === 0;
  if (!isNewPos || FILLED_IN.some((name) => input[name] !== undefined)) return input;
  return { ...input, ...accountNamedBy(input) };
};
