import type { Dealer } from '../../domain/dealer/dealer.ts';
import { powertoolsLog } from '../../observability/powertools.ts';
import { powertoolsGatewayMetrics } from '../../observability/powertools-gateways.ts';
import type { BankGateway } from '../../ports/bank-gateway.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { EndedDays } from '../../ports/ended-days.ts';
import type { ChargingPause } from '../../ports/stage-brake.ts';
import type { VirtualPosDirectory, VirtualPosVersions } from '../../ports/virtual-pos-directory.ts';
import { gatewayByKind } from '../bank/gateways.ts';
import { measuredGateway } from '../bank/measured-gateway.ts';
import { dynamoEndedDays } from '../dynamodb/bank/ended-days.ts';
import { dynamoChargingPause } from '../dynamodb/dealer/stage-brake.ts';
import { boundedCache } from '../dynamodb/engine/bounded-cache.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import {
  cachedVirtualPosDirectory,
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
} from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import { nestPay } from '../nestpay/nestpay.ts';
import { readEmbeddedBankHost, readEnvironment, readGatewayHosts } from './environment.ts';

export interface BankRuntimeOptions {
  readonly store: Table;
  readonly dealers: Dealers;
  readonly tableName: string;
  readonly clock: Clock;
  readonly sandbox: boolean;
  readonly dealerCacheMs: number;
}

export interface BankRuntime {
  readonly bank: BankGateway;
  readonly posDirectory: VirtualPosDirectory;
  readonly posVersions: VirtualPosVersions;
  /** Present in a sandbox stage, which has the embedded bank. */
  readonly endedDays?: EndedDays;
  readonly brake: ChargingPause;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
}

/**
 * An error line in the log raises the function's alarm. The logger is made only when it is needed, which should be
 * never.
 */
const reportDefect = (errorDetail: string): void =>
  powertoolsLog().error('the bank called a request of ours malformed', { errorName: 'MalformedRequest', errorDetail });

/** The parts that the functions which charge are built from. */
export const bankRuntime = (variables: NodeJS.ProcessEnv, options: BankRuntimeOptions): BankRuntime => {
  const { store, dealers, tableName, clock, sandbox, dealerCacheMs: lifeMs } = options;
  const allowedHosts = readGatewayHosts(variables);
  const posVersions = dynamoVirtualPosVersions(store, clock);
  const ownHost = readEmbeddedBankHost(variables);
  return {
    posVersions,
    ...(ownHost === undefined ? {} : { endedDays: dynamoEndedDays(store, { posVersions, ownHost }) }),
    bank: measuredGateway({
      bank: gatewayByKind({ nestpay: nestPay({ clock, sandbox, allowedHosts, reportDefect }) }),
      clock,
      metrics: powertoolsGatewayMetrics(readEnvironment(variables)),
      hosts: allowedHosts,
    }),
    posDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    brake: dynamoChargingPause({ store, tableName, clock, lifeMs }),
    dealerOf: boundedCache({
      read: async (dealerCode: string) => (await dealers.load(dealerCode))?.dealer,
      keeps: (dealer) => dealer !== undefined,
      clock,
      lifeMs,
    }),
  };
};
