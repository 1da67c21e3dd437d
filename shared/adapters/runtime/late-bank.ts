import type { AccountOfAnyKind, WholeGateway } from '../../ports/bank-gateway.ts';
import { lateAdapter } from './late-adapter.ts';

/** A gateway that is loaded by its first call. What it throws for a defect of its caller rejects the call here. */
export const lateBank = <Account extends AccountOfAnyKind>(
  load: () => Promise<WholeGateway<Account>>,
): WholeGateway<Account> =>
  lateAdapter(load, {
    charge: true,
    start3D: true,
    startOnServer: true,
    verifyCallback: true,
    provision: true,
    inquire: true,
    inquireHistory: true,
    listOrders: true,
    followUp: true,
  });
