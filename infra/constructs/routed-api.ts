import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnRoute,
  CfnStage,
  type HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Throttle, throttleFor } from '../capacity/promised-rate.ts';
import { pascalCase, routeKeyOf } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { throttledRequestsMetric } from '../monitoring/api-alarms.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { CalledFunction } from './called-function.ts';
import { underlying } from './underlying.ts';

const UNMATCHED = '$default';

/** The routes of an API to one function, `$default` among them where it answers unmatched paths. `reason`: why a route needs no authorizer. */
export const routesTo = (
  scope: Construct,
  { definition, callee }: CalledFunction,
  { api, reason }: { readonly api: HttpApi; readonly reason: (routeKey: string) => string },
): HttpRoute[] => {
  const integration = new HttpLambdaIntegration(`${pascalCase(definition.name)}Integration`, callee, {
    // One permission for all routes of a function: a stack has room for 500 resources.
    scopePermissionToRoute: false,
  });
  const keys = definition.routes.map((route) => HttpRouteKey.with(route.path, HttpMethod[route.method]));
  if (definition.answersUnmatchedPaths === true) keys.push(HttpRouteKey.DEFAULT);
  return keys.map((routeKey) => {
    const name = routeKey.key === UNMATCHED ? 'UnmatchedPath' : routeKey.key.replace(/[^A-Za-z0-9]/g, '');
    const route = new HttpRoute(scope, `Route${name}`, { httpApi: api, routeKey, integration });
    Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: reason(routeKey.key) });
    return route;
  });
};

export interface RoutedStageProps {
  readonly api: HttpApi;
  readonly settings: StageSettings;
  readonly definitions: readonly FunctionDefinition[];
  readonly routes: readonly HttpRoute[];
  /** The log group's name below the prefix that access logs share, such as `payment-link-sandbox-access`. */
  readonly accessLogName: string;
}

/** The stage of an API with its access log, and the throttles of its routes. */
export const routedStage = (scope: Construct, props: RoutedStageProps): { stage: HttpStage; accessLogs: LogGroup } => {
  const { api, settings, routes } = props;
  const accessLogs = accessLogOf(scope, props);
  const stage = new HttpStage(scope, 'DefaultStage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: settings.throttling.ratePerSecond, burstLimit: settings.throttling.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogs),
      // Nothing that a caller chose is logged: a path holds a link's token, a query or a Referer may hold anything
      // (rule 30).
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          routeKey: '$context.routeKey',
          status: '$context.status',
          integrationStatus: '$context.integrationStatus',
          latencyMs: '$context.responseLatency',
        }),
      ),
    },
  });
  const resource = underlying(stage, CfnStage);
  resource.overrideLogicalId('DefaultStage');
  resource.routeSettings = throttlesOf(props);
  // API Gateway refuses settings for a route that does not exist yet.
  for (const route of routes) resource.addResourceDependency(underlying(route, CfnRoute));
  return { stage, accessLogs };
};

const accessLogOf = (scope: Construct, { settings, accessLogName }: RoutedStageProps): LogGroup => {
  const accessLogs = new LogGroup(scope, 'AccessLogs', {
    // Log groups under this prefix share one entry in the account's resource policy for logs, which has little room.
    logGroupName: `/aws/vendedlogs/${accessLogName}`,
    retention: settings.logRetentionDays,
    removalPolicy: settings.kind === 'production' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  // The API's own 4xx counts whatever callers do wrong. What the throttles refuse stands here alone: no function was called.
  accessLogs.addMetricFilter('ThrottledRequests', {
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.integrationStatus', '=', '-'),
    ),
    metricNamespace: 'PaymentLink',
    metricName: throttledRequestsMetric(settings.name),
  });
  return accessLogs;
};

/** The throttle of each route: the stage's own, else the function's, else what the promised payments need. */
const throttlesOf = ({ settings, definitions }: RoutedStageProps): Record<string, unknown> => {
  const ownThrottles = new Map(
    definitions.flatMap(({ routes: own, throttle }) => own.map((route) => [routeKeyOf(route), throttle])),
  );
  const throttleOf = (routeKey: string): Throttle => {
    const promised = throttleFor(routeKey, settings.promisedPaymentsPerSecond);
    const wider = promised !== undefined && promised.ratePerSecond > settings.throttling.ratePerSecond;
    return (
      settings.throttling.routes[routeKey] ?? ownThrottles.get(routeKey) ?? (wider ? promised : settings.throttling)
    );
  };
  const unmatched = definitions.some(({ answersUnmatchedPaths }) => answersUnmatchedPaths === true) ? [UNMATCHED] : [];
  return Object.fromEntries(
    [...ownThrottles.keys(), ...unmatched].map((routeKey) => {
      const { ratePerSecond, burst } = throttleOf(routeKey);
      return [routeKey, { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst }];
    }),
  );
};
