import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { operatorRuntime } from '../../../shared/adapters/runtime/operator.ts';
import { isOneMachine } from '../../../shared/http/own-origins.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { operate } from './operate.ts';

const runtime = operatorRuntime(process.env);
/** Where the desk answers: where the stage names it, or on one machine, whose desk has the stage's own address. */
const deskUrl = process.env.DESK_URL ?? (isOneMachine(runtime.baseUrl) ? runtime.baseUrl : undefined);

const carryOut = operate({ ...runtime, deskUrl, log: powertoolsLog() });

export const handler = (event: unknown, context?: Context) => carryOut(event, context?.awsRequestId ?? randomUUID());
