import { chargingRuntime } from '../../../shared/adapters/runtime/charging.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { answerPayer } from './answer-payer.ts';
import { complete3D } from './complete-3d.ts';
import { contract } from './contract.ts';

const runtime = pageRuntime(process.env);
const complete = complete3D({ ...chargingRuntime(process.env, runtime), baseUrl: runtime.baseUrl });

export const handler = pageHandler({ ...runtime, name: contract.name, show: answerPayer(complete) });
