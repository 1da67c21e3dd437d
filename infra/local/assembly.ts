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
      properties: z
        .object({ templateFile: z.string().optional(), stackName: z.string().optional(), file: z.string().optional() })
        .optional(),
    }),
  ),
});

const assetsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
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

/** The synthesized app: its stacks, and the places of their assets by object key. */
export interface Assembly {
  readonly stacks: readonly Stack[];
  /** The folder or file of an asset; undefined for an unknown key. */
  assetPath(objectKey: string): string | undefined;
}

/** Reads a cloud assembly as `cdk synth` or `app.synth()` writes it. */
export const readAssembly = (folder: string): Assembly => {
  const manifest = manifestSchema.parse(readJson(join(folder, 'manifest.json')));
  const stacks: Stack[] = [];
  const assets = new Map<string, string>();
  for (const [id, { type, properties = {} }] of Object.entries(manifest.artifacts)) {
    if (type === 'aws:cloudformation:stack' && properties.templateFile !== undefined) {
      const template = templateSchema.parse(readJson(join(folder, properties.templateFile)));
      stacks.push({ name: properties.stackName ?? id, template });
    }
    if (type === 'cdk:asset-manifest' && properties.file !== undefined) {
      const { files } = assetsSchema.parse(readJson(join(folder, properties.file)));
      for (const { source, destinations } of Object.values(files)) {
        for (const { objectKey } of Object.values(destinations)) {
          if (source.path !== undefined) assets.set(objectKey, join(folder, source.path));
        }
      }
    }
  }
  return { stacks, assetPath: (objectKey) => assets.get(objectKey) };
};

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
