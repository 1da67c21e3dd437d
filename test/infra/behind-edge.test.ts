import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionsOf, routeList } from '../../infra/functions/all-functions.ts';
import { folderOfFunction } from '../../infra/functions/function-folders.ts';
import { apiEvent, lambdaContext } from '../support/app/api-event.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const SECRET = 'the secret of the edge';
const sha256 = createHash('sha256').update(SECRET).digest('hex');
const viewer = { 'cloudfront-viewer-address': '203.0.113.9:46532' };

const names = functionsOf('sandbox')
  .filter(({ routes, answersUnmatchedPaths }) => routes.length > 0 || answersUnmatchedPaths === true)
  .map(({ name }) => name);

const functionSchema = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });
const environments = new Map(
  templatesOf(settingsOf('sandbox'))
    .resources('AWS::Lambda::Function')
    .map(({ properties }) => {
      const { Variables } = functionSchema.parse(properties).Environment;
      return [Variables.POWERTOOLS_SERVICE_NAME ?? '', Variables];
    }),
);

/** Nobody answers there: a handler that does anything before it looks at the secret fails. */
const NOWHERE = 'http://127.0.0.1:1';
/** Where the bundler puts the routes for the catch-all. */
const taskRoot = mkdtempSync(join(tmpdir(), 'payment-link-task-root-'));
writeFileSync(join(taskRoot, 'routes.json'), JSON.stringify(routeList()));
afterAll(() => rmSync(taskRoot, { recursive: true, force: true }));

const machine = {
  LAMBDA_TASK_ROOT: taskRoot,
  AWS_REGION: 'eu-central-1',
  AWS_ENDPOINT_URL: NOWHERE,
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
};

const before = { ...process.env };
const setEnvironment = (variables: Readonly<Record<string, string | undefined>>): void => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
};
beforeAll(() => setEnvironment(before));
afterAll(() => setEnvironment(before));

type Handler = (event: unknown, context: unknown) => Promise<{ readonly statusCode: number; readonly body?: string }>;

/** A handler of its own, composed in the environment that the template gives it, with the secret of an edge. */
const handlerOf = async (name: string): Promise<Handler> => {
  setEnvironment({ ...before, ...machine, ...environments.get(name), EDGE_SECRET_HASHES: sha256 });
  try {
    const path: string = `../../${folderOfFunction(name)}/handler.ts?behind-edge`;
    const { handler } = (await import(path)) as { readonly handler: Handler };
    return handler;
  } finally {
    setEnvironment(before);
  }
};

describe('Every function that a route leads to looks at the secret of the edge before anything else (rule 44)', () => {
  test('and these are all of them', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual(expect.arrayContaining(['handle-unmatched-path', 'complete-3d', 'show-documents']));
  });

  test.each(names)('%s', async (name) => {
    const handler = await handlerOf(name);
    const statusWith = async (headers: Record<string, string>) =>
      handler(apiEvent({ headers, rawPath: '/nowhere', body: 'not JSON' }), lambdaContext);
    for (const headers of [viewer, { ...viewer, 'x-origin-secret': 'another' }]) {
      expect(await statusWith(headers)).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
    }
  });
});
