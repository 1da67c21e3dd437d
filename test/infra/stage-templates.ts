import { rmSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import type { Stack } from '../../infra/local/assembly.ts';
import { Resolver } from '../../infra/local/resolver.ts';
import {
  readCdkJson,
  type StageContext,
  type StageSettings,
  stageSettings,
} from '../../infra/settings/stage-config.ts';
import { type BuiltApp, buildApp } from '../../infra/stacks/build-app.ts';
import { folderOfRun } from '../support/app/run-folder.ts';
import { keptStacks, type WrittenStack } from './kept-templates.ts';

/** One resource of a template, with its intrinsic functions resolved. */
interface ResolvedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
}

/** One stage's stacks, ready for assertions. */
export interface StageTemplates {
  readonly data: Template;
  readonly records: Template;
  readonly api: Template;
  /** Empty in a stage without a desk. */
  readonly desk: Template;
  readonly events: Template;
  readonly observability: Template;
  /** All stacks by their names, as the local runner reads them. */
  readonly stacks: readonly Stack[];
  /** Resources of all stacks, by type. References read as names and ARNs of account 000000000000, region eu-central-1. */
  resources(type: string): ResolvedResource[];
}

const stackSchema = z.object({
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
});

const writtenTemplate = z.record(z.string(), z.unknown());

/** Receiver of production's alarms in tests. cdk.json names none, because only the operator of a stage knows. */
const ALARM_EMAIL = 'pager@example.com';

/** The context of cdk.json, its production stage with a recipient of alarms. */
export const contextOf = (stage: string): StageContext => {
  const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(readCdkJson().stages);
  return { stage, stages: { ...stages, production: { ...stages.production, alarmEmail: ALARM_EMAIL } } };
};

/** The settings in cdk.json for a stage, with the receiver of alarms for production. */
export const settingsOf = (stage: string): StageSettings => stageSettings(contextOf(stage));

/**
 * An app with one line of code instead of each bundle, since templates do not depend on the code. The schemas of
 * CloudFormation are checked where the CDK command runs the app (app.test.ts, and `npm run synth`).
 */
export const appOf = (settings: StageSettings, definitions = functionDefinitions): BuiltApp =>
  buildApp({
    settings,
    definitions,
    codeFor: () => Code.fromInline('exports.handler = async () => ({ statusCode: 200 });'),
    outputFolder: folderOfRun(),
    validateTemplates: false,
  });

const inWorker = new Map<string, StageTemplates>();

/** The templates of one stage, synthesized once for all tests of the same sources. No test changes them. */
export const templatesOf = (settings: StageSettings): StageTemplates => {
  const key = JSON.stringify(settings);
  const templates = inWorker.get(key) ?? assertable(keptStacks(key, () => stacksOf(appOf(settings))));
  inWorker.set(key, templates);
  return templates;
};

/** The templates of a stage with other functions than the one list has, synthesized at each call. */
export const synthesize = (settings: StageSettings, definitions = functionDefinitions): StageTemplates =>
  assertable(stacksOf(appOf(settings, definitions)));

const PARTS = ['data', 'records', 'api', 'desk', 'events', 'observability'] as const;
type Part = (typeof PARTS)[number];

/** The stacks of an app as they are written, in the order of `PARTS`, without those that the stage does not have. Its assembly is deleted. */
const stacksOf = (built: BuiltApp): readonly WrittenStack[] => {
  const assembly = built.app.synth();
  const stacks = PARTS.flatMap((part) => {
    const stack = built[part];
    if (stack === undefined) return [];
    const { template } = assembly.getStackArtifact(stack.artifactId);
    return [{ name: stack.stackName, template: writtenTemplate.parse(template) }];
  });
  rmSync(built.app.outdir, { recursive: true, force: true });
  return stacks;
};

const assertable = (written: readonly WrittenStack[]): StageTemplates => {
  const stacks = written.map(({ name, template }): Stack => ({ name, template: stackSchema.parse(template) }));
  const resolver = new Resolver(stacks, 'https://api.example');
  const parts = new Map<Part, Template>();
  // An assertion on a template costs a search for circles in it first, and most tests ask one part alone.
  const templateOf = (part: Part): Template => {
    const ofPart = written.find(({ name }) => name.endsWith(`-${part}`));
    const known = parts.get(part) ?? Template.fromJSON(ofPart?.template ?? {});
    parts.set(part, known);
    return known;
  };
  return {
    get data() {
      return templateOf('data');
    },
    get records() {
      return templateOf('records');
    },
    get api() {
      return templateOf('api');
    },
    get desk() {
      return templateOf('desk');
    },
    get events() {
      return templateOf('events');
    },
    get observability() {
      return templateOf('observability');
    },
    stacks,
    resources: (type) =>
      stacks.flatMap((stack) =>
        Object.entries(stack.template.Resources)
          .filter(([, resource]) => resource.Type === type)
          .map(([logicalId, resource]) => ({
            logicalId,
            type,
            properties: z.record(z.string(), z.unknown()).parse(resolver.resolve(stack, resource.Properties)),
          })),
      ),
  };
};
