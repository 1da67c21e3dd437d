import type { IConstruct } from 'constructs';

/** The CloudFormation resource inside a construct, for the properties that the construct itself does not offer. */
export const underlying = <Resource>(
  construct: IConstruct,
  kind: abstract new (...parameters: never[]) => Resource,
): Resource => {
  const resource = construct.node.defaultChild;
  if (resource instanceof kind) return resource;
  throw new Error(`${construct.node.path} holds no ${kind.name}.`);
};
