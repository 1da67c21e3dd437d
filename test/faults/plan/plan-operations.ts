import * as z from 'zod/mini';
import { contract as removeCardContract } from '../../../functions/card/remove-card/contract.ts';
import { removeCard } from '../../../functions/card/remove-card/remove-card.ts';
import { cancelPaymentRequest } from '../../../functions/link/cancel-payment-request/cancel-payment-request.ts';
import { contract as cancelPaymentRequestContract } from '../../../functions/link/cancel-payment-request/contract.ts';
import { addPaymentPlan } from '../../../functions/sale/add-payment-plan/add-payment-plan.ts';
import { contract as addPaymentPlanContract } from '../../../functions/sale/add-payment-plan/contract.ts';
import { addSale } from '../../../functions/sale/add-sale/add-sale.ts';
import { contract as addSaleContract } from '../../../functions/sale/add-sale/contract.ts';
import { contract as deletePaymentPlanContract } from '../../../functions/sale/delete-payment-plan/contract.ts';
import { deletePaymentPlan } from '../../../functions/sale/delete-payment-plan/delete-payment-plan.ts';
import { contract as deleteSaleContract } from '../../../functions/sale/delete-sale/contract.ts';
import { deleteSale } from '../../../functions/sale/delete-sale/delete-sale.ts';
import { contract as updatePaymentPlanContract } from '../../../functions/sale/update-payment-plan/contract.ts';
import { updatePaymentPlan } from '../../../functions/sale/update-payment-plan/update-payment-plan.ts';
import { contract as updateSaleContract } from '../../../functions/sale/update-sale/contract.ts';
import { updateSale } from '../../../functions/sale/update-sale/update-sale.ts';
import { contract as updateScheduleContract } from '../../../functions/sale/update-schedule/contract.ts';
import { updateSchedule } from '../../../functions/sale/update-schedule/update-schedule.ts';
import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoSaleReferences } from '../../../shared/adapters/dynamodb/sale/sale-references.ts';
import { dynamoSaleSchedules } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { dynamoSaleBook } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import type { Dealer, OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { UseCase } from '../../../shared/http/operation-handler.ts';
import { eventsOf } from '../../support/sale/plan-worker.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import type { World } from '../world.ts';

type Block = Readonly<Record<string, unknown>>;

/** `done`, or why the operation refused the call. */
export type PlanAnswer = 'done' | Refusal['reason'];

/** A call as its pipeline hands it on. Refusals are answers; every other error is passed on. */
const called = async <Request extends z.ZodMiniType>(
  {
    contract,
    useCase,
    block,
    dealer,
  }: {
    readonly contract: { readonly request: Request };
    readonly useCase: UseCase<z.output<Request>>;
    readonly block: Block;
    readonly dealer: Dealer;
  },
  operation: OperationName,
): Promise<PlanAnswer> => {
  const value = z.parse(contract.request, readBody({ body: JSON.stringify(block) }));
  try {
    await useCase({ dealer, operation, sourceAddress: '203.0.113.7', read: { ok: true, value } });
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
};

/** The operations of a dealer that change what recurring sales charge, composed as in their handlers over a table. */
export const planOperations = ({ clock, seeded: randomness }: World, table: Table, dealer: Dealer) => {
  const identifiers = blockIdentifiers(table);
  const events = eventsOf(() => dealer);
  const [sales, references] = [dynamoSaleBook(table, events), dynamoSaleReferences(table)];
  const [cards, schedules] = [dynamoCardKeeping(table), dynamoSaleSchedules(table)];
  const plans = { ...dynamoPlanReading(table), ...dynamoPlanKeeping(table, events) };
  const ofLinks = { payments: dynamoPayments(table, namesOfCodes), links: dynamoLinkClosing(table, events), clock };
  const ofSales = { sales, references, identifiers, randomness, clock };
  const ofPlans = { sales, plans, cards, definitions: dynamoDefinitions(table), identifiers, clock };
  return {
    addSale: (block: Block) =>
      called({ contract: addSaleContract, useCase: addSale(ofSales), block, dealer }, 'AddSale'),
    updateSale: (block: Block) =>
      called({ contract: updateSaleContract, useCase: updateSale(ofSales), block, dealer }, 'UpdateSale'),
    deleteSale: (block: Block) =>
      called({ contract: deleteSaleContract, useCase: deleteSale({ ...ofSales, plans }), block, dealer }, 'DeleteSale'),
    addPaymentPlan: (block: Block) =>
      called({ contract: addPaymentPlanContract, useCase: addPaymentPlan(ofPlans), block, dealer }, 'AddPaymentPlan'),
    updatePaymentPlan: (block: Block) =>
      called(
        { contract: updatePaymentPlanContract, useCase: updatePaymentPlan(ofPlans), block, dealer },
        'UpdatePaymentPlan',
      ),
    deletePaymentPlan: (block: Block) =>
      called(
        { contract: deletePaymentPlanContract, useCase: deletePaymentPlan(ofPlans), block, dealer },
        'DeletePaymentPlan',
      ),
    updateSchedule: (block: Block) =>
      called(
        { contract: updateScheduleContract, useCase: updateSchedule({ schedules }), block, dealer },
        'UpdateSchedule',
      ),
    cancelPaymentRequest: (block: Block) =>
      called(
        { contract: cancelPaymentRequestContract, useCase: cancelPaymentRequest(ofLinks), block, dealer },
        'CancelUserPosPayment',
      ),
    removeCard: (block: Block) =>
      called(
        { contract: removeCardContract, useCase: removeCard({ cards, randomness, clock }), block, dealer },
        'RemoveCard',
      ),
    /** As `pause-sale` and `resume-sale` of operators write it. */
    pauseSale: async (dealerSaleId: number, pausedSinceMs: number | undefined): Promise<void> => {
      const before = await sales.open(dealer.dealerCode, dealerSaleId);
      if (before === undefined) return;
      const { step: _step, sale: stored, ...planning } = before;
      const { pausedSinceMs: _paused, ...sale } = stored;
      const paused = pausedSinceMs === undefined ? {} : { pausedSinceMs };
      await sales.replace(before, { ...planning, sale: { ...sale, version: sale.version + 1, ...paused } });
    },
  };
};
