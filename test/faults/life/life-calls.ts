import * as z from 'zod/mini';
import { approvePoolPayment } from '../../../functions/payment/approve-pool-payment/approve-pool-payment.ts';
import { contract as approveContract } from '../../../functions/payment/approve-pool-payment/contract.ts';
import { capturePayment } from '../../../functions/payment/capture-payment/capture-payment.ts';
import { contract as captureContract } from '../../../functions/payment/capture-payment/contract.ts';
import { contract as refundContract } from '../../../functions/payment/refund-payment/contract.ts';
import { refundPayment } from '../../../functions/payment/refund-payment/refund-payment.ts';
import { contract as undoContract } from '../../../functions/payment/undo-pool-approval/contract.ts';
import { undoApproval } from '../../../functions/payment/undo-pool-approval/undo-pool-approval.ts';
import { contract as voidContract } from '../../../functions/payment/void-payment/contract.ts';
import { voidPayment } from '../../../functions/payment/void-payment/void-payment.ts';
import { contract as detailContract } from '../../../functions/payment-list/get-payment-detail/contract.ts';
import { getPaymentDetail } from '../../../functions/payment-list/get-payment-detail/get-payment-detail.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { dynamoVirtualPosVersions } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { OperationContract } from '../../../shared/http/contract.ts';
import type { UseCase } from '../../../shared/http/operation-handler.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { type Opener, VaultUnavailable } from '../../../shared/ports/vault.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import type { Instance, World } from '../world.ts';

/** What a dealer may call about a payment. */
export type LifeOperation = 'capture' | 'void' | 'refund' | 'approve-pool' | 'undo-pool' | 'detail';

/** A request block without ClientIP, which names the call. */
export interface LifeRequest {
  readonly of: LifeOperation;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The answer that a caller gets. */
export type StepHeard =
  | { readonly kind: 'answered'; readonly data: Readonly<Record<string, unknown>>; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly reason: string }
  /** `EX`, because the store or the vault failed. */
  | { readonly kind: 'unexpected' };

type Call = (fields: Readonly<Record<string, unknown>>) => Promise<StepHeard>;

/** Every other error than a refusal that the operation names, and a failure of store or vault, is a defect. */
const heardOfError = (error: unknown, codes: object): StepHeard => {
  if (error instanceof Refusal && Object.hasOwn(codes, error.reason)) return { kind: 'refused', reason: error.reason };
  if (error instanceof StoreUnavailable || error instanceof VaultUnavailable) return { kind: 'unexpected' };
  throw error;
};

/** An operation as the pipeline calls it. Only 3D payments of shops look at which one it is. */
export const calling =
  <Request extends z.ZodMiniType>(
    { request, codes }: Pick<OperationContract<Request, never>, 'request'> & { readonly codes: object },
    useCase: UseCase<z.output<Request>>,
    dealer: Dealer,
  ): Call =>
  async (fields) => {
    const { OtherTrxCode: code } = fields;
    const read = z.safeParse(request, readBody({ body: JSON.stringify(fields) }));
    const refusal = new Refusal('InvalidRequest', 'The block cannot be read.');
    try {
      const { data, replayed = false } = await useCase({
        dealer,
        operation: 'SubDealer' in fields ? 'DoDirectPaymentThreeDMarketPlace' : 'DoDirectPaymentThreeD',
        ...(typeof code === 'string' ? { otherTrxCode: code } : {}),
        sourceAddress: '203.0.113.7',
        read: read.success ? { ok: true, value: read.data } : { ok: false, refusal },
      });
      return { kind: 'answered', data: data as Readonly<Record<string, unknown>>, replayed };
    } catch (error) {
      return heardOfError(error, codes);
    }
  };

/** GetDealerPaymentTrxDetailList over a table. */
export const detailOver = (world: World, table: Table, dealer: Dealer): Call => {
  const payments = dynamoPayments(table, namesOfCodes);
  const detail = getPaymentDetail({ payments, clock: world.clock, baseUrl: 'https://pay.example' });
  return calling(detailContract, detail, dealer);
};

/** What the steps after a charge are carried out with, in an instance's view of store, vault and bank. */
export const stepsAtBank = ({ clock }: World, { table, bank }: Instance, opener: Opener) => ({
  payments: dynamoPayments(table, namesOfCodes),
  steps: dynamoSteps(table),
  identifiers: blockIdentifiers(table),
  clock,
  bank,
  posVersions: dynamoVirtualPosVersions(table, clock),
  opener,
  limitUsage: dynamoLimitUsage(table),
});

/** The operations after a charge composed as in their handlers, with an instance's view of store, vault and bank. */
export const lifeCalls = (
  world: World,
  instance: Instance,
  { dealer, opener }: { readonly dealer: Dealer; readonly opener: Opener },
): Readonly<Record<LifeOperation, Call>> => {
  const deps = stepsAtBank(world, instance, opener);
  return {
    capture: calling(captureContract, capturePayment(deps), dealer),
    void: calling(voidContract, voidPayment(deps), dealer),
    refund: calling(refundContract, refundPayment(deps), dealer),
    'approve-pool': calling(approveContract, approvePoolPayment(deps), dealer),
    'undo-pool': calling(undoContract, undoApproval(deps), dealer),
    detail: detailOver(world, instance.table, dealer),
  };
};
