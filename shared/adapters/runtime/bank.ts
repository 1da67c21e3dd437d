import type { Dealer } from '../../domain/dealer/dealer.ts';
import { powertoolsLog } from '../../observability/powertools.ts';
import { powertoolsGatewayMetrics } from '../../observability/powertools-gateways.ts';
import type { AccountTrial } from '../../ports/account-trial.ts';
import type { WholeGateway } from '../../ports/bank-gateway.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { ChargingPause } from '../../ports/stage-brake.ts';
import type { VirtualPosDirectory, VirtualPosVersions } from '../../ports/virtual-pos-directory.ts';
import { accountTrial, type NewGateways } from '../bank/account-trial.ts';
import type { GatewayOptions } from '../bank/gateway-client.ts';
import { gatewayByKind } from '../bank/gateways.ts';
import { measuredGateway } from '../bank/measured-gateway.ts';
import type { PostToGate } from '../bank/server-start.ts';
import { cachedDealerOf } from '../dynamodb/dealer/cached-dealers.ts';
import { dynamoChargingPause } from '../dynamodb/dealer/stage-brake.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import {
  cachedVirtualPosDirectory,
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { GarantiAccount } from '../garanti/account.ts';
import type { Garanti, GarantiOptions } from '../garanti/garanti.ts';
import { nestPay } from '../nestpay/nestpay.ts';
import { readEnvironment, readGatewayHosts, readOwnAddress } from './environment.ts';
import { lateBank } from './late-bank.ts';

export interface BankRuntimeOptions {
  readonly store: Table;
  readonly dealers: Dealers;
  readonly tableName: string;
  readonly clock: Clock;
  readonly sandbox: boolean;
  readonly dealerCacheMs: number;
  /** For a function that starts authentications on the server; without it `startOnServer` throws. */
  readonly postToGate?: PostToGate | undefined;
}

export interface BankRuntime {
  readonly bank: WholeGateway;
  readonly posDirectory: VirtualPosDirectory;
  readonly posVersions: VirtualPosVersions;
  readonly brake: ChargingPause;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
}

/**
 * An error line in the log raises the function's alarm. The logger is made only when it is needed, which should be
 * never.
 */
const reportDefect = (errorDetail: string): void =>
  powertoolsLog().error('the bank called a request of ours malformed', { errorName: 'MalformedRequest', errorDetail });

/** Garanti's gateway, which is loaded with its first call: most dealers have no account there. */
const lateGaranti = (options: GarantiOptions): Garanti => {
  let made: Garanti | undefined;
  const gateway = lateBank<GarantiAccount>(async () => {
    const { garanti } = await import('../garanti/garanti.ts');
    made = garanti(options);
    return made;
  });
  return { ...gateway, close: () => made?.close() };
};

/** The gateways of all kinds, which call the hosts of the stage and no other. */
const gatewaysOf = (variables: NodeJS.ProcessEnv, options: GatewayOptions): ReturnType<NewGateways> => {
  const ownAddress = readOwnAddress(variables);
  const kinds = { nestpay: nestPay(options), garanti: lateGaranti({ ...options, ownAddress }) };
  const close = (): void => {
    kinds.nestpay.close();
    kinds.garanti.close();
  };
  return { ...kinds, close };
};

/** What operators try the account of a virtual POS with. */
export const accountTrialRuntime = (
  variables: NodeJS.ProcessEnv,
  { clock, sandbox }: Pick<BankRuntimeOptions, 'clock' | 'sandbox'>,
): AccountTrial => {
  const gateways = { clock, sandbox, allowedHosts: readGatewayHosts(variables) };
  return accountTrial((tell) => gatewaysOf(variables, { ...gateways, reportDefect: tell }));
};

/** The parts that the functions which charge are built from. */
export const bankRuntime = (variables: NodeJS.ProcessEnv, options: BankRuntimeOptions): BankRuntime => {
  const { store, dealers, tableName, clock, sandbox, postToGate, dealerCacheMs: lifeMs } = options;
  const allowedHosts = readGatewayHosts(variables);
  const gateways = { clock, sandbox, allowedHosts, reportDefect, postToGate };
  return {
    posVersions: dynamoVirtualPosVersions(store, clock),
    bank: measuredGateway({
      bank: gatewayByKind(gatewaysOf(variables, gateways)),
      clock,
      metrics: powertoolsGatewayMetrics(readEnvironment(variables)),
      hosts: allowedHosts,
    }),
    posDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs }),
    dealerOf: cachedDealerOf(dealers, { clock, lifeMs }),
  };
};
