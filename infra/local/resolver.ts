import { createHash } from 'node:crypto';
import type { Resource, Stack } from './assembly.ts';

/** The account id of the local resources. */
export const LOCAL_ACCOUNT = '000000000000';
/** The region of the local resources. */
export const LOCAL_REGION = 'eu-central-1';

// Templates nest intrinsic functions and cross-stack imports. Deeper nesting than this is a cycle.
const MAX_DEPTH = 60;

/**
 * Resolves template values as CloudFormation would after a deployment to this machine: Ref, Fn::GetAtt, Fn::Join,
 * Fn::Sub, Fn::Select, Fn::Split and Fn::ImportValue across the app's stacks. Throws on any other function by name, so
 * that a template that needs more is noticed at the start.
 */
export class Resolver {
  readonly #stacks: readonly Stack[];
  readonly #apiEndpoint: string;

  /** `apiEndpoint` is the address that the HTTP API resolves to. */
  constructor(stacks: readonly Stack[], apiEndpoint: string) {
    this.#stacks = stacks;
    this.#apiEndpoint = apiEndpoint;
  }

  /** A value of `stack` without intrinsic functions. */
  resolve(stack: Stack, value: unknown, depth = 0): unknown {
    if (depth > MAX_DEPTH) throw new Error(`Stack ${stack.name}: a value refers to itself.`);
    const next = (inner: unknown): unknown => this.resolve(stack, inner, depth + 1);
    if (Array.isArray(value)) return value.map(next).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (entries.length === 1 && first !== undefined && isIntrinsic(first[0])) {
      return this.#intrinsic(stack, first[0], first[1], depth + 1);
    }
    const resolved = entries.map(([key, inner]) => [key, next(inner)] as const);
    return Object.fromEntries(resolved.filter(([, inner]) => inner !== undefined));
  }

  /** As `resolve`, for values that must be text. */
  text(stack: Stack, value: unknown, depth = 0): string {
    const resolved = this.resolve(stack, value, depth);
    if (typeof resolved === 'string') return resolved;
    if (typeof resolved === 'number' || typeof resolved === 'boolean') return String(resolved);
    throw new Error(`Stack ${stack.name}: ${JSON.stringify(value)} is not text.`);
  }

  #intrinsic(stack: Stack, name: string, argument: unknown, depth: number): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(stack, this.text(stack, argument, depth), depth);
      case 'Fn::GetAtt': {
        const [logicalId, attribute] = typeof argument === 'string' ? split(argument) : list(argument);
        return this.#attribute(stack, String(logicalId), String(attribute));
      }
      case 'Fn::Join': {
        const [separator, parts] = list(argument);
        return list(this.resolve(stack, parts, depth))
          .map((part) => this.text(stack, part, depth))
          .join(String(separator));
      }
      case 'Fn::Split': {
        const [separator, source] = list(argument);
        return this.text(stack, source, depth).split(String(separator));
      }
      case 'Fn::Select': {
        const [index, items] = list(argument);
        return list(this.resolve(stack, items, depth))[Number(index)];
      }
      case 'Fn::Sub':
        return this.#sub(stack, argument, depth);
      case 'Fn::ImportValue':
        return this.#importValue(this.text(stack, argument, depth), depth);
      default:
        throw new Error(`Stack ${stack.name}: the local runner does not know ${name}.`);
    }
  }

  #ref(stack: Stack, name: string, depth: number): unknown {
    if (name.startsWith('AWS::')) return pseudoParameter(stack, name);
    const parameter = stack.template.Parameters[name];
    if (parameter !== undefined) return this.resolve(stack, parameter.Default, depth);
    const { Type, Properties } = resourceOf(stack, name);
    if (Type === 'AWS::Lambda::Alias') return this.#aliasArn(stack, Properties, depth);
    return Type === 'AWS::SNS::Topic' ? this.#attribute(stack, name, 'Arn') : this.nameOf(stack, name);
  }

  /** The value of `Ref` for a resource: its name, or its id if it has no name. */
  nameOf(stack: Stack, logicalId: string): string {
    const { Type, Properties } = resourceOf(stack, logicalId);
    const generated = `${stack.name}-${logicalId}`;
    switch (Type) {
      case 'AWS::DynamoDB::Table':
        return this.text(stack, Properties.TableName ?? generated);
      case 'AWS::Lambda::Function':
        return this.text(stack, Properties.FunctionName ?? generated);
      case 'AWS::KMS::Key':
        return stableUuid(generated);
      default:
        return generated;
    }
  }

  /** The ARN of an alias: that of its function, and its name. */
  #aliasArn(stack: Stack, { FunctionName, Name }: Resource['Properties'], depth: number): string {
    const functionName = this.text(stack, FunctionName, depth);
    return `${arnOf('AWS::Lambda::Function', functionName)}:${this.text(stack, Name, depth)}`;
  }

  #attribute(stack: Stack, logicalId: string, attribute: string): string {
    const { Type } = resourceOf(stack, logicalId);
    if (Type === 'AWS::ApiGatewayV2::Api' && attribute === 'ApiEndpoint') return this.#apiEndpoint;
    if (attribute === 'Arn') return arnOf(Type, this.nameOf(stack, logicalId));
    if (Type === 'AWS::DynamoDB::Table' && attribute === 'StreamArn') {
      return `${arnOf(Type, this.nameOf(stack, logicalId))}/stream/local`;
    }
    throw new Error(`Stack ${stack.name}: the local runner does not know ${attribute} of a ${Type} (${logicalId}).`);
  }

  #sub(stack: Stack, argument: unknown, depth: number): string {
    const [template, variables] = typeof argument === 'string' ? [argument, {}] : list(argument);
    const given = new Map(Object.entries(variables ?? {}));
    return String(template).replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
      if (literal !== '') return `\${${name}}`;
      if (given.has(name)) return this.text(stack, given.get(name), depth);
      return name.includes('.') && !name.startsWith('AWS::')
        ? this.text(stack, { 'Fn::GetAtt': name }, depth)
        : this.text(stack, { Ref: name }, depth);
    });
  }

  #importValue(exportName: string, depth: number): unknown {
    for (const stack of this.#stacks) {
      for (const { Value, Export } of Object.values(stack.template.Outputs)) {
        if (Export !== undefined && this.text(stack, Export.Name, depth) === exportName) {
          return this.resolve(stack, Value, depth + 1);
        }
      }
    }
    throw new Error(`No stack of the app exports ${exportName}.`);
  }
}

const isIntrinsic = (key: string): boolean => key === 'Ref' || key.startsWith('Fn::');

const pseudoParameter = (stack: Stack, name: string): string | undefined => {
  switch (name) {
    case 'AWS::AccountId':
      return LOCAL_ACCOUNT;
    case 'AWS::Region':
      return LOCAL_REGION;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return stack.name;
    case 'AWS::StackId':
      return `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${stack.name}/local`;
    case 'AWS::NoValue':
      return undefined;
    default:
      throw new Error(`Stack ${stack.name}: the local runner does not know ${name}.`);
  }
};

const arnOf = (type: string, name: string): string => {
  const service = (type.split('::')[1] ?? 'unknown').toLowerCase();
  const inRegion = `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}`;
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return `${inRegion}:table/${name}`;
    case 'AWS::Lambda::Function':
      return `${inRegion}:function:${name}`;
    case 'AWS::KMS::Key':
      return `${inRegion}:key/${name}`;
    case 'AWS::IAM::Role':
      return `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`;
    default:
      return `${inRegion}:${name}`;
  }
};

const resourceOf = (stack: Stack, logicalId: string): Resource => {
  const resource = stack.template.Resources[logicalId];
  if (resource === undefined) throw new Error(`Stack ${stack.name} has no resource ${logicalId}.`);
  return resource;
};

const list = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} should be a list.`);
  return value;
};

const split = (reference: string): [string, string] => {
  const dot = reference.indexOf('.');
  return [reference.slice(0, dot), reference.slice(dot + 1)];
};

/** A key keeps its id over restarts, because ciphertexts name it. */
const stableUuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};
