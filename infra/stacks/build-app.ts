import { Annotations, App, Tags } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { eventFunctionsOf, functionDefinitions, functionsOf, functionsOfDesk } from '../functions/all-functions.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import { publicNames } from '../settings/address-settings.ts';
import type { DeskSettings } from '../settings/desk-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import { stageWarnings } from '../settings/stage-warnings.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { DeskStack, type DeskStackProps } from './desk-stack.ts';
import { EdgeStack, type EdgeStackProps } from './edge-stack.ts';
import { EventsStack } from './events-stack.ts';
import { ObservabilityStack } from './observability-stack.ts';
import { RecordsStack } from './records-stack.ts';

/** Inputs of an app. */
export interface BuildAppOptions {
  readonly settings: StageSettings;
  /** The code of one function, by its folder's name. */
  readonly codeFor: (name: string) => Code;
  /** Folder for the assembly; the CDK's own choice by default. */
  readonly outputFolder?: string;
  /**
   * Whether synthesis checks the templates against the schemas of CloudFormation, as it does by default. Without that it also
   * leaves out the tree of constructs and where each value was made, which say nothing about the templates and take half of
   * its time.
   */
  readonly validateTemplates?: boolean;
  /** The functions that it deploys, before those of other kinds of stages are left out; by default the one list. */
  readonly definitions?: readonly FunctionDefinition[];
}

/** The app and its stacks, not yet synthesized. */
export interface BuiltApp {
  readonly app: App;
  readonly data: DataStack;
  readonly records: RecordsStack;
  readonly api: ApiStack;
  /** Of stages with a desk. */
  readonly desk: DeskStack | undefined;
  readonly events: EventsStack;
  readonly observability: ObservabilityStack;
  /** Of stages with an edge in front. */
  readonly edge: EdgeStack | undefined;
}

/** Builds the stacks of one stage. Reads nothing but its options: no context, no environment, no network. */
export const buildApp = ({
  settings,
  codeFor,
  outputFolder,
  validateTemplates = true,
  definitions = functionDefinitions,
}: BuildAppOptions): BuiltApp => {
  const app = newApp({ outputFolder, validateTemplates });
  const stackName = (part: string) => `payment-link-${settings.name}-${part}`;
  const data = new DataStack(app, 'Data', {
    stackName: stackName('data'),
    terminationProtection: settings.kind === 'production',
    settings,
  });
  const called = functionsOf(settings.kind, definitions);
  const started = eventFunctionsOf(settings.kind, definitions);
  const records = new RecordsStack(app, 'Records', {
    stackName: stackName('records'),
    settings,
    data,
    codeFor,
    definitions: called.filter(({ stack }) => stack === 'records'),
  });
  const api = new ApiStack(app, 'Api', {
    stackName: stackName('api'),
    terminationProtection: settings.kind === 'production',
    settings,
    data,
    codeFor,
    definitions: called,
  });
  // Its routes name functions of the records stack, and import none.
  api.addStackDependency(records);
  const desk = deskOf(app, {
    stackName: stackName('desk'),
    settings,
    data,
    address: api.address,
    codeFor,
    definitions: functionsOfDesk(definitions),
  });
  const events = new EventsStack(app, 'Events', {
    stackName: stackName('events'),
    settings,
    data,
    address: api.address,
    deskUrl: desk?.deskUrl,
    codeFor,
    definitions: started,
  });
  const observability = new ObservabilityStack(app, 'Observability', {
    stackName: stackName('observability'),
    settings,
    data,
  });
  // It reads the API's id from a parameter that the API stack writes.
  observability.addStackDependency(api);
  for (const { id, message } of stageWarnings(settings)) {
    Annotations.of(observability).addWarningV2(`payment-link:${id}`, message);
  }
  const edge = edgeOf(app, { stackName: stackName('edge'), settings });
  // Its origin is a name of the API.
  edge?.addStackDependency(api);
  if (desk !== undefined) edge?.addStackDependency(desk);
  Tags.of(app).add('service', 'payment-link');
  Tags.of(app).add('stage', settings.name);
  return { app, data, records, api, desk, events, observability, edge };
};

const newApp = ({
  outputFolder,
  validateTemplates,
}: {
  readonly outputFolder: string | undefined;
  readonly validateTemplates: boolean;
}): App =>
  new App({
    autoSynth: false,
    analyticsReporting: false,
    builtinCloudFormationValidation: validateTemplates,
    treeMetadata: validateTemplates,
    context: {
      // A stack must not drop an export that another stack still imports.
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
      'aws:cdk:disable-stack-trace': !validateTemplates,
      'aws:cdk:disable-creation-stack-traces': !validateTemplates,
    },
    ...(outputFolder === undefined ? {} : { outdir: outputFolder }),
  });

const deskOf = (app: App, { settings, ...props }: Omit<DeskStackProps, 'desk'>): DeskStack | undefined => {
  const { desk, kind } = settings;
  if (desk === undefined) return undefined;
  return new DeskStack(app, 'Desk', { ...props, settings, desk, terminationProtection: kind === 'production' });
};

const edgeOf = (app: App, { stackName, settings }: { stackName: string; settings: StageSettings }) => {
  const { name, kind, domain, edge, desk } = settings;
  if (edge === undefined || domain === undefined) return undefined;
  return new EdgeStack(app, 'Edge', {
    stackName,
    // CloudFront takes firewalls and certificates of this region alone.
    env: { region: 'us-east-1' },
    terminationProtection: kind === 'production',
    stage: name,
    edge,
    names: publicNames(settings),
    desk: desk === undefined ? undefined : doorOfDesk(desk),
    retentionDays: settings.logRetentionDays,
  });
};

const doorOfDesk = ({ domain, edge, allowedNetworks }: DeskSettings): EdgeStackProps['desk'] =>
  domain === undefined || edge === undefined ? undefined : { ...edge, name: domain.name, allowedNetworks };
