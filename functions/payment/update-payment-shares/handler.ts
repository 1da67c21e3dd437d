import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { dynamoPaymentTexts } from '../../../shared/adapters/dynamodb/payment/payment-texts.ts';
import { dynamoStatementMarks } from '../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import { readShareChanges } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updatePaymentShares } from './update-payment-shares.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updatePaymentShares({
    ...paymentStepsRuntime(runtime),
    subDealers: dynamoSubDealers(runtime.store),
    marks: dynamoStatementMarks(runtime.store),
    texts: dynamoPaymentTexts(runtime.store),
    isOn: readShareChanges(process.env),
  }),
});
