import { randomUUID } from 'node:crypto';
import { carryOutOnce, tried } from '../../../../../functions/operator/operate/apply-once.ts';
import type { CommandCall, StepCommand } from '../../../../../functions/operator/operate/command.ts';
import { paymentAtDesk } from '../../../../support/desk/payment-at-desk.ts';

/** What an operator gives a command. */
export type Input = Readonly<Record<string, unknown>>;

/** A paid payment of 100.00, and the operators of its stage. Its dealer has no permission for any step. */
export const stepScene = async (options: Parameters<typeof paymentAtDesk>[0] = {}) => {
  const barred = { captureChannels: [], voidChannels: [], refundChannels: [], poolApprovalChannels: [] };
  const desk = await paymentAtDesk({ dealer: { dealerCode: 'D1', ...barred }, ...options });
  const { deps: stepping, attempt, dealer, clock } = desk;
  let isAsked = 0;
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer, credentials: [] } : undefined) },
    wholePayments: stepping.payments,
    changes: stepping.changes,
    stepping: async () => {
      isAsked += 1;
      return stepping;
    },
  };
  const call = () => ({ deps, nowMs: clock.now(), today: '20260115', tomorrow: '20260116' }) as unknown as CommandCall;
  const input = { dealerCode: 'D1', orderId: attempt.orderId };
  return {
    ...desk,
    /** How often a command asked for what carries steps out. */
    timesAsked: () => isAsked,
    run: (command: StepCommand, more: Input = {}, commandId: string = randomUUID()) =>
      carryOutOnce({ command, commandId, input: { ...input, ...more } }, call()),
    dryRun: (command: StepCommand, more: Input = {}) => tried({ command, input: { ...input, ...more } }, call()),
  };
};
