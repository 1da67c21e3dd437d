import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

type Settings = Pick<StageSettings, 'shareChanges' | 'cardsBesideCustomers' | 'joinedDeliveries' | 'desk'>;

/** Functions of a production stage that have a variable, by their folders' names, where the switch stands so. */
const functionsWith = (variable: string, settings: Partial<Settings>): readonly string[] =>
  templatesOf({ ...settingsOf('production'), ...settings })
    .resources('AWS::Lambda::Function')
    .map(({ properties }) => functionSchema.parse(properties))
    .filter(({ Environment }) => Environment.Variables[variable] === 'on')
    .map(({ FunctionName }) => FunctionName.replace('payment-link-production-', ''))
    .toSorted();

describe('New forms of rows are written only where the stage says so (rule 50)', () => {
  test.each([
    ['shareChanges', 'SHARE_CHANGES'],
    ['cardsBesideCustomers', 'CARDS_BESIDE_CUSTOMERS'],
    ['joinedDeliveries', 'JOINED_DELIVERIES'],
  ] as const)('%s is off in production and on for one machine; off, no function has it', (name, variable) => {
    expect([settingsOf('production')[name], settingsOf('local')[name]]).toEqual([false, true]);
    expect(functionsWith(variable, { [name]: false })).toEqual([]);
  });

  test('changes of shares: by one function', () => {
    expect(functionsWith('SHARE_CHANGES', { shareChanges: true })).toEqual(['update-payment-shares']);
  });

  test('cards beside their customers: by the functions that hash cards', () => {
    const hashing = templatesOf(settingsOf('production'))
      .resources('AWS::Lambda::Function')
      .map(({ properties }) => functionSchema.parse(properties))
      .filter(({ Environment }) => Environment.Variables.CARD_HASH_KEY_ARN !== undefined)
      .map(({ FunctionName }) => FunctionName.replace('payment-link-production-', ''))
      .toSorted();
    expect(hashing).toContain('complete-3d');
    expect(functionsWith('CARDS_BESIDE_CUSTOMERS', { cardsBesideCustomers: true })).toEqual(hashing);
  });

  test('deliveries in the rows of their events: where events are fanned out and receipts asked for', () => {
    const joining = ['fan-out-events', 'send-receipt', 'sweep-outbox'];
    expect(functionsWith('JOINED_DELIVERIES', { joinedDeliveries: true })).toEqual(joining);
    const { desk } = settingsOf('local');
    expect(functionsWith('JOINED_DELIVERIES', { joinedDeliveries: true, desk })).toEqual(['act-at-desk', ...joining]);
  });
});
