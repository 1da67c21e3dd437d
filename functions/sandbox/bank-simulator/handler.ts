import { setTimeout as pause } from 'node:timers/promises';
import { embeddedBankRuntime } from '../../../shared/adapters/runtime/embedded-bank.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { behindEdge } from '../../../shared/http/behind-edge.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import { readDayEnd } from './bank-day.ts';
import { bankSimulator } from './bank-simulator.ts';

/** Longer than our client waits for a bank (20 s), and shorter than the function may run. */
const HOLD_MS = 25_000;
const DELAY_MS = 5000;

const { edgeSecretHashes, ...runtime } = embeddedBankRuntime(process.env);
const simulate = bankSimulator({
  ...runtime,
  dayEnd: readDayEnd(process.env.BANK_DAY_END ?? ''),
  merchantOf: sandboxMerchant,
  terminalOf: sandboxTerminal,
  hold: () => pause(HOLD_MS),
  delay: () => pause(DELAY_MS),
});

export const handler = behindEdge(edgeSecretHashes, (event) => simulate(event));
