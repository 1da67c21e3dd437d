import { describe, expect, test } from 'vitest';
import type { Stack, Template } from '../../infra/local/assembly.ts';
import { Resolver } from '../../infra/local/resolver.ts';

const stackOf = (name: string, template: Partial<Template>): Stack => ({
  name,
  template: { Parameters: {}, Resources: {}, Outputs: {}, ...template },
});

const data = stackOf('data', {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
    Named: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'given' } },
    Key: { Type: 'AWS::KMS::Key', Properties: {} },
  },
  Outputs: { Exported: { Value: { Ref: 'Table' }, Export: { Name: 'data:Table' } } },
});
const api = stackOf('api', {
  Parameters: { Choice: { Default: 'by default' } },
  Resources: {
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} },
    Call: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'call-it' } },
    Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Call' }, Name: 'live' } },
    Topic: { Type: 'AWS::SNS::Topic', Properties: {} },
  },
  Outputs: { Loop: { Value: { 'Fn::ImportValue': 'api:Loop' }, Export: { Name: 'api:Loop' } } },
});
const resolver = new Resolver([data, api], 'http://127.0.0.1:3000');
const resolve = (value: unknown, stack = api) => resolver.resolve(stack, value);

describe('Template values resolve as CloudFormation would resolve them on this machine', () => {
  test('Ref gives names, ids, parameters and pseudo parameters', () => {
    expect(resolve({ Ref: 'Table' }, data)).toBe('data-Table');
    expect(resolve({ Ref: 'Named' }, data)).toBe('given');
    expect(resolve({ Ref: 'Key' }, data)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(resolve({ Ref: 'Call' })).toBe('call-it');
    expect(resolve({ Ref: 'Choice' })).toBe('by default');
    expect(resolve({ Ref: 'AWS::Region' })).toBe('eu-central-1');
    expect(resolve({ Ref: 'Live' })).toBe('arn:aws:lambda:eu-central-1:000000000000:function:call-it:live');
    expect(resolve({ Ref: 'Topic' })).toBe('arn:aws:sns:eu-central-1:000000000000:api-Topic');
  });

  test('a key keeps its id over restarts', () => {
    const again = new Resolver([data, api], 'http://127.0.0.1:9');
    expect(again.resolve(data, { Ref: 'Key' })).toBe(resolve({ Ref: 'Key' }, data));
  });

  test('Fn::GetAtt gives ARNs and the API’s address, which is the runner’s', () => {
    expect(resolve({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] })).toBe('http://127.0.0.1:3000');
    expect(resolve({ 'Fn::GetAtt': 'Call.Arn' })).toBe('arn:aws:lambda:eu-central-1:000000000000:function:call-it');
  });

  test('Fn::Join, Fn::Split and Fn::Select nest', () => {
    expect(resolve({ 'Fn::Join': ['-', ['a', { Ref: 'Call' }, 3]] })).toBe('a-call-it-3');
    expect(resolve({ 'Fn::Select': [1, { 'Fn::Split': ['-', { Ref: 'Call' }] }] })).toBe('it');
  });

  test('Fn::Sub replaces references, attributes and its own variables, and leaves literals', () => {
    // oxlint-disable-next-line no-template-curly-in-string -- Fn::Sub writes its references so
    const value = { 'Fn::Sub': ['${AWS::Region}/${Call}/${Call.Arn}/${own}/${!kept}', { own: { Ref: 'Choice' } }] };
    const arn = 'arn:aws:lambda:eu-central-1:000000000000:function:call-it';
    expect(resolve(value)).toBe(`eu-central-1/call-it/${arn}/by default/\${kept}`);
  });

  test('Fn::ImportValue reads another stack’s export, in that stack', () => {
    expect(resolve({ 'Fn::ImportValue': 'data:Table' })).toBe('data-Table');
  });

  test('AWS::NoValue takes its member away', () => {
    expect(resolve({ kept: 1, gone: { Ref: 'AWS::NoValue' }, list: [{ Ref: 'AWS::NoValue' }, 2] })).toEqual({
      kept: 1,
      list: [2],
    });
  });

  test('what it does not know is refused by name', () => {
    expect(() => resolve({ 'Fn::Cidr': [] })).toThrow(/Fn::Cidr/);
    expect(() => resolve({ Ref: 'Nothing' })).toThrow(/Nothing/);
    expect(() => resolve({ 'Fn::ImportValue': 'nobody:Exports' })).toThrow(/nobody:Exports/);
    expect(() => resolve({ 'Fn::GetAtt': ['Api', 'Colour'] })).toThrow(/Colour/);
    expect(() => resolve({ Ref: 'AWS::NotificationARNs' })).toThrow(/NotificationARNs/);
  });

  test('a value that refers to itself is refused', () => {
    expect(() => resolve({ 'Fn::ImportValue': 'api:Loop' })).toThrow(/itself/);
  });
});
