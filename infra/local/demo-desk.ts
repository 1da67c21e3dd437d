import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { scryptPasswords } from '../../shared/adapters/desk/scrypt-passwords.ts';
import { totpCodes } from '../../shared/adapters/desk/totp-codes.ts';
import { deskWrites } from '../../shared/adapters/dynamodb/desk/desk-changes.ts';
import { dynamoDeskUsers } from '../../shared/adapters/dynamodb/desk/desk-users.ts';
import { documentClientOver } from '../../shared/adapters/dynamodb/engine/client.ts';
import { type Table, table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { kmsSealer } from '../../shared/adapters/vault/kms-vault.ts';
import { deskUserIdOf } from '../../shared/desk/call/secrets.ts';
import type { DeskRole } from '../../shared/domain/desk/roles.ts';
import type { DeskUser, EnrolledCode } from '../../shared/domain/desk/user.ts';
import { deskCodeContext } from '../../shared/ports/vault.ts';
import { writePrivateFile } from './data-folder.ts';
import type { DemoDealer, DemoDesk } from './demo-dealer.ts';
import { LOCAL_REGION } from './resolver.ts';

/** Where the rows and the keys of this run are. */
export interface DemoDeskOptions {
  readonly engineEndpoint: string;
  readonly tableName: string;
  /** Address of the stand-in for KMS, and the vault's key. */
  readonly keysEndpoint: string;
  readonly vaultKeyArn: string;
  readonly dataDir: string;
}

const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 10_000, throwOnRequestTimeout: true } as const;
const CLIENT = {
  region: LOCAL_REGION,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 2,
  requestHandler: TIMEOUTS,
} as const;
const PASSWORD_BYTES = 15;
const DOMAIN = 'demo-dealer.example';
const clock = { now: () => Date.now() };

interface Person {
  readonly role: DeskRole;
  readonly name: string;
  readonly password: string;
  /** The secret of its authenticator. */
  readonly codeSecret?: string;
}

const emailOf = (role: DeskRole): string => `${role}@${DOMAIN}`;
const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

const enrolled = async (
  { keysEndpoint, vaultKeyArn }: DemoDeskOptions,
  { userId, version }: Pick<DeskUser, 'userId' | 'version'>,
  secret: string,
): Promise<EnrolledCode> => {
  const sealer = kmsSealer({ kms: new KMSClient({ ...CLIENT, endpoint: keysEndpoint }), keyArn: vaultKeyArn, clock });
  const sealedSecret = await sealer.seal(secret, deskCodeContext({ userId }, version));
  return { sealedSecret, secretVersion: version, enrolledAtMs: clock.now(), lastStep: 0, recoveryCodes: [] };
};

/** Writes a user and its membership, in place of those that an earlier run left behind half-way. */
const putPerson = async (
  options: DemoDeskOptions,
  store: Table,
  { dealerCode, role, name, password, codeSecret }: Person & { readonly dealerCode: string },
): Promise<void> => {
  const users = dynamoDeskUsers(store);
  const email = emailOf(role);
  const userId = deskUserIdOf(email);
  const before = await users.find(userId);
  const version = (before?.version ?? 0) + 1;
  const nowMs = clock.now();
  const user: DeskUser = {
    userId,
    version,
    email,
    name,
    language: 'en',
    createdAtMs: before?.createdAtMs ?? nowMs,
    epoch: (before?.epoch ?? 0) + 1,
    password: await scryptPasswords().hash(password),
    ...(codeSecret === undefined ? {} : { code: await enrolled(options, { userId, version }, codeSecret) }),
  };
  const member = await users.membership(dealerCode, userId);
  const membership = { dealerCode, userId, role, version: (member?.version ?? 0) + 1, addedAtMs: nowMs };
  await store.transact(deskWrites({ user, membership }));
};

/**
 * Gives the demo dealer a manager and a cashier, whose passwords stand in demo-dealer.json beside the secret of the manager's
 * one-time codes. They are written once, behind the start, which does not wait for them. Throws where the store or the keys do
 * not answer; the next start tries again.
 */
export const setUpDemoDesk = async <Demo extends Pick<DemoDealer, 'DealerCode' | 'Desk'>>(
  options: DemoDeskOptions,
  demo: Demo,
): Promise<Demo> => {
  if (demo.Desk !== undefined) return demo;
  const { DealerCode: dealerCode } = demo;
  const client = new DynamoDBClient({ ...CLIENT, endpoint: options.engineEndpoint });
  const store = table(documentClientOver(client), options.tableName);
  const codeSecret = totpCodes().newSecret();
  const manager: Person = { role: 'manager', name: 'Demo Manager', password: newPassword(), codeSecret };
  const cashier: Person = { role: 'cashier', name: 'Demo Cashier', password: newPassword() };
  for (const person of [manager, cashier]) await putPerson(options, store, { dealerCode, ...person });
  client.destroy();
  const Desk: DemoDesk = {
    Manager: { Email: emailOf('manager'), Password: manager.password, CodeSecret: codeSecret },
    Cashier: { Email: emailOf('cashier'), Password: cashier.password },
  };
  const withDesk = { ...demo, Desk };
  writePrivateFile(join(options.dataDir, 'demo-dealer.json'), `${JSON.stringify(withDesk, undefined, 2)}\n`);
  return withDesk;
};
