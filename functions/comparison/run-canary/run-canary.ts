import { type CanaryMetrics, errorNameOf, type Log } from '../../../shared/observability/log.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { PublicSite } from '../../../shared/ports/public-site.ts';
import {
  type ServiceAccount,
  type ServiceAccounts,
  serviceAccountPurposes,
} from '../../../shared/ports/service-accounts.ts';
import { type Opener, serviceAccountContext } from '../../../shared/ports/vault.ts';
import { CanaryFailure, visitor } from './visit.ts';
import { type CanaryVisit, payLink, visitWithoutPaying } from './visit-stage.ts';

export interface RunCanaryDependencies {
  readonly accounts: ServiceAccounts;
  readonly opener: Opener;
  readonly site: PublicSite;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, 'guid'>;
  readonly baseUrl: string;
  /** Whether the stage has the embedded bank, where a link is paid too. */
  readonly sandbox: boolean;
  readonly log: Log;
  readonly metrics: CanaryMetrics;
}

/** How a run ended. */
export type CanaryReport =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly step: string; readonly code: string }
  /** No operator has given the canary an account. */
  | { readonly kind: 'not-set-up' };

/** Time that is kept for the report of a run. */
const REPORT_MS = 2_000;

const passwordOf = (account: ServiceAccount, opener: Opener): Promise<string> =>
  opener.open(account.sealedPassword, serviceAccountContext(account, serviceAccountPurposes.canary));

const visitStage = async (deps: RunCanaryDependencies, account: ServiceAccount, deadlineMs: number): Promise<void> => {
  const { opener, site, clock, baseUrl, randomness, sandbox } = deps;
  const { dealerCode, username, dealerCustomerTypeId } = account;
  const visit: CanaryVisit = {
    visitor: visitor({ site, clock, deadlineMs: deadlineMs - REPORT_MS }),
    baseUrl,
    account: { dealerCode, username, password: await passwordOf(account, opener) },
    dealerCustomerTypeId,
    newCode: () => `canary-${randomness.guid().toLowerCase()}`,
    nowMs: clock.now(),
  };
  await visitWithoutPaying(visit);
  if (sandbox) await payLink(visit);
};

const failureOf = (error: unknown): Extract<CanaryReport, { kind: 'failed' }> => {
  const { step, code } = error instanceof CanaryFailure ? error : { step: 'begin', code: errorNameOf(error) };
  return { kind: 'failed', step, code };
};

/**
 * Uses the stage through its public address, as a dealer and a payer do, and reports each run by metrics. Its dealer is
 * one that an operator set up for it alone. A step that fails ends the run, and the log line names it. Never rejects.
 */
export const runCanary =
  (deps: RunCanaryDependencies) =>
  async (deadlineMs: number): Promise<CanaryReport> => {
    const { accounts, clock, log, metrics } = deps;
    const beganMs = clock.now();
    try {
      const account = await accounts.find('canary');
      if (account === undefined) {
        log.info('canary not set up', { command: 'set-up-canary' });
        return { kind: 'not-set-up' };
      }
      await visitStage(deps, account, deadlineMs);
      const durationMs = clock.now() - beganMs;
      metrics.ran({ passed: 1, failed: 0 }, durationMs);
      log.info('canary passed', { durationMs });
      return { kind: 'passed' };
    } catch (error) {
      const failure = failureOf(error);
      const durationMs = clock.now() - beganMs;
      metrics.ran({ passed: 0, failed: 1 }, durationMs);
      // A warning: its own alarm rings, and not that of unexpected errors beside it.
      log.warn('canary failed', { operation: failure.step, code: failure.code, durationMs });
      return failure;
    }
  };
