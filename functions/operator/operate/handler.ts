import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { operatorRuntime } from '../../../shared/adapters/runtime/operator.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { operate } from './operate.ts';

const carryOut = operate({ ...operatorRuntime(process.env), log: powertoolsLog() });

export const handler = (event: unknown, context?: Context) => carryOut(event, context?.awsRequestId ?? randomUUID());
