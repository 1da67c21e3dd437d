import { Validations } from 'aws-cdk-lib';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { VaultPurpose } from '../../shared/ports/vault.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { underlying } from './underlying.ts';

const OF_CARDS: readonly VaultPurpose[] = ['card', 'card-pending', 'card-challenge'];

/** True of a function that a card number passes through, sealed or not. The sandbox's bank is sent them as well. */
const seesCards = ({ seals, opens, hashesCards, boxes, sandboxOnly }: FunctionDefinition): boolean =>
  [...seals, ...opens].some((purpose) => OF_CARDS.includes(purpose)) ||
  hashesCards === true ||
  boxes !== undefined ||
  sandboxOnly === true;

/**
 * Whether X-Ray may time a function, in a stage that wants it: one that sees no card (rule 30), and one with a route. The
 * pipeline of a route answers every error. An error that leaves a function would reach X-Ray with its message, and the
 * catch-all passes requests on that hold cards.
 */
export const mayBeTraced = (definition: FunctionDefinition): boolean =>
  definition.routes.length > 0 && !seesCards(definition);

/** The right to send traces, inside the role's own policy. X-Ray has no resources that it could name. */
export const traceStatement = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'SendTraces',
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });

/**
 * Has Lambda time a function's starts and calls. Nothing in the function reports to X-Ray, so that no request, answer, error
 * or address is in a trace.
 */
export const trace = (lambda: LambdaFunction, role: Role): void => {
  // The construct's own property would add a policy with the same right, and a stack has room for 500 resources.
  underlying(lambda, CfnFunction).tracingConfig = { mode: 'Active' };
  const reason = 'X-Ray has no resources that a right to send traces could name.';
  Validations.of(role).acknowledge({ id: 'AwsSolutions-IAM5[Resource::*]', reason });
};
