import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { isLive, LIVE_ALIAS, pascalCase } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { type CalledFunction, functionNameOf } from './called-function.ts';
import { accessStatements } from './function-access.ts';
import { environmentOf } from './function-environment.ts';
import type { OperationFunctionProps } from './function-props.ts';
import { mayBeTraced, trace } from './tracing.ts';
import { underlying } from './underlying.ts';

/**
 * The metric that counts the failures of all functions of a stage, by their logs. One for each function would be paid for
 * each. Those that are released gradually have one of their own, because it ends their release. Stages of one account share the
 * namespace.
 */
export const failuresMetric = (stage: string, released: 'at once' | 'gradually'): string =>
  released === 'gradually' ? `${stage}-failures-of-released` : `${stage}-failures`;

/**
 * Lines that tell of a failure: an error of our own, which is answered, so that Lambda sees none, or what Lambda itself writes
 * about a call that threw, crashed, or ran out of time or memory.
 */
const FAILURES = FilterPattern.any(
  FilterPattern.stringValue('$.level', '=', 'ERROR'),
  FilterPattern.all(
    FilterPattern.stringValue('$.type', '=', 'platform.report'),
    FilterPattern.stringValue('$.record.status', '!=', 'success'),
  ),
);

/**
 * The one definition of "a Lambda here": Node 24 on arm64, a role with only the actions that its definition names, a
 * log group, and the environment that every function has.
 */
export class OperationFunction extends Construct implements CalledFunction {
  readonly definition: FunctionDefinition;
  readonly lambda: LambdaFunction;
  readonly logGroup: LogGroup;
  /** What callers reach of a function that charges or that payers meet. */
  readonly alias: Alias | undefined;

  constructor(scope: Construct, props: OperationFunctionProps) {
    const { definition, settings } = props;
    super(scope, pascalCase(definition.name));
    this.definition = definition;
    const production = settings.kind === 'production';
    const logGroup = new LogGroup(this, 'Logs', {
      retention: settings.logRetentionDays,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.logGroup = logGroup;
    // One filter for both: the API's stack has little room for more resources.
    logGroup.addMetricFilter('Failures', {
      filterPattern: FAILURES,
      metricNamespace: 'PaymentLink',
      metricName: failuresMetric(settings.name, isLive(definition) ? 'gradually' : 'at once'),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${definition.name} (${settings.name}) may do`,
      inlinePolicies: { access: new PolicyDocument({ statements: accessStatements(this, props, logGroup) }) },
    });
    const reserved = settings.reservedConcurrency[definition.name];
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionNameOf(settings.name, definition.name),
      description: `${definition.name} (${settings.name})`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      role,
      logGroup,
      // Lambda's own lines of a call that went well are paid for and tell nothing that its metrics do not. Those of a call
      // that failed, or ran out of time or memory, are warnings and stay.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      // A metric is a line of level INFO, and counts whatever level of our lines the stage asks for.
      applicationLogLevelV2: settings.logLevel === 'DEBUG' ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
      environment: environmentOf(props),
      // Whoever goes back to a former version by hand finds it.
      ...(production ? { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN } } : {}),
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
    });
    underlying(this.lambda, CfnFunction).overrideLogicalId(`${pascalCase(definition.name)}Function`);
    if (settings.tracing && mayBeTraced(definition)) trace(this.lambda, role);
    this.alias = isLive(definition) ? this.#live() : undefined;
  }

  get callee(): IFunction {
    return this.alias === undefined ? this.lambda : (this.alias as IFunction);
  }

  #live(): Alias {
    return new Alias(this, 'Live', { aliasName: LIVE_ALIAS, version: this.lambda.currentVersion as IVersion });
  }
}
