import * as z from 'zod';

/**
 * The types of resources that hold what nothing can make again: payments, keys, and addresses that others keep. With each
 * the properties whose change makes CloudFormation replace the resource, or that cannot be changed at all.
 */
const STATEFUL_TYPES: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::ApiGatewayV2::DomainName': ['DomainName'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::DynamoDB::GlobalTable': ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::DynamoDB::Table': ['ImportSourceSpecification', 'KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
};

const resourceSchema = z.object({
  type: z.string(),
  /** What happens to it when its stack, or the resource in it, goes. */
  deletionPolicy: z.string(),
  fixed: z.record(z.string(), z.unknown()),
});

/** Stateful resources by stack and logical id, as `data Table`. */
export const inventorySchema = z.record(z.string(), resourceSchema);
export type Inventory = z.output<typeof inventorySchema>;

const templateSchema = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        DeletionPolicy: z.string().default('Delete'),
        Properties: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default({}),
});

/** The stateful resources of an app's templates. */
export const inventoryOf = (stacks: readonly { readonly name: string; readonly template: unknown }[]): Inventory =>
  Object.fromEntries(
    stacks.flatMap(({ name, template }) =>
      Object.entries(templateSchema.parse(template).Resources).flatMap(([id, { Type, DeletionPolicy, Properties }]) => {
        const names = STATEFUL_TYPES[Type];
        if (names === undefined) return [];
        const fixed = Object.fromEntries(names.filter((one) => one in Properties).map((one) => [one, Properties[one]]));
        return [[`${name} ${id}`, { type: Type, deletionPolicy: DeletionPolicy, fixed }] as const];
      }),
    ),
  );

/** What a release with the templates of `now` would lose of what `recorded` lists, a sentence each. */
export const lossesBetween = (recorded: Inventory, now: Inventory): readonly string[] =>
  Object.entries(recorded).flatMap(([id, before]) => {
    const after = now[id];
    if (after === undefined) return [`${id} (${before.type}) is gone: what it holds would be deleted or left alone.`];
    if (after.type !== before.type) return [`${id} was a ${before.type} and is a ${after.type}: it would be replaced.`];
    const names = new Set([...Object.keys(before.fixed), ...Object.keys(after.fixed)]);
    const changed = [...names].filter((one) => JSON.stringify(before.fixed[one]) !== JSON.stringify(after.fixed[one]));
    return [
      ...changed.map((one) => `${id} (${before.type}) has another ${one}: it would be replaced by an empty one.`),
      ...(before.deletionPolicy !== 'Delete' && after.deletionPolicy === 'Delete'
        ? [`${id} (${before.type}) is not retained any more.`]
        : []),
    ];
  });

const RESOURCE_LINE = /^\[[-~]\] (AWS::\w+::\w+) (?:.* )?(\S+) (replace|may be replaced|destroy|orphan)$/;

/** The stateful resources that a `cdk diff` would replace or take out, as its own text says, without those accepted. */
export const lossesIn = (diff: string, accepted: readonly string[] = []): readonly string[] =>
  diff.split('\n').flatMap((line) => {
    const [, type = '', id = '', impact = ''] = RESOURCE_LINE.exec(line.trimEnd()) ?? [];
    if (STATEFUL_TYPES[type] === undefined || accepted.includes(id)) return [];
    return [`${id} (${type}): ${impact}`];
  });
