import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { mayBeTraced } from '../../infra/constructs/tracing.ts';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const traced = templatesOf({ ...settingsOf('production'), tracing: true });

const nameOf = (functionName: unknown): string => String(functionName).replace('payment-link-production-', '');
const tracedNames = traced
  .resources('AWS::Lambda::Function')
  .filter(({ properties }) => properties.TracingConfig !== undefined)
  .map(({ properties }) => nameOf(properties.FunctionName));

/** Paths of the operations whose request has a card number, by the interface's own document. */
const pathsWithCards = (): string[] => {
  const file = readFileSync(new URL('../../shared/openapi/openapi.json', import.meta.url), 'utf8');
  const { paths } = z
    .object({ paths: z.record(z.string(), z.object({ post: z.looseObject({ requestBody: z.unknown() }) }).partial()) })
    .parse(JSON.parse(file));
  return Object.entries(paths).flatMap(([path, { post }]) =>
    JSON.stringify(post?.requestBody ?? '').includes('"CardNumber"') ? [path] : [],
  );
};

describe('Tracing (rule 30)', () => {
  test('is off unless the stage asks for it', () => {
    for (const { properties } of templatesOf(settingsOf('production')).resources('AWS::Lambda::Function')) {
      expect(properties).not.toHaveProperty('TracingConfig');
    }
  });

  test('is off in every function that may open, seal or hash a card, and in those without a route', () => {
    expect(tracedNames.length).toBeGreaterThan(15);
    for (const name of tracedNames) {
      const definition = functionDefinitions.find((one) => one.name === name) ?? expect.unreachable(name);
      expect([name, [...definition.seals, ...definition.opens].filter((one) => one.startsWith('card'))]).toEqual([
        name,
        [],
      ]);
      expect(definition).not.toHaveProperty('hashesCards');
      expect(definition.routes).not.toEqual([]);
    }
    expect(tracedNames).not.toContain('handle-unmatched-path');
  });

  test('is off in every operation whose request has a card number', () => {
    const paths = pathsWithCards();
    expect(paths).toContain('/PaymentDealer/DoDirectPayment');
    const withCards = functionDefinitions.filter(({ routes }) => routes.some(({ path }) => paths.includes(path)));
    expect(withCards.length).toBeGreaterThan(2);
    expect(withCards.filter(mayBeTraced)).toEqual([]);
  });

  test('gives the right to send traces to those functions alone, and no address of a collector', () => {
    const roles = traced
      .resources('AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties).includes('xray:'));
    expect(roles).toHaveLength(tracedNames.length);
    for (const { properties } of traced.resources('AWS::Lambda::Function')) {
      expect(JSON.stringify(properties.Environment)).not.toMatch(/XRAY|OTEL|POWERTOOLS_TRACER/i);
      expect(properties).not.toHaveProperty('Layers');
    }
  });
});
