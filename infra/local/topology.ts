import * as z from 'zod';
import { type Assembly, readAssembly, type Stack } from './assembly.ts';
import { type EventPattern, eventPattern } from './event-filter.ts';
import { Resolver } from './resolver.ts';

const functionProperties = z.object({
  FunctionName: z.string().optional(),
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
});

/** One Lambda of the templates. */
export interface LocalFunction {
  readonly name: string;
  readonly arn: string;
  /** Name of the operation's folder, which every function has in its environment. */
  readonly folder: string;
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** One route of the HTTP API and the name of the function behind it. */
export interface LocalRoute {
  readonly routeKey: string;
  readonly functionName: string;
}

/** One target of a schedule: the name of a function, and the time between runs. */
export interface LocalSchedule {
  readonly ruleArn: string;
  readonly functionName: string;
  readonly everyMs: number;
}

/** A table's stream and the function that it feeds. */
export interface LocalStream {
  readonly tableName: string;
  readonly functionName: string;
  /** A record passes when it matches one of them. */
  readonly filters: readonly EventPattern[];
  readonly batchSize: number;
  readonly retryAttempts: number;
}

/** One table and its template properties, resolved. */
export interface LocalTable {
  readonly logicalId: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** One KMS key. */
export interface LocalKey {
  readonly id: string;
  readonly arn: string;
  readonly spec: string;
}

/** Everything in the templates that runs on this machine. */
export interface Topology {
  readonly functions: readonly LocalFunction[];
  readonly routes: readonly LocalRoute[];
  readonly schedules: readonly LocalSchedule[];
  readonly tables: readonly LocalTable[];
  readonly keys: readonly LocalKey[];
  /** Names of functions by what names their aliases. A function has one version here, which every alias leads to. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The stacks' outputs by their key, exports left out. */
  readonly outputs: Readonly<Record<string, string>>;
  /** If there is none, the tables get no stream. */
  readonly streams: readonly LocalStream[];
}

/** Reads the synthesized app in `assemblyFolder` as it would be after a deployment whose API answers at `baseUrl`. */
export const readTopology = (assemblyFolder: string, baseUrl: string): Topology => {
  const assembly = readAssembly(assemblyFolder);
  const resolver = new Resolver(assembly.stacks, baseUrl);
  const resources = assembly.stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources).map(([logicalId, { Type, Properties }]) => ({
      stack,
      logicalId,
      Type,
      Properties,
    })),
  );
  const ofType = (type: string) => resources.filter((resource) => resource.Type === type);
  const arn = (stack: Stack, logicalId: string) => resolver.text(stack, { 'Fn::GetAtt': [logicalId, 'Arn'] });

  return {
    functions: ofType('AWS::Lambda::Function').map(({ stack, logicalId, Properties }) =>
      localFunction({
        name: resolver.nameOf(stack, logicalId),
        arn: arn(stack, logicalId),
        properties: resolver.resolve(stack, Properties),
      }),
    ),
    routes: ofType('AWS::ApiGatewayV2::Route').map(({ stack, Properties }) => localRoute(resolver, stack, Properties)),
    schedules: ofType('AWS::Events::Rule').flatMap(({ stack, logicalId, Properties }) =>
      localSchedules(arn(stack, logicalId), resolver.resolve(stack, Properties)),
    ),
    tables: ofType('AWS::DynamoDB::Table').map(({ stack, logicalId, Properties }) => ({
      logicalId,
      name: resolver.nameOf(stack, logicalId),
      properties: z.record(z.string(), z.unknown()).parse(resolver.resolve(stack, Properties)),
    })),
    keys: ofType('AWS::KMS::Key').map(({ stack, logicalId, Properties }) => ({
      id: resolver.nameOf(stack, logicalId),
      arn: arn(stack, logicalId),
      spec: resolver.text(stack, Properties.KeySpec ?? 'SYMMETRIC_DEFAULT'),
    })),
    aliases: new Map(
      ofType('AWS::Lambda::Alias').flatMap(({ stack, logicalId }) =>
        aliasEntries(resolver.text(stack, { Ref: logicalId })),
      ),
    ),
    outputs: outputsOf(assembly, resolver),
    streams: ofType('AWS::Lambda::EventSourceMapping').map(({ stack, Properties }) =>
      localStream(resolver.resolve(stack, Properties)),
    ),
  };
};

/** The table of payments, or that of boxes. Throws if the templates hold none under this id. */
export const tableOf = ({ tables }: Pick<Topology, 'tables'>, id: 'Table' | 'Boxes'): LocalTable => {
  const found = tables.find(({ logicalId }) => logicalId === id);
  if (found === undefined) throw new Error(`The templates hold no table ${id}.`);
  return found;
};

const localFunction = ({
  name,
  arn,
  properties,
}: {
  name: string;
  arn: string;
  properties: unknown;
}): LocalFunction => {
  const { Handler, Timeout, MemorySize, Environment } = functionProperties.parse(properties);
  return {
    name,
    arn,
    folder: Environment.Variables.POWERTOOLS_SERVICE_NAME ?? name,
    handler: Handler,
    timeoutMs: Timeout * 1000,
    memoryMb: MemorySize,
    environment: Environment.Variables,
  };
};

/** What names an alias, `NAME:ALIAS` or its ARN, with the name of its function. */
const aliasEntries = (aliasArn: string): readonly (readonly [string, string])[] => {
  const functionName = functionNameIn(aliasArn);
  const name = aliasArn.slice(aliasArn.indexOf(':function:') + ':function:'.length);
  return [name, aliasArn].map((one) => [one, functionName] as const);
};

/** The name in the ARN of a function or of one of its aliases; a name stands for itself. */
const functionNameIn = (arnOrName: string): string => /:function:([^:]+)/.exec(arnOrName)?.[1] ?? arnOrName;

/** The function of a route: from its integration (`integrations/<Ref>`) to the function's ARN. */
const localRoute = (resolver: Resolver, stack: Stack, properties: Record<string, unknown>): LocalRoute => {
  const routeKey = resolver.text(stack, properties.RouteKey);
  const target = resolver.text(stack, properties.Target);
  for (const [logicalId, { Type, Properties }] of Object.entries(stack.template.Resources)) {
    if (Type !== 'AWS::ApiGatewayV2::Integration') continue;
    if (target !== `integrations/${resolver.nameOf(stack, logicalId)}`) continue;
    const functionArn = resolver.text(stack, Properties.IntegrationUri);
    return { routeKey, functionName: functionNameIn(functionArn) };
  }
  throw new Error(`Route ${routeKey} has no integration with a function.`);
};

const ruleProperties = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })),
});

/** The targets of a rule with a rate in minutes. Throws on any other kind of schedule, which could not run here. */
const localSchedules = (ruleArn: string, properties: unknown): LocalSchedule[] => {
  const { ScheduleExpression, State, Targets } = ruleProperties.parse(properties);
  // A rule of another kind waits for events of a service, which the stand-in of that service sends.
  if (ScheduleExpression === undefined) return [];
  const minutes = /^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)?.[1];
  if (minutes === undefined) throw new Error(`The local runner does not know the schedule ${ScheduleExpression}.`);
  if (State !== 'ENABLED') return [];
  return Targets.map(({ Arn }) => ({
    ruleArn,
    functionName: functionNameIn(Arn),
    everyMs: Number(minutes) * 60_000,
  }));
};

const streamProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  StartingPosition: z.literal('LATEST'),
  BatchSize: z.number().default(100),
  MaximumRetryAttempts: z.number().default(0),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }),
});

const TABLE_OF_STREAM = /:table\/([^/]+)\/stream\//;

/** The stream of an event source. Throws on any other kind of source, which could not run here. */
const localStream = (properties: unknown): LocalStream => {
  const { EventSourceArn, FunctionName, BatchSize, MaximumRetryAttempts, FilterCriteria } =
    streamProperties.parse(properties);
  const tableName = TABLE_OF_STREAM.exec(EventSourceArn)?.[1];
  if (tableName === undefined) throw new Error(`The local runner does not know the event source ${EventSourceArn}.`);
  return {
    tableName,
    functionName: functionNameIn(FunctionName),
    filters: FilterCriteria.Filters.map(({ Pattern }) => eventPattern.parse(JSON.parse(Pattern))),
    batchSize: BatchSize,
    retryAttempts: MaximumRetryAttempts,
  };
};

const outputsOf = (assembly: Assembly, resolver: Resolver): Record<string, string> => {
  const outputs: Record<string, string> = {};
  for (const stack of assembly.stacks) {
    for (const [key, { Value, Export }] of Object.entries(stack.template.Outputs)) {
      if (Export === undefined) outputs[key] = resolver.text(stack, Value);
    }
  }
  return outputs;
};
