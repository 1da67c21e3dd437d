import { makeDealer } from '../../../functions/statement/make-statements/make-dealer.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { DEALER_ITSELF } from '../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';
import { lastClosedDay } from '../../../shared/domain/statement/statement-days.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { demand } from '../invariants.ts';
import type { World } from '../world.ts';
import type { LifeScene } from './life-scene.ts';

const DAY_MS = 86_400_000;
const RUN_MS = 60_000;

/** The nightly job, as it runs in the middle of a life: now and then twice at once. Days that are not over wait. */
export const makeStatementsNow = async ({ store: { direct }, clock }: World, { dealer }: LifeScene): Promise<void> => {
  const deps = {
    making: dynamoStatementMaking(direct),
    payments: dynamoPayments(direct, namesOfCodes),
    identifiers: blockIdentifiers(direct),
    clock,
  };
  const { dealerCode, listingShards } = dealer;
  const nowMs = clock.now();
  const until = lastClosedDay(nowMs);
  const run = () => makeDealer(deps, { dealerCode, listingShards, until, deadlineMs: nowMs + RUN_MS });
  await Promise.all(nowMs % 3 === 0 ? [run(), run()] : [run()]);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What a payment's charges left on every account, by the ledger. */
const accountsOf = (payment: Payment | undefined): ReadonlyMap<string, number> => {
  const balances = new Map<string, number>();
  for (const attempt of payment?.attempts ?? []) {
    const view = viewPayment(chargeOf(attempt, payment ?? {}), payment?.steps ?? []);
    for (const [account, amount] of view.balances) balances.set(account, (balances.get(account) ?? 0) + amount);
  }
  return balances;
};

const checkAccount = (
  own: readonly Statement[],
  { balance = 0, pool = 0 }: { readonly balance: number | undefined; readonly pool: number | undefined },
): void => {
  const held = sum(own.map((one) => one.balance));
  const paid = sum(own.map(({ payout }) => payout)) + (own[0]?.owedAfter ?? 0);
  demand(held === balance, `the statements of an account move ${held}, the ledger ${balance}`);
  demand(paid === balance, `the payouts of an account are ${paid}, its balance ${balance}`);
  demand((own[0]?.poolAfter ?? 0) === pool, `the statements of an account leave ${own[0]?.poolAfter} in its pool`);
};

/** Makes the last statements of a life, and demands that the sum of all is its ledger. */
export const checkStatements = async (world: World, scene: LifeScene, payment: Payment | undefined): Promise<void> => {
  const { clock, store, circumstances } = world;
  clock.advance(2 * DAY_MS);
  await makeStatementsNow(world, scene);
  const { dealerCode } = scene.dealer;
  const page = await dynamoStatements(store.direct).pageOfDealer({
    dealerCode,
    from: '20250101',
    until: lastClosedDay(clock.now()),
    limit: 1000,
  });
  const newestFirst = page.map(({ statement }) => statement).toReversed();
  const balances = accountsOf(payment);
  const named = [...balances.keys()].flatMap((account) => /:(\d+)$/.exec(account)?.[1] ?? []).map(Number);
  const ids = new Set([DEALER_ITSELF, ...named, ...newestFirst.map(({ subDealerId }) => subDealerId)]);
  for (const id of ids) {
    const [account, pool] =
      id === DEALER_ITSELF ? ['dealer', 'dealer-pool'] : [`sub-dealer:${id}`, `sub-dealer-pool:${id}`];
    const own = newestFirst.filter(({ subDealerId }) => subDealerId === id);
    checkAccount(own, { balance: balances.get(account), pool: balances.get(pool) });
  }
  const ofDealer = newestFirst.filter(({ subDealerId }) => subDealerId === DEALER_ITSELF);
  const earned = sum(ofDealer.map(({ sales, refunds }) => sales.commission - refunds.commission));
  demand(earned === (balances.get('service') ?? 0), `the service earns ${earned} by the statements`);
  if (new Set(newestFirst.map(({ day }) => day)).size > 1) circumstances.met.add('statements of two days');
};
