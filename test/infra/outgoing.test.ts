import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { contextOf, type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

/** The value of a variable in each function that has it. */
const having = (templates: StageTemplates, variable: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    templates.resources('AWS::Lambda::Function').flatMap(({ properties }) => {
      const { FunctionName, Environment } = functionSchema.parse(properties);
      const value = Environment.Variables[variable];
      return value === undefined ? [] : [[FunctionName.replace(/^payment-link-[a-z]+-/, ''), value]];
    }),
  );

// The secret of a mailed link is in the mail alone that deliver sends (rule 53).
const mayOpen: readonly string[] = ['webhook-secret', 'provider-key', 'desk-mail'];

describe('Addresses that dealers name (rule 41)', () => {
  test('are called by the worker that delivers alone, which may open no card, merchant key or CodeForHash', () => {
    const calling = functionDefinitions.filter(({ outgoing }) => outgoing === 'calls');
    expect(calling.map(({ name }) => name)).toEqual(['deliver']);
    for (const { opens, seals, boxes, hashesCards, callsBanks } of calling) {
      expect(opens.filter((purpose) => !mayOpen.includes(purpose))).toEqual([]);
      expect([seals, boxes, hashesCards, callsBanks]).toEqual([[], undefined, undefined, undefined]);
    }
  });

  test('may be on the machine itself where a stage says so: with npm start, and never in production', () => {
    const both = { deliver: 'allowed', operate: 'allowed' };
    expect(having(templatesOf(settingsOf('local')), 'OUTGOING_LOOPBACK')).toEqual(both);
    for (const stage of ['sandbox', 'production']) {
      expect(having(templatesOf(settingsOf(stage)), 'OUTGOING_LOOPBACK')).toEqual({});
    }
    const { stages } = z
      .object({ stages: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(contextOf(''));
    const withLoopback = { ...stages, production: { ...stages.production, outgoing: { loopback: true } } };
    expect(() => stageSettings({ stage: 'production', stages: withLoopback })).toThrow(
      /production.*outgoing\.loopback/,
    );
  });

  test('are never hosts of the service itself', () => {
    const outgoing = { ownHosts: ['pay.example', 'links.example'], loopback: false };
    const templates = templatesOf({ ...settingsOf('production'), outgoing });
    expect(having(templates, 'OWN_HOSTS')).toEqual({
      deliver: 'pay.example,links.example',
      operate: 'pay.example,links.example',
    });
  });
});
