import type { AccountTrial } from '../../ports/account-trial.ts';
import type { BankGateways } from '../../ports/bank-gateway.ts';
import { gatewayByKind } from './gateways.ts';

/** Gateways of all kinds with connections of their own, which report defects to whom they were made for. */
export type NewGateways = (reportDefect: (errorCode: string) => void) => BankGateways & { readonly close: () => void };

/** Every trial has gateways of its own: a defect then belongs to it, and no idle connection hides that the bank is away. */
export const accountTrial = (newGateways: NewGateways): AccountTrial => ({
  inquire: async (account, order, time) => {
    const defects: string[] = [];
    const { close, ...gateways } = newGateways((errorCode) => void defects.push(errorCode));
    try {
      const answer = await gatewayByKind(gateways).inquire(account, order, time);
      const [defect] = defects;
      return defect === undefined ? { answer } : { answer, defect };
    } finally {
      close();
    }
  },
});
