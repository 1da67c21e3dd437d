import { expect } from 'vitest';
import * as z from 'zod';
import { functionsOfDesk } from '../../infra/functions/all-functions.ts';
import type { DeskSettings } from '../../infra/settings/desk-settings.ts';
import type { StageSettings } from '../../infra/settings/stage-config.ts';
import { type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

/** The certificate of a domain in a region. */
export const certificateOf = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000001`;
/** A domain with its certificate, as settings name it. */
export const nameOf = (name: string) => ({ name, certificateArn: certificateOf('eu-central-1') });
/** The settings of production with a desk. */
export const withDesk = (desk: DeskSettings, more: Partial<StageSettings> = {}): StageSettings => ({
  ...settingsOf('production'),
  ...more,
  desk,
});

/** A production stage with a desk that has no settings. */
export const plainDesk = () => templatesOf(withDesk({}));

/** The edge of a stage, in front of its API. */
export const edge = {
  origin: nameOf('origin.example.com'),
  certificateArn: certificateOf('us-east-1'),
  secrets: [{ name: 'payment-link/production/edge-1', sha256: 'a'.repeat(64) }],
};
/** A desk behind that edge. */
export const deskBehindEdge: DeskSettings = {
  domain: nameOf('desk.example.com'),
  allowedNetworks: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'],
  edge: { origin: nameOf('desk-origin.example.com'), certificateArn: certificateOf('us-east-1') },
};

/** A function of a template: its name and environment. */
export const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});
/** The environment of a function of production. */
export const variablesOf = (templates: StageTemplates, name: string): Readonly<Record<string, string>> => {
  const functions = templates
    .resources('AWS::Lambda::Function')
    .map(({ properties }) => functionSchema.parse(properties));
  const found = functions.find(({ FunctionName }) => FunctionName === `payment-link-production-${name}`);
  return (found ?? expect.unreachable(name)).Environment.Variables;
};
/** The functions of the desk. */
export const deskNames = functionsOfDesk().map(({ name }) => name);
