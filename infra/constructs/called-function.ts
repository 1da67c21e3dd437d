import { ArnFormat, Stack } from 'aws-cdk-lib';
import { type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { isLive, pascalCase } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';

/** The name of a function in its account. It is fixed, so that alarms can name it without an export of its stack. */
export const functionNameOf = (stage: string, name: string): string => `payment-link-${stage}-${name}`;

/** The ARN of a function by its name, for a stack that must not import it. */
export const functionArnOf = (scope: Construct, stage: string, name: string): string =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionNameOf(stage, name),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** A function of this app and what its callers name. */
export interface CalledFunction {
  readonly definition: FunctionDefinition;
  /** What every caller names and may invoke: the alias where there is one. */
  readonly callee: IFunction;
}

/**
 * A function of a stack that is deployed before the caller's, by its name: an import would keep that stack from removing the
 * function. Throws for a function with an alias, which only its own stack can move.
 */
export const functionOfEarlierStack = (
  scope: Construct,
  { stage, definition }: { readonly stage: string; readonly definition: FunctionDefinition },
): CalledFunction => {
  if (isLive(definition))
    throw new Error(`${definition.name} charges or meets payers: it must stand in the api stack.`);
  const functionArn = functionArnOf(scope, stage, definition.name);
  const callee = LambdaFunction.fromFunctionAttributes(scope, pascalCase(definition.name), {
    functionArn,
    sameEnvironment: true,
  });
  return { definition, callee };
};
