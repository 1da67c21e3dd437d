import { describe, expect, test } from 'vitest';
import { DEFAULT_STAGE_NAME, readCdkJson, stageSettings } from '../../infra/settings/stage-config.ts';

const minimal = {
  serviceName: 'Links',
  dealerCacheMs: 1000,
  logRetentionDays: 30,
  throttling: { ratePerSecond: 10, burst: 20 },
  alarmEmail: 'ops@example.com',
};
const settingsWith = (change: Record<string, unknown>) =>
  stageSettings({ stage: 'one', stages: { one: { ...minimal, ...change } } });

describe('Stage settings', () => {
  test('mean a production stage unless they say sandbox (rule 22)', () => {
    expect(settingsWith({}).kind).toBe('production');
    expect(settingsWith({ kind: 'sandbox' }).kind).toBe('sandbox');
  });

  test('of production refuse to go without somebody who hears the alarms; a sandbox may', () => {
    const nobody = { alarmEmail: undefined };
    expect(() => settingsWith(nobody)).toThrow(
      'Stage "one" is production, but nobody hears its alarms: name an "alarmEmail" or an "alarmTopicArn" in its settings in cdk.json.',
    );
    expect(() => settingsWith({ ...nobody, kind: 'production' })).toThrow(/nobody hears its alarms/);
    expect(() => settingsWith({ alarmEmail: '' })).toThrow(/alarmEmail/);
    const alarmTopicArn = 'arn:aws:sns:eu-central-1:000000000000:pager';
    expect(settingsWith({ ...nobody, alarmTopicArn }).alarmTopicArn).toBe(alarmTopicArn);
    expect(settingsWith({ ...nobody, kind: 'sandbox' }).kind).toBe('sandbox');
  });

  test('ask each gateway 25 times a second about attempts in doubt unless they say otherwise', () => {
    expect(settingsWith({}).reconcileInquiriesPerSecond).toBe(25);
    expect(settingsWith({ reconcileInquiriesPerSecond: 1 }).reconcileInquiriesPerSecond).toBe(1);
    for (const refused of [0, 501, 2.5, '25']) {
      expect(() => settingsWith({ reconcileInquiriesPerSecond: refused })).toThrow(/reconcileInquiriesPerSecond/);
    }
  });

  test('hand ten batches of 500 due plans to workers in a minute, with 50 charges at once at a gateway, unless they say otherwise', () => {
    const usual = { batchesAtOnce: 10, plansPerBatch: 500, chargesAtOncePerGateway: 50 };
    expect(settingsWith({}).recurring).toEqual(usual);
    expect(settingsWith({ recurring: { batchesAtOnce: 2 } }).recurring).toEqual({ ...usual, batchesAtOnce: 2 });
    for (const refused of [{ plansPerBatch: 501 }, { batchesAtOnce: 0 }, { batchesAtOnce: 51 }, { more: 1 }]) {
      expect(() => settingsWith({ recurring: refused })).toThrow(/recurring/);
    }
  });

  test('refuse an unknown key by its name', () => {
    expect(() => settingsWith({ kindd: 'sandbox' })).toThrow(/Stage "one".*kindd/);
    expect(() => settingsWith({ throttling: { ratePerSecond: 1, burst: 1, brust: 2 } })).toThrow(/throttling.*brust/);
  });

  test('refuse a missing or ill-typed key by its name', () => {
    expect(() => settingsWith({ dealerCacheMs: undefined })).toThrow(/dealerCacheMs/);
    expect(() => settingsWith({ logRetentionDays: 31 })).toThrow(/logRetentionDays/);
  });

  test('let a dealer profile live 60 s at most (rule 35)', () => {
    expect(settingsWith({ dealerCacheMs: 60_000 }).dealerCacheMs).toBe(60_000);
    expect(() => settingsWith({ dealerCacheMs: 60_001 })).toThrow(/dealerCacheMs/);
    expect(stageSettings({ ...readCdkJson(), stage: 'local' }).dealerCacheMs).toBe(1000);
  });

  test('refuse throttling of a route, and concurrency of a function, that do not exist', () => {
    const routes = { 'POST /Nowhere': { ratePerSecond: 1, burst: 1 } };
    expect(() => settingsWith({ throttling: { ...minimal.throttling, routes } })).toThrow(/POST \/Nowhere/);
    expect(() => settingsWith({ reservedConcurrency: { nobody: 1 } })).toThrow(/nobody/);
    // As the page about deployment advises for a quota of 10,000.
    const many = { 'make-direct-payment': 3_000 };
    expect(settingsWith({ reservedConcurrency: many }).reservedConcurrency).toEqual(many);
  });

  test('end the embedded bank’s day at 22:00, or at another time of the day', () => {
    expect(settingsWith({}).bankDayEnd).toBe('22:00');
    expect(settingsWith({ bankDayEnd: '00:30' }).bankDayEnd).toBe('00:30');
    for (const bankDayEnd of ['24:00', '9:00', '22', 'never', '']) {
      expect(() => settingsWith({ bankDayEnd })).toThrow(/bankDayEnd/);
    }
  });

  test('name the hosts that may have a virtual POS of kind garanti: none by default, and only hosts of gatewayHosts (rule 50)', () => {
    const hosts = { gatewayHosts: ['pos.bank.example', 'gvps.bank.example:8443'], ownAddress: '8.8.4.4' };
    expect(settingsWith(hosts)).toMatchObject({ garantiHosts: [], ownAddress: '8.8.4.4' });
    const garantiHosts = ['gvps.bank.example:8443'];
    expect(settingsWith({ ...hosts, garantiHosts })).toMatchObject({ garantiHosts });
    for (const kind of ['production', 'sandbox']) {
      expect(() => settingsWith({ ...hosts, kind, garantiHosts: ['gvps.bank.example'] })).toThrow(
        'Stage "one" is not valid: garantiHosts: "gvps.bank.example" is none of its gatewayHosts.',
      );
    }
    expect(() => settingsWith({ ...hosts, garantiHosts: ['https://gvps.bank.example'] })).toThrow(/garantiHosts/);
  });

  test('of production with such hosts need the address of the service; a sandbox does not', () => {
    const hosts = { gatewayHosts: ['gvps.bank.example'], garantiHosts: ['gvps.bank.example'] };
    expect(() => settingsWith(hosts)).toThrow(/"one".*"ownAddress"/);
    expect(settingsWith({ ...hosts, kind: 'sandbox' }).ownAddress).toBeUndefined();
    expect(settingsWith({ gatewayHosts: hosts.gatewayHosts }).ownAddress).toBeUndefined();
  });

  test.each(['', '2001:db8::1', '8.8.4', '8.8.4.4/32', 'pay.example', '08.8.4.4', '127.0.0.1', '10.1.2.3'])(
    'refuse the own address %j: it is an IPv4 address of the public internet',
    (ownAddress) => {
      expect(() => settingsWith({ ownAddress })).toThrow(/ownAddress/);
    },
  );

  test('refuse a stage that has none, naming those that have', () => {
    expect(() => stageSettings({ ...readCdkJson(), stage: 'prod' })).toThrow(/"prod".*local, sandbox, production/);
    expect(() => stageSettings({ stage: 'Prod!', stages: {} })).toThrow(/stage name/);
  });

  test('without a stage name are a sandbox’s', () => {
    expect(DEFAULT_STAGE_NAME).toBe('sandbox');
    expect(stageSettings(readCdkJson()).kind).toBe('sandbox');
  });
});
