import { BankCallNotAllowed, type WholeGateway } from '../../ports/bank-gateway.ts';
import type { GatewayOptions } from '../bank/gateway-client.ts';
import type { GarantiAccount } from './account.ts';

export interface GarantiOptions extends GatewayOptions {
  /**
   * The IPv4 address of this service, sent where no payer is present or the payer's address is IPv6; empty: then nothing is
   * sent for them.
   */
  readonly ownAddress: string;
}

/** The port, with a way to close its connections. */
export interface Garanti extends WholeGateway<GarantiAccount> {
  close(): void;
}

/** The gateway of Garanti's virtual POS (GVPS). */
export const garanti = (_options: GarantiOptions): Garanti => {
  const missing = (): never => {
    throw new BankCallNotAllowed('not there yet');
  };
  return {
    charge: missing,
    start3D: missing,
    startOnServer: missing,
    verifyCallback: missing,
    provision: missing,
    inquire: missing,
    inquireHistory: missing,
    listOrders: missing,
    followUp: missing,
    close: () => undefined,
  };
};
