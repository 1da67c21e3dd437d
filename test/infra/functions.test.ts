import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionsOf } from '../../infra/functions/all-functions.ts';
import type { FunctionDefinition } from '../../infra/functions/function-definition.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const gatewayHosts = ['pos.bank.example', 'pos.other.example:8443'];

const reservedConcurrency = {
  'make-direct-payment': 11,
  'start-payment': 12,
  'complete-3d': 13,
  'show-payment-page': 14,
  'reconcile-payments': 2,
};

const production = templatesOf({ ...settingsOf('production'), reservedConcurrency, gatewayHosts });
const sandbox = templatesOf(settingsOf('sandbox'));
const definitions = functionsOf('production');

const functionSchema = z.object({
  FunctionName: z.string(),
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  Handler: z.string(),
  Timeout: z.number(),
  LoggingConfig: z.object({
    LogGroup: z.string(),
    LogFormat: z.string(),
    SystemLogLevel: z.string(),
    ApplicationLogLevel: z.string(),
  }),
  ReservedConcurrentExecutions: z.number().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

const functions = production.resources('AWS::Lambda::Function').map(({ logicalId, properties }) => ({
  logicalId,
  ...functionSchema.parse(properties),
}));

const byName = (name: string) => {
  const found = functions.find(({ FunctionName }) => FunctionName === `payment-link-production-${name}`);
  if (found === undefined) throw new Error(`no function ${name}`);
  return found;
};

const foldersIn = (path: string): readonly string[] =>
  readdirSync(new URL(`../../${path}`, import.meta.url)).toSorted();

describe('Every Lambda', () => {
  test.each(foldersIn('functions'))(
    'of the subject %s has its folder there, and its rights in the file of that name',
    async (subject) => {
      const file: string = `../../infra/functions/${subject}.ts`;
      const [list = []] = Object.values((await import(file)) as Record<string, readonly FunctionDefinition[]>);
      expect(list.map(({ name }) => name).toSorted()).toEqual(foldersIn(`functions/${subject}`));
    },
  );

  test('comes from the one list, and the list is the architecture’s', () => {
    expect(functions.map(({ FunctionName }) => FunctionName).toSorted()).toEqual(
      [
        ...definitions.map(({ name }) => name),
        'reconcile-payments',
        'fan-out-events',
        'fill-sub-dealer-lists',
        'deliver',
        'note-delivery',
        'sweep-outbox',
        'hand-out-plans',
        'make-statements',
        'count-funnel',
        'compare-with-bank',
        'charge-plans',
        'run-canary',
      ]
        .map((name) => `payment-link-production-${name}`)
        .toSorted(),
    );
    expect(functions.map(({ logicalId }) => logicalId).toSorted()).toEqual([
      'AddCardFunction',
      'AddCustomerFunction',
      'AddCustomerWithCardFunction',
      'AddPaymentPlanFunction',
      'AddProductFunction',
      'AddSaleFunction',
      'AddScheduleFunction',
      'ApprovePoolPaymentFunction',
      'CalculatePaymentAmountFunction',
      'CalculatePaymentTableFunction',
      'CancelPaymentRequestFunction',
      'CapturePaymentFunction',
      'ChargePlansFunction',
      'CompareWithBankFunction',
      'Complete3dFunction',
      'CountFunnelFunction',
      'CreatePaymentRequestFunction',
      'CreateReusableLinkFunction',
      'DeletePaymentPlanFunction',
      'DeleteProductFunction',
      'DeleteSaleFunction',
      'DeleteScheduleFunction',
      'DeliverFunction',
      'FanOutEventsFunction',
      'FillSubDealerListsFunction',
      'GetBankCardFunction',
      'GetCardFunction',
      'GetCustomerFunction',
      'GetDealerFunction',
      'GetLinkFunnelFunction',
      'GetPaymentDetailFunction',
      'GetPaymentPlanFunction',
      'GetPaymentRequestFunction',
      'GetReusableLinkFunction',
      'GetSaleFunction',
      'GetScheduleFunction',
      'GetStatementsFunction',
      'HandOutPlansFunction',
      'HandleUnmatchedPathFunction',
      'ListCardsFunction',
      'ListCustomersFunction',
      'ListPaymentPlansFunction',
      'ListPaymentsFunction',
      'ListPlanTriesFunction',
      'ListProductsFunction',
      'ListReusableLinksFunction',
      'ListSalesFunction',
      'ListSchedulesFunction',
      'ListTransactionsFunction',
      'ListTransfersFunction',
      'MakeDirectPaymentFunction',
      'MakeStatementsFunction',
      'NoteDeliveryFunction',
      'Open3dPaymentFunction',
      'OpenStoredCardPaymentFunction',
      'OperateFunction',
      'PayWithStoredCardFunction',
      'QuoteInstallmentsFunction',
      'ReconcilePaymentsFunction',
      'RedirectPayerFunction',
      'ReencryptCardsFunction',
      'RefundPaymentFunction',
      'RemoveCardFunction',
      'RemoveCustomerFunction',
      'ReportPaymentPlansFunction',
      'ResendPaymentRequestFunction',
      'RunCanaryFunction',
      'SendReceiptFunction',
      'ShowLinkQrFunction',
      'ShowPaymentPageFunction',
      'ShowReusableLinkFunction',
      'Start3dPaymentFunction',
      'StartMobile3dFunction',
      'StartPaymentFunction',
      'StartReusableLinkFunction',
      'SweepOutboxFunction',
      'UndoPoolApprovalFunction',
      'UpdateCardFunction',
      'UpdateCustomerFunction',
      'UpdatePaymentFunction',
      'UpdatePaymentPlanFunction',
      'UpdatePaymentSharesFunction',
      'UpdateReusableLinkFunction',
      'UpdateSaleFunction',
      'UpdateScheduleFunction',
      'VoidPaymentFunction',
    ]);
  });

  test('runs Node 24 on arm64', () => {
    for (const { Runtime, Architectures, Handler } of functions) {
      expect({ Runtime, Architectures, Handler }).toEqual({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      });
    }
  });

  test('ends before the gateway’s 30 s', () => {
    // The sweeper answers nobody. Its time-out is below the lease of the attempts that it takes.
    for (const { FunctionName, Timeout } of functions) {
      const runsByItself =
        /(?:reconcile-payments|fan-out-events|fill-sub-dealer-lists|deliver|sweep-outbox|hand-out-plans|make-statements|run-canary)$/.test(
          FunctionName,
        );
      // The comparison with the banks and the count of funnels run every five minutes, with a whole night to go through.
      const comparesAtNight = /(?:compare-with-bank|count-funnel)$/.test(FunctionName);
      // Charges of plans begin for a minute, and the last ones end behind it.
      const chargesPlans = FunctionName.endsWith('charge-plans');
      expect(Timeout).toBeLessThan(comparesAtNight ? 300 : chargesPlans ? 100 : runsByItself ? 61 : 30);
    }
    for (const name of ['create-payment-request', 'start-payment', 'complete-3d']) {
      expect(byName(name).Timeout).toBe(28);
    }
  });

  test('logs to its own group, kept as long as the stage says', () => {
    const groups = new Set(functions.map(({ LoggingConfig }) => LoggingConfig.LogGroup));
    expect(groups.size).toBe(functions.length);
    for (const { properties } of production.resources('AWS::Logs::LogGroup')) {
      expect(properties.RetentionInDays).toBe(settingsOf('production').logRetentionDays);
    }
  });

  test('pays for no line of Lambda about a call that went well, and lets metrics pass at every level of a stage', () => {
    const quiet = { LogFormat: 'JSON', SystemLogLevel: 'WARN' };
    for (const { LoggingConfig } of functions) {
      expect(LoggingConfig).toMatchObject({ ...quiet, ApplicationLogLevel: 'INFO' });
    }
    const errorsAlone = templatesOf({ ...settingsOf('sandbox'), logLevel: 'ERROR' });
    for (const { properties } of errorsAlone.resources('AWS::Lambda::Function')) {
      expect(properties.LoggingConfig).toMatchObject({ ...quiet, ApplicationLogLevel: 'INFO' });
    }
  });

  test('gets the environment that all share, and keys and gateways only where they are used', () => {
    const shared = {
      STAGE: 'production',
      STAGE_KIND: 'production',
      TABLE_NAME: 'payment-link-production-data-Table',
      DEALER_CACHE_MS: '30000',
      SERVICE_NAME: 'Payment Links',
      POWERTOOLS_METRICS_NAMESPACE: 'PaymentLink',
      POWERTOOLS_LOG_LEVEL: 'INFO',
    };
    for (const definition of definitions) {
      const { Variables } = byName(definition.name).Environment;
      const { VAULT_KEY_ARN, BASE_URL, CARD_HASH_KEY_ARN, GATEWAY_HOSTS, BOXES_TABLE_NAME, ...others } = Variables;
      const { OWN_HOSTS, MESSAGING, LINK_REQUESTS_PER_MINUTE, ...rest } = others;
      expect(LINK_REQUESTS_PER_MINUTE).toBe(definition.name === 'start-reusable-link' ? '10000' : undefined);
      expect(OWN_HOSTS !== undefined).toBe(definition.outgoing !== undefined);
      const knowsMessaging = ['operate', 'resend-payment-request', 'show-payment-page', 'send-receipt'];
      expect(MESSAGING !== undefined).toBe(knowsMessaging.includes(definition.name));
      const { GARANTI_HOSTS, ...plain } = rest;
      expect(GARANTI_HOSTS).toBe(definition.name === 'operate' ? '' : undefined);
      expect(plain).toEqual({ ...shared, POWERTOOLS_SERVICE_NAME: definition.name });
      expect(VAULT_KEY_ARN !== undefined).toBe(definition.seals.length + definition.opens.length > 0);
      expect(CARD_HASH_KEY_ARN !== undefined).toBe(
        [
          'start-payment',
          'pay-with-stored-card',
          'complete-3d',
          'make-direct-payment',
          'start-3d-payment',
          'open-3d-payment',
          'open-stored-card-payment',
          'add-card',
          'add-customer-with-card',
        ].includes(definition.name),
      );
      const hasBoxes = ['start-3d-payment', 'open-3d-payment', 'open-stored-card-payment'].includes(definition.name);
      expect(BOXES_TABLE_NAME).toBe(hasBoxes ? 'payment-link-production-data-Boxes' : undefined);
      const calling = [
        'start-payment',
        'pay-with-stored-card',
        'complete-3d',
        'make-direct-payment',
        'open-3d-payment',
        'open-stored-card-payment',
        'capture-payment',
        'void-payment',
      ];
      const knows = [...calling, 'operate'].includes(definition.name);
      expect(GATEWAY_HOSTS).toBe(knows ? gatewayHosts.join(',') : undefined);
      expect(BASE_URL).toBe(definition.stack === 'records' ? undefined : 'https://api.example');
    }
  });

  test('has room for its variables: AWS takes 4 kB of them', () => {
    for (const { FunctionName, Environment } of functions) {
      const bytes = Buffer.byteLength(Object.entries(Environment.Variables).flat().join(''));
      expect(bytes, FunctionName).toBeLessThan(4096);
    }
  });

  test('has reserved concurrency where the stage gives it, charges, pages and the sweeper apart, and nowhere by default (rule 23)', () => {
    const reserved = functions.flatMap(({ FunctionName, ReservedConcurrentExecutions: share }) =>
      share === undefined ? [] : [[FunctionName.replace('payment-link-production-', ''), share]],
    );
    expect(Object.fromEntries(reserved)).toEqual(reservedConcurrency);
    const plain = templatesOf(settingsOf('production')).resources('AWS::Lambda::Function');
    expect(plain.filter(({ properties }) => 'ReservedConcurrentExecutions' in properties)).toEqual([]);
  });
});

describe('The embedded bank', () => {
  test('alone is told when its day ends', () => {
    const changed = templatesOf({ ...settingsOf('sandbox'), bankDayEnd: '23:15' });
    const ends = changed.resources('AWS::Lambda::Function').map(({ properties }) => {
      const { FunctionName, Environment } = functionSchema.parse(properties);
      return [FunctionName, Environment.Variables.BANK_DAY_END];
    });
    expect(ends.filter(([, end]) => end !== undefined)).toEqual([['payment-link-sandbox-bank-simulator', '23:15']]);
  });
});

describe('The address of the service, and the hosts of Garanti', () => {
  const hosts = { gatewayHosts: ['pos.bank.example', 'gvps.bank.example'], garantiHosts: ['gvps.bank.example'] };
  const variablesOf = (stage: 'production' | 'sandbox', changes: object) =>
    templatesOf({ ...settingsOf(stage), ...hosts, ...changes })
      .resources('AWS::Lambda::Function')
      .map(({ properties }) => functionSchema.parse(properties))
      .map(({ FunctionName, Environment: { Variables } }) => ({
        FunctionName,
        GATEWAY_HOSTS: Variables.GATEWAY_HOSTS,
        OWN_ADDRESS: Variables.OWN_ADDRESS,
        GARANTI_HOSTS: Variables.GARANTI_HOSTS,
      }));

  test('are told to the functions that call banks, and to the one that puts virtual POS (rule 50)', () => {
    const all = variablesOf('production', { ownAddress: '8.8.4.4' });
    for (const { GATEWAY_HOSTS, OWN_ADDRESS } of all)
      expect(OWN_ADDRESS).toBe(GATEWAY_HOSTS === undefined ? undefined : '8.8.4.4');
    expect(all.filter(({ OWN_ADDRESS }) => OWN_ADDRESS !== undefined).length).toBeGreaterThan(8);
    const knowing = all.filter(({ GARANTI_HOSTS }) => GARANTI_HOSTS !== undefined);
    expect(knowing.map(({ FunctionName, GARANTI_HOSTS }) => [FunctionName, GARANTI_HOSTS])).toEqual([
      ['payment-link-production-operate', 'gvps.bank.example'],
    ]);
  });

  test('are not set where the stage has none', () => {
    const all = variablesOf('production', { garantiHosts: [] });
    expect(all.filter(({ OWN_ADDRESS }) => OWN_ADDRESS !== undefined)).toEqual([]);
    expect(all.filter(({ GARANTI_HOSTS = '' }) => GARANTI_HOSTS !== '')).toEqual([]);
  });
});

describe('A production template (rule 22)', () => {
  const text = JSON.stringify(
    [production.data, production.records, production.api, production.events, production.observability].map((one) =>
      one.toJSON(),
    ),
  );

  test.each(['AWS_ENDPOINT_URL', 'NODE_OPTIONS', 'NODE_TLS', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'])(
    'sets no %s',
    (name) => {
      expect(text).not.toContain(name);
    },
  );

  test('holds no simulator, no documents and no demo shop: no function, role, log group or alarm of them, and no route to them', () => {
    expect(text.toLowerCase()).not.toContain('simulator');
    expect(text).not.toContain('/fim/');
    for (const path of ['/docs', '/shop']) expect(text).not.toContain(path);
    expect(text).not.toContain('demo-shop');
    const names = sandbox.resources('AWS::Lambda::Function').map(({ properties }) => String(properties.FunctionName));
    expect(names).toContain('payment-link-sandbox-bank-simulator');
    expect(names).toContain('payment-link-sandbox-show-documents');
    expect(names).toContain('payment-link-sandbox-show-shop');
    // Production has one role more, which releases new versions.
    const roles = (templates: typeof sandbox) =>
      templates.resources('AWS::IAM::Role').filter(({ logicalId }) => !logicalId.startsWith('Gradual')).length;
    expect(roles(sandbox) - roles(production)).toBe(3);
  });
});
