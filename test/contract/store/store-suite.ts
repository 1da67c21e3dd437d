import { describe, test } from 'vitest';
import type { KeptProof } from '../../../infra/checks/kept-proof.ts';
import type { EngineName } from '../../../infra/local/engine.ts';
import { keepOncePassed } from '../../support/store/second-engine.ts';
import { engineProblem, useStoreWorld } from '../../support/store/store-world.ts';
import { boxesSuite } from './boxes-suite.ts';
import { breakersSuite } from './breakers-suite.ts';
import { comparisonsSuite } from './comparisons-suite.ts';
import { customerBookSuite } from './customer-book-suite.ts';
import { dealerAuditSuite } from './dealer-audit-suite.ts';
import { deskDeliveriesSuite } from './desk-deliveries-suite.ts';
import { deskLinksSuite } from './desk-links-suite.ts';
import { deskSessionsSuite } from './desk-sessions-suite.ts';
import { deskUsersSuite } from './desk-users-suite.ts';
import { directoriesSuite } from './directories-suite.ts';
import { failuresSuite } from './failures-suite.ts';
import { joinedDeliveriesSuite } from './joined-deliveries-suite.ts';
import { joinedMessagesSuite } from './joined-messages-suite.ts';
import { linkRequestCountersSuite } from './link-request-counters-suite.ts';
import { messagesSuite } from './messages-suite.ts';
import { operatorPaymentsSuite } from './operator-payments-suite.ts';
import { outboxSuite } from './outbox-suite.ts';
import { paymentListsSuite } from './payment-lists-suite.ts';
import { paymentPartitionSuite } from './payment-partition-suite.ts';
import { paymentPlansSuite } from './payment-plans-suite.ts';
import { paymentRequestsSuite } from './payment-requests-suite.ts';
import { planEngineSuite } from './plan-engine-suite.ts';
import { planLooksSuite } from './plan-looks-suite.ts';
import { productsAndSchedulesSuite } from './products-and-schedules-suite.ts';
import { quoteCountersSuite } from './quote-counters-suite.ts';
import { recordsSuite } from './records-suite.ts';
import { reusableLinksSuite } from './reusable-links-suite.ts';
import { saleBookSuite } from './sale-book-suite.ts';
import { saleNoticesSuite } from './sale-notices-suite.ts';
import { shopOrdersSuite } from './shop-orders-suite.ts';
import { stageSuite } from './stage-suite.ts';
import { statementsSuite } from './statements-suite.ts';
import { stepsSuite } from './steps-suite.ts';
import { storedCardsSuite } from './stored-cards-suite.ts';
import { tableSuite } from './table-suite.ts';
import { webhookEndpointsSuite } from './webhook-endpoints-suite.ts';

/**
 * The contract of the store, on one engine. If this machine cannot run the engine, one line and a skipped test say so,
 * with the cause. If a proof of the same content was kept, a skipped test says so; else one is kept once all of it has passed.
 */
export const storeSuite = async (engine: EngineName, proof?: KeptProof): Promise<void> => {
  const problem = await engineProblem(engine);
  if (problem !== undefined) {
    process.stderr.write(`The store's contract is NOT run on ${engine} here: ${problem}\n`);
    test.skip(`the store on ${engine} is not run here: ${problem}`, () => undefined);
    return;
  }
  if (proof?.isKept === true) {
    test.skip(`the store on ${engine} has passed with the same sources in this folder`, () => undefined);
    return;
  }
  describe(`the store on ${engine}`, () => {
    if (proof !== undefined) keepOncePassed(proof);
    const world = useStoreWorld(engine);
    tableSuite(world);
    recordsSuite(world);
    directoriesSuite(world);
    stageSuite(world);
    paymentRequestsSuite(world);
    reusableLinksSuite(world);
    paymentPartitionSuite(world);
    stepsSuite(world);
    statementsSuite(world);
    comparisonsSuite(world);
    dealerAuditSuite(world);
    deskLinksSuite(world);
    storedCardsSuite(world);
    customerBookSuite(world);
    productsAndSchedulesSuite(() => world().store);
    saleBookSuite(() => world().store);
    saleNoticesSuite(() => world().store);
    operatorPaymentsSuite(world);
    paymentListsSuite(world);
    paymentPlansSuite(world);
    messagesSuite(world);
    linkRequestCountersSuite(world);
    quoteCountersSuite(world);
    boxesSuite(world);
    breakersSuite(world);
    shopOrdersSuite(world);
    outboxSuite(world);
    joinedDeliveriesSuite(world);
    joinedMessagesSuite(world);
    deskDeliveriesSuite(world);
    webhookEndpointsSuite(world);
    planEngineSuite(world);
    planLooksSuite(world);
    deskUsersSuite(world);
    deskSessionsSuite(world);
    failuresSuite(world);
  });
};
