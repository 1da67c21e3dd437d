import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { type BuiltApp, buildApp } from '../../infra/build-app.ts';
import { Resolver } from '../../infra/local/resolver.ts';
import { readCdkJson, type StageContext, type StageSettings, stageSettings } from '../../infra/stage-config.ts';

/** One resource of a template, its intrinsic functions replaced by what they mean. */
interface ResolvedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Record<string, unknown>;
}

/** One stage's stacks, ready for assertions. */
export interface StageTemplates {
  readonly data: Template;
  readonly api: Template;
  readonly events: Template;
  readonly observability: Template;
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

/** Who hears the alarms of production in tests: cdk.json names nobody, since only the operator of a stage knows. */
const ALARM_EMAIL = 'pager@example.com';

/** The context of cdk.json, its production stage with a recipient of alarms. */
export const contextOf = (stage: string): StageContext => {
  const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(readCdkJson().stages);
  return { stage, stages: { ...stages, production: { ...stages.production, alarmEmail: ALARM_EMAIL } } };
};

/** The settings that cdk.json holds for a stage, which tells production who hears its alarms. */
export const settingsOf = (stage: string): StageSettings => stageSettings(contextOf(stage));

/**
 * An app with a line of code in place of each bundle: what a template says does not depend on the code. The schemas of
 * CloudFormation are checked where the app runs as the CDK command runs it (app.test.ts, and `npm run synth`).
 */
export const appOf = (settings: StageSettings): BuiltApp =>
  buildApp({
    settings,
    codeFor: () => Code.fromInline('exports.handler = async () => ({ statusCode: 200 });'),
    outputFolder: mkdtempSync(join(tmpdir(), 'payment-link-assembly-')),
    validateTemplates: false,
  });

const synthesized = new Map<string, StageTemplates>();

/** The templates of one stage, synthesized once for all tests of a worker: nobody changes them. */
export const templatesOf = (settings: StageSettings): StageTemplates => {
  const key = JSON.stringify(settings);
  const templates = synthesized.get(key) ?? synthesize(settings);
  synthesized.set(key, templates);
  return templates;
};

const synthesize = (settings: StageSettings): StageTemplates => {
  const built = appOf(settings);
  const data = Template.fromStack(built.data);
  const api = Template.fromStack(built.api);
  const events = Template.fromStack(built.events);
  const observability = Template.fromStack(built.observability);
  rmSync(built.app.outdir, { recursive: true, force: true });
  const stacks = [
    { name: built.data.stackName, template: stackSchema.parse(data.toJSON()) },
    { name: built.api.stackName, template: stackSchema.parse(api.toJSON()) },
    { name: built.events.stackName, template: stackSchema.parse(events.toJSON()) },
    { name: built.observability.stackName, template: stackSchema.parse(observability.toJSON()) },
  ];
  const resolver = new Resolver(stacks, 'https://api.example');
  return {
    data,
    api,
    events,
    observability,
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
