import * as z from 'zod';

/**
 * The types of resources that others find by their name or their place: callers, operators' queries, alarms' receivers and
 * other stacks. With each the property that holds its name, where it has one.
 */
const NAMED_TYPES: Readonly<Record<string, string | undefined>> = {
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Alias': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Logs::QueryDefinition': 'Name',
  'AWS::SSM::Parameter': 'Name',
};
const EXPORT = 'Export';

/** By stack and type: each logical id with its name, which is `""` where CloudFormation makes one. */
export const deployedNamesSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));
export type DeployedNames = z.output<typeof deployedNamesSchema>;

const templateSchema = z.object({
  Resources: z
    .record(z.string(), z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }))
    .default({}),
  Outputs: z.record(z.string(), z.object({ Export: z.object({ Name: z.unknown() }).optional() })).default({}),
});

/** A name that refers to other resources is recorded as the template has it. */
const nameText = (name: unknown): string => (typeof name === 'string' ? name : JSON.stringify(name ?? ''));

const namesOfStack = (template: unknown): DeployedNames[string] => {
  const { Resources, Outputs } = templateSchema.parse(template);
  const named = [
    ...Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
      Type in NAMED_TYPES ? [{ type: Type, id, name: nameText(Properties[NAMED_TYPES[Type] ?? ''] ?? '') }] : [],
    ),
    ...Object.entries(Outputs).flatMap(([id, { Export }]) =>
      Export === undefined ? [] : [{ type: EXPORT, id, name: nameText(Export.Name) }],
    ),
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(
    [...Map.groupBy(named, ({ type }) => type)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, of]) => [type, Object.fromEntries(of.map(({ id, name }) => [id, name]))]),
  );
};

/** The names of an app's templates, in an order that does not depend on that of the templates. */
export const deployedNamesOf = (
  stacks: readonly { readonly name: string; readonly template: unknown }[],
): DeployedNames => Object.fromEntries(stacks.map(({ name, template }) => [name, namesOfStack(template)]));

/** What a release with the names of `now` would take out or rename of what `recorded` lists, a sentence each. */
export const renamesBetween = (recorded: DeployedNames, now: DeployedNames): readonly string[] =>
  Object.entries(recorded).flatMap(([stack, types]) =>
    Object.entries(types).flatMap(([type, ids]) =>
      Object.entries(ids).flatMap(([id, name]) => {
        const after = now[stack]?.[type]?.[id];
        if (after === undefined) return [`${stack} ${id} (${type}) is gone, or has another logical id.`];
        return after === name ? [] : [`${stack} ${id} (${type}) was named "${name}" and is named "${after}".`];
      }),
    ),
  );
