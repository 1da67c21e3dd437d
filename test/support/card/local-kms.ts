import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { Inbox } from '../../../infra/local/inbox.ts';
import { KmsError, LocalKms } from '../../../infra/local/kms.ts';
import { type StandIns, startStandIns } from '../../../infra/local/stand-ins.ts';

export interface KmsCall {
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

const newKey = () => {
  const id = randomUUID();
  return { id, arn: `arn:aws:kms:eu-central-1:000000000000:key/${id}`, spec: 'SYMMETRIC_DEFAULT' };
};

/** The runner's stand-in for KMS. It keeps its calls, can be made to wait, and fails on request. */
export class WatchedKms extends LocalKms {
  readonly keyArn: string;
  readonly otherKeyArn: string;
  calls: KmsCall[] = [];
  failure: string | undefined;

  constructor() {
    const [key, other] = [newKey(), newKey()];
    super([key, other], undefined);
    this.keyArn = key.arn;
    this.otherKeyArn = other.arn;
  }

  override call(operation: string, input: unknown): Record<string, unknown> {
    this.calls.push({ operation, input: input as Record<string, unknown> });
    if (this.failure !== undefined) throw new KmsError(this.failure, 'injected: arn and secrets');
    return super.call(operation, input);
  }

  count(operation: string): number {
    return this.calls.filter((call) => call.operation === operation).length;
  }
}

/** Serves a stand-in for KMS at the address where the production client looks for it: in the environment. */
export const useLocalKms = (): WatchedKms => {
  const kms = new WatchedKms();
  let standIns: StandIns | undefined;
  beforeAll(async () => {
    standIns = await startStandIns({ kms: () => kms, inbox: new Inbox(), invoke: () => undefined });
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', standIns.endpoint);
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  afterEach(() => {
    kms.calls = [];
    kms.failure = undefined;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await standIns?.stop();
  });
  return kms;
};
