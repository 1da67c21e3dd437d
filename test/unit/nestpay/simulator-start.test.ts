import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '../../../functions/sandbox/bank-simulator/contract.ts';

let starts = 0;

/** Evaluates the handler again, as a new instance of the function does: each start is a module of its own. */
const start = async (): Promise<unknown> => {
  starts += 1;
  return import(`../../../functions/sandbox/bank-simulator/handler.ts?start=${starts}`);
};

beforeEach(() => {
  // Variables that the test's machine may set, and that no production function may have.
  for (const name of Object.keys(process.env).filter((one) => /^(?:NODE_|AWS_ENDPOINT)/.test(one))) {
    vi.stubEnv(name, undefined);
  }
  for (const [name, value] of Object.entries({
    STAGE: 'test',
    STAGE_KIND: 'sandbox',
    TABLE_NAME: 'table',
    BASE_URL: 'https://api.example',
    SERVICE_NAME: 'Test',
    DEALER_CACHE_MS: '1000',
    BANK_DAY_END: '22:00',
    AWS_REGION: 'eu-central-1',
  })) {
    vi.stubEnv(name, value);
  }
});
afterEach(() => vi.unstubAllEnvs());

describe('The embedded bank (rule 22)', () => {
  test('starts in a sandbox stage', async () => {
    expect(await start()).toHaveProperty('handler', expect.any(Function));
  });

  test('refuses to start in a production stage, and in one that does not say what it is', async () => {
    vi.stubEnv('STAGE_KIND', 'production');
    await expect(start()).rejects.toThrow('sandbox stages only');
    vi.stubEnv('STAGE_KIND', '');
    await expect(start()).rejects.toThrow('STAGE_KIND');
  });

  test.each(['', '24:00', '9:00', '22.00'])('refuses to start with %j for the end of its day', async (dayEnd) => {
    vi.stubEnv('BANK_DAY_END', dayEnd);
    await expect(start()).rejects.toThrow('is not a time');
  });

  test('answers at the paths of its two gateways only', () => {
    const isOfGateway = (path: string) => path === '/VPServlet' || /^\/(?:fim|servlet)\//.test(path);
    expect(contract.routes.map(({ path }) => path).filter((path) => !isOfGateway(path))).toEqual([]);
  });
});
