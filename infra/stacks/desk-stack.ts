import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApi, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { OperationFunction } from '../constructs/operation-function.ts';
import { mapDomain, type OwnAddress } from '../constructs/own-address.ts';
import type { TableInUse } from '../constructs/payments-table.ts';
import { routedStage, routesTo } from '../constructs/routed-api.ts';
import { saveQueries } from '../constructs/saved-query.ts';
import { underlying } from '../constructs/underlying.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { type DeskSettings, domainOfDeskApi } from '../settings/desk-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage, its desk, the data stack, the payers' address, the desk's functions, and the code of each. */
export interface DeskStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly desk: DeskSettings;
  readonly data: DataStack;
  /** The addresses of the stage that payers open: links lead there. */
  readonly address: OwnAddress;
  readonly codeFor: (name: string) => Code;
  readonly definitions: readonly FunctionDefinition[];
}

/**
 * The pages for dealers' people: an HTTP API and functions of their own (rule 55). No route of it opens an operation, and no
 * route of the other API opens a page of it.
 */
export class DeskStack extends Stack {
  /** Where people open it, without the path: its domain, or the address of its API. */
  readonly deskUrl: string;

  constructor(scope: Construct, id: string, props: DeskStackProps) {
    super(scope, id, props);
    const { settings, desk, definitions } = props;
    const api = new HttpApi(this, 'HttpApi', {
      apiName: `payment-link-${settings.name}-desk`,
      description: `Desk of payment links (${settings.name})`,
      createDefaultStage: false,
    });
    const resource = underlying(api, CfnApi);
    resource.overrideLogicalId('HttpApi');
    // Pages know one address alone: posts from another one are refused (rule 54).
    if (desk.domain !== undefined) resource.disableExecuteApiEndpoint = true;
    this.deskUrl = desk.domain === undefined ? resource.attrApiEndpoint : `https://${desk.domain.name}`;
    const table = props.data.tableFor(this, settings);
    const functions = definitions.map((definition) => this.#function(definition, table, props));
    const routes = functions.flatMap((called) => routesTo(this, called, { api, reason: authorizationReason }));
    const accessLogName = `payment-link-${settings.name}-desk-access`;
    const { stage, accessLogs } = routedStage(this, { api, settings, definitions, routes, accessLogName });
    saveQueries(this, { stage: settings.name, asks: 'desk', logGroups: functions.map(({ logGroup }) => logGroup) });
    saveQueries(this, { stage: settings.name, asks: 'desk access', logGroups: [accessLogs] });
    const mapped = domainOfDeskApi(desk);
    if (mapped !== undefined) mapDomain(this, mapped, { api, stage });
    tellDeskUrl(this, this.deskUrl);
  }

  #function(
    definition: FunctionDefinition,
    table: TableInUse,
    { settings, desk, data, address, codeFor }: DeskStackProps,
  ): OperationFunction {
    const { boxesTable, tableKey, vaultKey, previousVaultKeys, cardHashKey } = data;
    const { allowedNetworks } = desk;
    return new OperationFunction(this, {
      definition,
      settings,
      code: codeFor(definition.name),
      table,
      boxesTable,
      tableKey,
      vaultKey,
      previousVaultKeys,
      cardHashKey,
      address,
      environment: {
        DESK_URL: this.deskUrl,
        ...(allowedNetworks === undefined ? {} : { DESK_NETWORKS: allowedNetworks.join(',') }),
      },
    });
  }
}

const authorizationReason = (routeKey: string): string =>
  `${routeKey}: people of dealers prove themselves by a session or a sign-in, which only the function can check.`;

const tellDeskUrl = (stack: Stack, value: string): CfnOutput =>
  new CfnOutput(stack, 'DeskUrl', { description: 'Base address of the desk', value });
