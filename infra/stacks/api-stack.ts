import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApi, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Route } from '../../shared/http/contract.ts';
import { type CalledFunction, functionOfEarlierStack } from '../constructs/called-function.ts';
import { GradualDeployments } from '../constructs/gradual-deployments.ts';
import { OperationFunction } from '../constructs/operation-function.ts';
import { mapDomain, type OwnAddress, ownAddressOf } from '../constructs/own-address.ts';
import type { TableInUse } from '../constructs/payments-table.ts';
import { routedStage, routesTo } from '../constructs/routed-api.ts';
import { saveQueries } from '../constructs/saved-query.ts';
import { underlying } from '../constructs/underlying.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { domainsOfApi } from '../settings/address-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage, the data stack, and the code of each function of this stack. */
export interface ApiStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly codeFor: (name: string) => Code;
  /** All functions that are called, those of the records stack included. */
  readonly definitions: readonly FunctionDefinition[];
}

/** Name of the parameter that holds the id of a stage's API. */
export const apiIdParameter = (stage: string): string => `/payment-link/${stage}/api-id`;

/**
 * The HTTP API, one Lambda per operation and page, and the operators' function, which has no route. Routes lead to functions of
 * the records stack too: they stand here, since the stage that throttles them depends on each.
 */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly address: OwnAddress;
  /** How new versions take over; undefined where they do at once. */
  readonly gradual: GradualDeployments | undefined;
  readonly #props: ApiStackProps;
  readonly #table: TableInUse;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    this.#props = props;
    this.#table = props.data.tableFor(this, props.settings);
    this.api = new HttpApi(this, 'HttpApi', {
      apiName: `payment-link-${props.settings.name}`,
      description: `Payment links (${props.settings.name})`,
      createDefaultStage: false,
    });
    // Dealers and payers hold the address of this API, and a replaced API would have a new one.
    const resource = underlying(this.api, CfnApi);
    resource.overrideLogicalId('HttpApi');
    resource.applyRemovalPolicy(RemovalPolicy.RETAIN);
    if (props.settings.apiAddress === 'closed') resource.disableExecuteApiEndpoint = true;
    this.address = ownAddressOf(props.settings, resource.attrApiEndpoint);
    // The events stack imports it in every release, whichever address the stage has.
    this.exportValue(resource.attrApiEndpoint);

    const { name: stageName, deployments } = props.settings;
    const [unmatched, named] = parted(props.definitions, ({ answersUnmatchedPaths }) => answersUnmatchedPaths === true);
    const [records, own] = parted(named, (definition) => definition.stack === 'records');
    const operations = own.map((definition) => this.#operation(definition));
    const ofRecords = records.map((definition) => functionOfEarlierStack(this, { stage: stageName, definition }));
    const catchAll = unmatched.map((definition) => this.#catchAll(definition, [...operations, ...ofRecords]));
    const functions = [...operations, ...catchAll];
    this.gradual = deployments === 'canary' ? new GradualDeployments(this, { stage: stageName, functions }) : undefined;

    const logGroups = functions
      .filter(({ definition }) => definition.sandboxOnly !== true)
      .map(({ logGroup }) => logGroup);
    saveQueries(this, { stage: stageName, asks: 'called', logGroups });
    const { api } = this;
    const routes = [...functions, ...ofRecords].flatMap((called) =>
      routesTo(this, called, { api, reason: authorizationReason }),
    );
    const accessLogName = `payment-link-${stageName}-access`;
    const { settings, definitions } = props;
    const { stage, accessLogs } = routedStage(this, { api, settings, definitions, routes, accessLogName });
    saveQueries(this, { stage: stageName, asks: 'access', logGroups: [accessLogs] });
    for (const domain of domainsOfApi(props.settings)) mapDomain(this, domain, { api: this.api, stage });
    this.#outputs(operations);
    tellApiId(this, this.api, props.settings.name);
  }

  #operation(definition: FunctionDefinition, mayInvoke: readonly IFunction[] = []): OperationFunction {
    const { settings, data, codeFor } = this.#props;
    return new OperationFunction(this, {
      definition,
      settings,
      code: codeFor(definition.name),
      table: this.#table,
      boxesTable: data.boxesTable,
      tableKey: data.tableKey,
      vaultKey: data.vaultKey,
      previousVaultKeys: data.previousVaultKeys,
      cardHashKey: data.cardHashKey,
      address: this.address,
      mayInvoke,
    });
  }

  /** The function of the `$default` route. It passes paths with `//` on to operations, all of which are POST. */
  #catchAll(definition: FunctionDefinition, operations: readonly CalledFunction[]): OperationFunction {
    const mayInvoke = operations
      .filter(({ definition: { routes, sandboxOnly } }) => sandboxOnly !== true && routes.some(isOperation))
      .map((operation) => operation.callee);
    return this.#operation(definition, mayInvoke);
  }

  #outputs(operations: readonly OperationFunction[]): void {
    output(this, 'BaseUrl', 'Base address of the API', this.address.baseUrl);
    const operate = operations.find((operation) => operation.definition.name === 'operate');
    if (operate === undefined) throw new Error('infra/functions/all-functions.ts lists no function "operate".');
    const description = "The operators' function, for the operator command";
    output(this, 'OperateFunctionName', description, operate.lambda.functionName);
  }
}

/** Those that are of a kind, and the others, each in their order. */
const parted = <T>(all: readonly T[], isOfKind: (one: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(isOfKind),
  all.filter((one) => !isOfKind(one)),
];

/** True for dealers' operations: their paths have no variables, and pages have a token in theirs. */
const isOperation = ({ method, path }: Route): boolean => method === 'POST' && !path.includes('{');

/** Writes the API's id to a parameter that the alarms read. An export would tie changes of this stack to theirs. */
const tellApiId = (stack: Stack, { apiId }: HttpApi, stage: string): StringParameter => {
  const description = `Id of the HTTP API (${stage})`;
  return new StringParameter(stack, 'ApiId', { parameterName: apiIdParameter(stage), description, stringValue: apiId });
};

const output = (stack: Stack, id: string, description: string, value: string): CfnOutput =>
  new CfnOutput(stack, id, { description, value });

const authorizationReason = (routeKey: string): string => {
  if (routeKey === '$default') {
    return 'The catch-all answers 404 and 405, or hands the request to an operation that checks the CheckKey itself.';
  }
  if (['POST /pay/', 'POST /box/', 'POST /link/'].some((start) => routeKey.startsWith(start))) {
    return `${routeKey}: payers have no account; the unguessable token in the address is what admits them.`;
  }
  if (routeKey.startsWith('POST /3d/')) {
    return `${routeKey}: the bank's callback proves itself by its hash, which only the function can check.`;
  }
  if (routeKey.includes(' /fim/')) {
    return `${routeKey}: the embedded bank of sandbox stages checks its merchants' passwords and hashes itself.`;
  }
  if (routeKey.includes(' /shop')) return `${routeKey}: the demo shop of sandbox stages is public.`;
  if (routeKey.startsWith('POST ')) {
    return `${routeKey}: dealers prove themselves by the CheckKey inside the JSON body, which only the function can check.`;
  }
  if (routeKey.includes(' /docs')) return `${routeKey}: the reference of sandbox stages is public.`;
  return `${routeKey}: payers have no account; the unguessable token in the address is what admits them.`;
};
