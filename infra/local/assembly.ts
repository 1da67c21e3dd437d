import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const resourceSchema = z.object({
  Type: z.string(),
  DeletionPolicy: z.string().optional(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});

const templateSchema = z.object({
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.unknown() }).optional() }))
    .default({}),
});

const manifestSchema = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string().optional(), stackName: z.string().optional() }).optional(),
    }),
  ),
});

/** One resource of a template, its properties not yet resolved. */
export type Resource = z.output<typeof resourceSchema>;
/** The parts of a CloudFormation template that the runner reads. */
export type Template = z.output<typeof templateSchema>;

/** One stack of the synthesized app. */
export interface Stack {
  readonly name: string;
  readonly template: Template;
}

/** The synthesized app. */
export interface Assembly {
  readonly stacks: readonly Stack[];
}

/** Reads a cloud assembly as `cdk synth` or `app.synth()` writes it. */
export const readAssembly = (folder: string): Assembly => {
  const manifest = manifestSchema.parse(readJson(join(folder, 'manifest.json')));
  const stacks: Stack[] = [];
  for (const [id, { type, properties = {} }] of Object.entries(manifest.artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      const template = templateSchema.parse(readJson(join(folder, properties.templateFile)));
      stacks.push({ name: properties.stackName ?? id, template });
    }
  }
  return { stacks };
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
