import { dynamoMobileCalls } from '../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { linkMakingRuntime } from '../../../shared/adapters/runtime/link-making.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { startMobile3D } from './start-mobile-3d.ts';

const runtime = operationRuntime(process.env);
const mobileCalls = dynamoMobileCalls(runtime.store, runtime.events);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: startMobile3D({ ...linkMakingRuntime(process.env, runtime), mobileCalls }),
});
