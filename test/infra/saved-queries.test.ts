import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { eventFunctionsOf, functionsOf, functionsOfDesk } from '../../infra/functions/all-functions.ts';
import { savedQueries } from '../../infra/monitoring/saved-queries.ts';
import { type LogFields, namedFields } from '../../shared/observability/log.ts';
import { tryFieldNames, tryMetricNames } from '../../shared/observability/plan-metrics.ts';
import { powertoolsLog, powertoolsMetrics } from '../../shared/observability/powertools.ts';
import { powertoolsGatewayMetrics } from '../../shared/observability/powertools-gateways.ts';
import { stage, watchedSettings } from './printed-metrics.ts';
import { templatesOf } from './stage-templates.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const templates = templatesOf({ ...watchedSettings, desk: {} });
const definitionSchema = z.object({ Name: z.string(), QueryString: z.string(), LogGroupNames: z.array(z.string()) });
const definitions = templates
  .resources('AWS::Logs::QueryDefinition')
  .map(({ properties }) => definitionSchema.parse(properties));

/** Every field that a log line may have, with a value. */
const ALL_FIELDS: Required<LogFields> = {
  correlationId: 'c-1',
  operation: 'GetSale',
  dealerCode: '1001',
  code: 'Success',
  statusCode: 200,
  durationMs: 3,
  bankMs: 1,
  replayed: true,
  errorName: 'Error',
  errorDetail: 'detail',
  frames: [],
  command: 'show-dealer',
  commandId: 'id',
  gateway: 'pos.bank.example',
  orderId: 'ORDER-1',
  userPosLinkId: 100_000,
  eventId: 'e-1',
};

/** The members of the lines that a run prints: of its log, and of its calls to banks. */
const printedMembers = (): ReadonlySet<string> => {
  const lines: string[] = [];
  for (const method of ['info', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  powertoolsLog().info('event', namedFields(ALL_FIELDS));
  powertoolsMetrics({ stage }).answered({ ...ALL_FIELDS, ownMs: 1 });
  powertoolsGatewayMetrics({ stage }).called({
    gateway: 'pos.bank.example',
    call: 'charge',
    durationMs: 1,
    orderId: 'ORDER-1',
    answer: 'declined',
    code: '024',
    end: 'bank',
    unusable: 'redirect',
  });
  return new Set(lines.flatMap((line) => Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line)))));
};

/** What Lambda's own lines have in its JSON format: `type`, and a `record` with the `status` of a call. */
const PLATFORM_MEMBERS = ['type', 'record', 'status'];
/** What the line of a worker that charged plans has. */
const planMembers = Object.values({ ...tryMetricNames, ...tryFieldNames });

const accessMembers = (): ReadonlySet<string> => {
  const formats = templates
    .resources('AWS::ApiGatewayV2::Stage')
    .map(({ properties }) => z.object({ Format: z.string() }).parse(properties.AccessLogSettings).Format);
  // The API and the desk log the same of a request.
  expect([formats.length, new Set(formats).size]).toEqual([2, 1]);
  return new Set(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(formats[0] ?? '{}'))));
};

/** Words of the language, and names that a query gives itself behind `as`. */
const LANGUAGE =
  'fields filter sort limit stats as by and not in like asc desc count latest pct coalesce ispresent max sum'.split(
    ' ',
  );
const fieldsIn = (text: string): string[] => {
  const own = [...text.matchAll(/ as (\w+)/g)].map(([, name = '']) => name);
  const words = text.replaceAll(/"[^"]*"|\/[^/]*\//g, '').match(/@?[A-Za-z]\w*/g) ?? [];
  return words.filter((word) => !LANGUAGE.includes(word) && !own.includes(word) && !word.startsWith('@'));
};

describe('The saved queries', () => {
  test('are all in the stage, each once, in a folder of the stage', () => {
    expect(definitions.map(({ Name }) => Name).toSorted()).toEqual(
      savedQueries.map(({ name }) => `payment-link/${stage}/${name}`).toSorted(),
    );
  });

  test.each(savedQueries)('“$name” asks for members that a line has', ({ text, asks }) => {
    const members = asks.endsWith('access')
      ? accessMembers()
      : new Set([...printedMembers(), ...PLATFORM_MEMBERS, ...planMembers]);
    const asked = fieldsIn(text);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((field) => !members.has(field))).toEqual([]);
  });

  test('ask every function of the stage, and no more log groups than one query may', () => {
    const groupsOf = (asks: string): number[] => {
      const names = savedQueries.filter((one) => one.asks === asks).map(({ name }) => `payment-link/${stage}/${name}`);
      return definitions.filter(({ Name }) => names.includes(Name)).map(({ LogGroupNames }) => LogGroupNames.length);
    };
    const called = functionsOf('production');
    const records = called.filter((one) => one.stack === 'records').length;
    expect(new Set(groupsOf('called'))).toEqual(new Set([called.length - records]));
    expect(new Set(groupsOf('records'))).toEqual(new Set([records]));
    expect(new Set(groupsOf('workers'))).toEqual(new Set([eventFunctionsOf('production').length]));
    expect(Math.max(...groupsOf('called'), ...groupsOf('records'))).toBeLessThanOrEqual(50);
    expect(new Set(groupsOf('desk'))).toEqual(new Set([functionsOfDesk().length]));
    expect([groupsOf('access'), groupsOf('desk access')]).toEqual([[1], [1]]);
  });
});

describe('The access log', () => {
  test('stands below the prefix whose groups share one entry of the account’s resource policy', () => {
    const names = templates.resources('AWS::Logs::LogGroup').map(({ properties }) => properties.LogGroupName);
    expect(names).toContain('/aws/vendedlogs/payment-link-production-access');
  });
});
