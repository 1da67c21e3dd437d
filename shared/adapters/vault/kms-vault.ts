import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { countVaultThrottle } from '../../observability/powertools-gateways.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type Opener,
  type SealContext,
  SealedValueDamaged,
  type Sealer,
  type VaultPurpose,
  VaultUnavailable,
} from '../../ports/vault.ts';

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;
const MAX_ATTEMPTS = 3;

/** A data key seals at most this many values, and for at most this long (rule 24). */
const MAX_USES = 1000;
const MAX_AGE_MS = 600_000;
/** A call may find all uses of a data key taken by others. It then waits for the next key, at most this often. */
const MAX_ROUNDS = 20;
/** Opened data keys that an instance keeps. */
const MAX_OPENED_KEYS = 200;

const FORMAT = 'v2';
/** The format of older values, which do not name their key: `v1`, the data key, the encrypted text. */
const FORMAT_WITHOUT_NAME = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface DataKey {
  /**
   * Made once per data key: crypto would make this object from raw bytes for every value, which takes longer than
   * sealing.
   */
  readonly key: KeyObject;
  readonly encrypted: string;
  readonly madeAtMs: number;
  uses: number;
}

/** What is asked of KMS. */
export type KeyService = Pick<KMSClient, 'send'>;

export interface KmsVaultOptions {
  readonly kms: KeyService;
  /** The key that new values are sealed under. */
  readonly keyArn: string;
  readonly clock: Clock;
}

export interface KmsOpenerOptions extends KmsVaultOptions {
  /** Former keys, the newest first: values sealed under them still open. */
  readonly previousKeyArns?: readonly string[];
}

/** The name of a key is its id, the part of the ARN that does not depend on account and region. */
export const keyNameOf = (keyArn: string): string => keyArn.slice(keyArn.lastIndexOf('/') + 1);

interface KmsLimits {
  readonly maxAttempts?: number;
  readonly requestTimeoutMs?: number;
}

/**
 * A KMS client, made at its first call: few calls of a function that stores cards store one. Region, endpoint and
 * credentials come from the function's environment; its calls have a time limit.
 */
export const kmsClient = (limits: KmsLimits = {}): KeyService => {
  let client: KMSClient | undefined;
  return {
    get send() {
      client ??= newKmsClient(limits);
      return client.send.bind(client);
    },
  };
};

/** A KMS client that is made at once. */
export const newKmsClient = ({
  maxAttempts = MAX_ATTEMPTS,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: KmsLimits): KMSClient => {
  const client = new KMSClient({
    maxAttempts,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  // KMS publishes no metric of it, and what the SDK repeats with success nobody else would see.
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (error instanceof Error && error.name === 'ThrottlingException') countVaultThrottle();
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'countThrottles' },
  );
  return client;
};

const unavailable = (error: unknown): VaultUnavailable =>
  new VaultUnavailable(error instanceof Error ? error.name : typeof error);

/** KMS says so of a data key that is damaged: its context, the purpose, is our own and never wrong. */
const DAMAGED_KEY = 'InvalidCiphertextException';

const notOpened = (error: unknown): VaultUnavailable =>
  error instanceof Error && error.name === DAMAGED_KEY ? new SealedValueDamaged(error.name) : unavailable(error);

/** Authenticated data: binds a value to the one place where it may be opened. Length prefixes keep the parts apart. */
const authenticated = ({ purpose, dealerCode, recordId, field, version }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([purpose, dealerCode, recordId, field, version]), 'utf8');

const encrypt = (key: DataKey, plaintext: string, context: SealContext): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated(context));
  return Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
};

/** A format that a newer release may have written (rule 50): what this one cannot read is not damaged. */
const NEWER_FORMAT = /^v\d+$/;

/** The parts of a sealed value: the name of its key, the encrypted data key, the encrypted text. */
interface SealedValue {
  readonly keyName: string | undefined;
  readonly encryptedKey: string;
  readonly value: Buffer;
}

const partsOf = (sealed: string): SealedValue => {
  const [format, ...rest] = sealed.split('.');
  const parts = format === FORMAT ? rest : format === FORMAT_WITHOUT_NAME ? [undefined, ...rest] : [];
  const [keyName, encryptedKey, value] = parts;
  if (parts.length === 3 && encryptedKey !== undefined && value !== undefined) {
    return { keyName, encryptedKey, value: Buffer.from(value, 'base64url') };
  }
  const isNewer = parts.length === 0 && NEWER_FORMAT.test(format ?? '');
  throw isNewer ? new VaultUnavailable('UnknownFormat') : new SealedValueDamaged('BadFormat');
};

const decrypt = (key: KeyObject, sealed: Buffer, context: SealContext): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(authenticated(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};

/**
 * Seals values under data keys of KMS (AES-256-GCM, a fresh nonce each). A data key serves one purpose, which is in
 * the key's encryption context, so that a role's policy can name the purposes it may use.
 */
export const kmsSealer = ({ kms, keyArn, clock }: KmsVaultOptions): Sealer => {
  const current = new Map<VaultPurpose, Promise<DataKey>>();

  const makeKey = async (purpose: VaultPurpose): Promise<DataKey> => {
    const made = await kms
      .send(new GenerateDataKeyCommand({ KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext: { purpose } }))
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (made.Plaintext === undefined || made.CiphertextBlob === undefined) throw new VaultUnavailable('NoDataKey');
    const encrypted = Buffer.from(made.CiphertextBlob).toString('base64url');
    return { key: createSecretKey(made.Plaintext), encrypted, madeAtMs: clock.now(), uses: 0 };
  };

  const renew = (purpose: VaultPurpose): Promise<DataKey> => {
    const key = makeKey(purpose);
    current.set(purpose, key);
    key.catch(() => {
      if (current.get(purpose) === key) current.delete(purpose);
    });
    return key;
  };

  const isUsable = (key: DataKey): boolean => key.uses < MAX_USES && clock.now() - key.madeAtMs < MAX_AGE_MS;

  /** Takes one use of a key. Check and count are one step, so that parallel calls cannot pass the limit. */
  const takeKey = async (purpose: VaultPurpose): Promise<DataKey> => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const held = current.get(purpose) ?? renew(purpose);
      const key = await held;
      if (isUsable(key)) {
        key.uses += 1;
        return key;
      }
      // Of several calls that find the key used up, the first renews it and the others wait for the new one.
      if (current.get(purpose) === held) void renew(purpose);
    }
    throw new VaultUnavailable('NoDataKey');
  };

  const keyName = keyNameOf(keyArn);
  return {
    keyName,
    seal: async (plaintext, context) => {
      const key = await takeKey(context.purpose);
      return [FORMAT, keyName, key.encrypted, encrypt(key, plaintext, context).toString('base64url')].join('.');
    },
  };
};

/**
 * Opens what kmsSealer sealed, under the current key or one before it. Data keys are kept in the instance, bounded in
 * number and age.
 */
export const kmsOpener = ({ kms, keyArn, previousKeyArns = [], clock }: KmsOpenerOptions): Opener => {
  const opened = new Map<string, { readonly key: Promise<KeyObject>; readonly atMs: number }>();
  const keyArns = [keyArn, ...previousKeyArns];

  const decryptUnder = async (KeyId: string, encrypted: string, purpose: VaultPurpose): Promise<KeyObject> => {
    const CiphertextBlob = Buffer.from(encrypted, 'base64url');
    const answer = await kms
      .send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { purpose } }))
      .catch((error: unknown) => {
        throw notOpened(error);
      });
    if (answer.Plaintext === undefined) throw new VaultUnavailable('NoPlaintext');
    return createSecretKey(answer.Plaintext);
  };

  /** A value that does not name its key is tried under each key, the current one first. */
  const openUnnamed = async (encrypted: string, purpose: VaultPurpose): Promise<KeyObject> => {
    for (const arn of keyArns) {
      try {
        return await decryptUnder(arn, encrypted, purpose);
      } catch (error) {
        if (!(error instanceof VaultUnavailable && error.errorName === 'IncorrectKeyException')) throw error;
      }
    }
    throw new VaultUnavailable('UnknownKey');
  };

  const openKey = async ({ keyName, encryptedKey }: SealedValue, purpose: VaultPurpose): Promise<KeyObject> => {
    if (keyName === undefined) return openUnnamed(encryptedKey, purpose);
    const arn = keyArns.find((one) => keyNameOf(one) === keyName);
    if (arn === undefined) throw new VaultUnavailable('UnknownKey');
    return decryptUnder(arn, encryptedKey, purpose);
  };

  const keyOf = (sealed: SealedValue, purpose: VaultPurpose): Promise<KeyObject> => {
    const name = `${purpose} ${sealed.keyName ?? ''} ${sealed.encryptedKey}`;
    const held = opened.get(name);
    if (held !== undefined && clock.now() - held.atMs < MAX_AGE_MS) return held.key;
    const oldest = opened.size >= MAX_OPENED_KEYS ? opened.keys().next().value : undefined;
    if (oldest !== undefined) opened.delete(oldest);
    const key = openKey(sealed, purpose);
    opened.set(name, { key, atMs: clock.now() });
    key.catch(() => opened.delete(name));
    return key;
  };

  return {
    open: async (sealed, context) => {
      const parts = partsOf(sealed);
      const key = await keyOf(parts, context.purpose);
      try {
        return decrypt(key, parts.value, context);
      } catch {
        throw new SealedValueDamaged('NotAuthentic');
      }
    },
  };
};
