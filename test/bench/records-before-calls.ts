import { randomUUID } from 'node:crypto';
import { saleItems } from '../../shared/adapters/dynamodb/sale/sales.ts';
import type { OperationName as ContractOperation } from '../../shared/domain/dealer/dealer.ts';
import { sentCard } from '../../shared/openapi/customer-words.ts';
import type { TestDealer } from '../support/dealer/dealers.ts';
import { callOperation } from '../support/dealer/operation-calls.ts';
import { saleOf } from '../support/dealer/records.ts';
import { BY_CODE, type Prepare, refuseFailure, type Scene } from '../support/operation-scene.ts';
import { putRows } from '../support/store/store.ts';

/** A sale whose steps are made by hand, of a customer that the scene has. */
export const saleByHand = ({ definition }: TestDealer) => ({
  SaleCode: randomUUID(),
  ...BY_CODE,
  Amount: 27.5,
  PlanType: 2,
  DealerCustomerTypeId: definition.dealerCustomerTypeId,
});

/** A call about a sale that was added just before. */
export const ofNewSale =
  (callOf: (name: { readonly SaleCode: string }) => readonly [ContractOperation, object]): Prepare =>
  async ({ dealer }) => {
    const { SaleCode, ...sale } = saleByHand(dealer);
    refuseFailure(await callOperation(dealer, 'AddSale', { SaleCode, ...sale }));
    const [operation, request] = callOf({ SaleCode });
    return async () => refuseFailure(await callOperation(dealer, operation, request));
  };

/** A call about a customer who was added with a card just before. */
export const ofNewCustomer =
  (
    callOf: (name: { readonly CustomerCode: string }, cardToken: string) => readonly [ContractOperation, object],
  ): Prepare =>
  async ({ dealer }) => {
    const name = { CustomerCode: randomUUID() };
    const { Data } = await callOperation(dealer, 'AddCustomerWithCard', { ...name, ...sentCard });
    const { CardList } = Data as { readonly CardList: readonly { readonly CardToken: string }[] };
    const [operation, fields] = callOf(name, CardList[0]?.CardToken ?? '');
    return async () => refuseFailure(await callOperation(dealer, operation, fields));
  };

/** A call about a schedule that was added just before. */
export const ofNewSchedule =
  (operation: 'UpdateSchedule' | 'DeleteSchedule'): Prepare =>
  async ({ dealer }) => {
    const { Data } = await callOperation(dealer, 'AddSchedule', { ScheduleName: 'Every day', DailyWeeklyMonthly: 1 });
    const { DealerSaleScheduleId } = Data as { readonly DealerSaleScheduleId: number };
    return async () => refuseFailure(await callOperation(dealer, operation, { DealerSaleScheduleId, EveryX: 2 }));
  };

/** A new sale whose plans are made by hand. */
const newSaleByHand = async ({ dealer }: Scene): Promise<{ readonly DealerSaleId: number }> => {
  const sale = saleOf(dealer.dealer.dealerCode, { planType: 2, saleCode: randomUUID(), endDate: '20991231' });
  await putRows(dealer.store, saleItems(sale));
  return { DealerSaleId: sale.dealerSaleId };
};

const PLAN_DAY = '20350220';
export const PLAN_DAYS = { PaymentPlanPaymentDateStart: PLAN_DAY, PaymentPlanPaymentDateEnd: PLAN_DAY };

/** A call about a payment plan that was added by hand just before. */
export const ofNewPlan =
  (
    operation: ContractOperation,
    fieldsOf: (names: { readonly DealerSaleId: number; readonly DealerPaymentPlanId: number }) => object,
  ): Prepare =>
  async (scene) => {
    const { dealer } = scene;
    const sale = await newSaleByHand(scene);
    const { Data } = await callOperation(dealer, 'AddPaymentPlan', { ...sale, PaymentDate: PLAN_DAY });
    const { DealerPaymentPlanId } = Data as { readonly DealerPaymentPlanId: number };
    const fields = fieldsOf({ ...sale, DealerPaymentPlanId });
    return async () => refuseFailure(await callOperation(dealer, operation, fields));
  };

/** A payment plan is added to a new sale. */
export const addedPlan: Prepare = async (scene) => {
  const fields = { ...(await newSaleByHand(scene)), PaymentDate: PLAN_DAY };
  return async () => refuseFailure(await callOperation(scene.dealer, 'AddPaymentPlan', fields));
};
