import * as z from 'zod';
import { readAssembly } from '../../../infra/local/assembly.ts';
import { Resolver } from '../../../infra/local/resolver.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());

const statementSchema = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).default({}),
});

/** A statement of a role's policy, without references. */
export type RoleStatement = z.output<typeof statementSchema>;

const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statementSchema) }) })),
});

/** A right that a request needs: the action on one of these resources, with what IAM knows of the request. */
export interface NeededRight {
  readonly action: string;
  readonly resources: readonly string[];
  readonly context: Readonly<Record<string, string>>;
}

/** The statements of each function's role in the synthesized app, by the function's name. */
export const statementsOfFunctions = (assemblyFolder: string): ReadonlyMap<string, readonly RoleStatement[]> => {
  const { stacks } = readAssembly(assemblyFolder);
  const resolver = new Resolver(stacks, 'http://127.0.0.1');
  const ofType = (type: string) =>
    stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([logicalId, { Properties }]) => ({ stack, logicalId, Properties })),
    );
  const roles = new Map(
    ofType('AWS::IAM::Role').map(({ stack, logicalId, Properties: { Policies = [] } }) => {
      const role = roleSchema.parse({ Policies: resolver.resolve(stack, Policies) });
      const statements = role.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [resolver.text(stack, { 'Fn::GetAtt': [logicalId, 'Arn'] }), statements] as const;
    }),
  );
  return new Map(
    ofType('AWS::Lambda::Function').map(
      ({ stack, logicalId, Properties: { Role } }) =>
        [resolver.nameOf(stack, logicalId), roles.get(resolver.text(stack, Role)) ?? []] as const,
    ),
  );
};

/** Whether a condition holds. Throws for an operator that no statement about these services has. */
const holds = (condition: RoleStatement['Condition'], context: NeededRight['context']): boolean =>
  Object.entries(condition).every(([operator, values]) => {
    if (operator !== 'StringEquals') throw new Error(`the watch of rights does not know ${operator}`);
    return Object.entries(values).every(([key, allowed]) => allowed.includes(context[key] ?? ''));
  });

/** Whether a role lets a request through, as IAM decides. Actions and resources are compared to the letter. */
export const allows = (statements: readonly RoleStatement[], { action, resources, context }: NeededRight): boolean => {
  const meant = statements.filter(
    ({ Action, Resource, Condition }) =>
      Action.includes(action) && Resource.some((one) => resources.includes(one)) && holds(Condition, context),
  );
  return meant.some(({ Effect }) => Effect === 'Allow') && !meant.some(({ Effect }) => Effect === 'Deny');
};
