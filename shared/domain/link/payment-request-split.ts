import type { OperationName } from '../dealer/dealer.ts';
import { minor } from '../money/money.ts';
import { type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { type CommissionScenario, commissionScenarios } from '../split/payment-split.ts';
import { checkSplitValues, requireSplitFields } from '../split/split-payment.ts';
import type { PaymentRequestFields } from './payment-request-fields.ts';

/** A request and the operation that was called, by its path. */
export interface SplitRequest {
  readonly fields: PaymentRequestFields;
  readonly operation: OperationName;
}

/** A list of sub-dealers makes a payment request one with sub-dealers, whatever its path (decisions: paths). */
const isSplit = ({ fields, operation }: SplitRequest): boolean =>
  operation === 'CreateUserPosPaymentMarketPlace' || fields.subDealers.length > 0;

/** The scenario of a request with sub-dealers; undefined if it is unknown. */
export const askedScenario = ({ commissionScenario }: PaymentRequestFields): CommissionScenario | undefined =>
  commissionScenarios.find((scenario) => scenario === commissionScenario);

const invalid = (
  sentence: string,
  broken: (request: SplitRequest) => boolean,
): Rule<'InvalidRequest', SplitRequest> => ({
  reason: 'InvalidRequest',
  sentence,
  broken: (request) => isSplit(request) && broken(request),
});

const required = [
  invalid('CommissionScenario is required.', ({ fields }) => fields.commissionScenario === undefined),
  invalid('SubDealer is required.', ({ fields }) => fields.subDealers.length === 0),
] as const;

const values = [
  invalid('CommissionScenario must be 1 to 6.', ({ fields }) => askedScenario(fields) === undefined),
] as const;

/** Refuses a request with sub-dealers without what its scenario requires (dealer interface 2.3 and 2.4). */
export const requireSplit = (request: SplitRequest): void => {
  refuseFirstBroken(required, request);
  const scenario = isSplit(request) ? askedScenario(request.fields) : undefined;
  if (scenario !== undefined) requireSplitFields(scenario, request.fields.subDealers);
};

/** Checks the values and sums of a request with sub-dealers (dealer interface 2.3 and 2.4). */
export const checkSplit = (request: SplitRequest): void => {
  refuseFirstBroken(values, request);
  const { fields } = request;
  const scenario = isSplit(request) ? askedScenario(fields) : undefined;
  if (scenario !== undefined) checkSplitValues(scenario, fields.subDealers, fields.amount ?? minor(0));
};
