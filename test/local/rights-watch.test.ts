import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { handleUnmatchedPath } from '../../functions/site/handle-unmatched-path/handle-unmatched-path.ts';
import { functionsByRoute } from '../../functions/site/handle-unmatched-path/route-list.ts';
import { routeList } from '../../infra/functions/all-functions.ts';
import { accessKeyOf } from '../../infra/local/function-environment.ts';
import { synthesizeLocalStage } from '../../infra/local/synthesize.ts';
import { readTopology } from '../../infra/local/topology.ts';
import { FakeLog } from '../fakes/log.ts';
import { apiEvent } from '../support/app/api-event.ts';
import { RightsWatch } from '../support/rights/rights-watch.ts';

const assemblyFolder = mkdtempSync(join(tmpdir(), 'payment-links-rights-'));
synthesizeLocalStage(assemblyFolder);
afterAll(() => rmSync(assemblyFolder, { recursive: true, force: true }));

const { functions, keys } = readTopology(assemblyFolder, 'http://127.0.0.1');
const named = (folder: string) => {
  const found = functions.find((one) => one.folder === folder);
  if (found === undefined) throw new Error(`there is no function ${folder}`);
  return found;
};
const { VAULT_KEY_ARN: vaultKey = '', CARD_HASH_KEY_ARN: cardHashKey = '' } = named('add-card').environment;

let watch: RightsWatch;
beforeEach(() => {
  watch = new RightsWatch(assemblyFolder);
});

const ask = (folder: string, { target = '', path = '/', body = {} }) =>
  watch.heard({
    accessKey: accessKeyOf(named(folder).name),
    target,
    path,
    body: Buffer.from(JSON.stringify(body)),
  });
const decrypt = (purpose: string, KeyId = vaultKey) => ({
  target: 'TrentService.Decrypt',
  body: { KeyId, EncryptionContext: { purpose } },
});
const dataKey = (purpose: string) => ({
  target: 'TrentService.GenerateDataKey',
  body: { KeyId: vaultKey, EncryptionContext: { purpose } },
});
const mac = (KeyId: string) => ({ target: 'TrentService.GenerateMac', body: { KeyId } });
const invocation = (called: string) => ({
  path: `/2015-03-31/functions/${encodeURIComponent(called)}/invocations`,
});
const sms = (OriginationIdentity: string) => ({
  target: 'PinpointSMSVoiceV2.SendTextMessage',
  body: { OriginationIdentity },
});
const email = (address: string, ConfigurationSetName: string) => ({
  path: '/v2/email/outbound-emails',
  body: { FromEmailAddress: `Shop <${address}>`, ConfigurationSetName },
});

test('what the roles of functions let through is not beyond them (rule 24)', () => {
  ask('get-card', decrypt('card'));
  ask('add-card', dataKey('card'));
  ask('add-card', mac(cardHashKey));
  ask('operate', dataKey('demo-shop'));
  ask('fan-out-events', invocation(named('deliver').name));
  ask('hand-out-plans', invocation(named('charge-plans').arn));
  ask('reconcile-payments', invocation(named('reconcile-payments').name));
  ask('deliver', sms('ODEME'));
  ask('deliver', email('payments@links.example', 'payment-link-local'));
  expect(watch.beyond()).toEqual([]);
});

test('the catch-all may invoke whatever it passes on with doubled slashes, in a sandbox too (decisions: paths)', async () => {
  const invoked: string[] = [];
  const handle = handleUnmatchedPath({
    functions: functionsByRoute(JSON.stringify(routeList()), { stage: 'local', sandbox: true }),
    invoker: {
      invoke: async (name) => {
        invoked.push(name);
        return {};
      },
    },
    log: new FakeLog(),
    stage: { serviceName: 'Payment Links', sandbox: true },
  });
  const posted = routeList().flatMap(({ routes }) => routes.filter((route) => route.startsWith('POST ')));
  for (const route of posted) await handle(apiEvent({ rawPath: `/${route.slice('POST '.length)}` }));
  expect(invoked).toContain('payment-link-local-get-sale');
  for (const name of invoked) ask('handle-unmatched-path', invocation(name));
  expect(watch.beyond()).toEqual([]);
});

test.each([
  [
    'a purpose that a role does not open',
    'get-card',
    decrypt('merchant-key'),
    /get-card: kms:Decrypt .* merchant-key$/,
  ],
  ['a key of another use', 'get-card', decrypt('card', cardHashKey), /kms:Decrypt/],
  ['a purpose that a role opens and does not seal', 'get-card', dataKey('card'), /kms:GenerateDataKey .* card$/],
  ['a hash by who counts no cards', 'get-card', mac(cardHashKey), /kms:GenerateMac/],
  ['an action that no role has', 'add-card', { ...dataKey('card'), target: 'TrentService.Encrypt' }, /kms:Encrypt/],
  ['a worker of another function', 'fan-out-events', invocation(named('charge-plans').name), /lambda:InvokeFunction/],
  ['itself, where it has no such right', 'deliver', invocation(named('deliver').name), /lambda:InvokeFunction/],
  ['an SMS by who only knows the channels', 'fan-out-events', sms('ODEME'), /sms-voice:SendTextMessage/],
  ['a sender that is not the stage’s', 'deliver', sms('OTHER'), /OTHER/],
  ['an address that is not the stage’s', 'deliver', email('a@b.example', 'payment-link-local'), /a@b\.example$/],
  ['another configuration set', 'deliver', email('payments@links.example', 'other'), /configuration-set\/other$/],
  ['a service that is not known', 'deliver', { target: 'Some.Thing' }, /Some\.Thing/],
])('%s is beyond a role', (_what, folder, request, found) => {
  ask(folder, request);
  expect(watch.beyond()).toEqual([expect.stringMatching(found)]);
});

test('the key of a table opens through DynamoDB alone', () => {
  const others = keys.filter(({ arn }) => ![vaultKey, cardHashKey].includes(arn));
  expect(others.length).toBeGreaterThan(0);
  for (const { arn } of others) ask('get-card', decrypt('card', arn));
  expect(watch.beyond()).toHaveLength(others.length);
});

test('a request of nobody who has a role is not a function’s: operators and tests ask in their own names', () => {
  watch.heard({ accessKey: 'operator', target: 'TrentService.Decrypt', path: '/', body: Buffer.from('{}') });
  expect(watch.beyond()).toEqual([]);
});
