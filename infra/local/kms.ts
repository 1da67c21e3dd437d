import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { damaged, writePrivateFile } from './data-folder.ts';
import type { LocalKey } from './topology.ts';

/** An error as KMS names it on the wire. */
export class KmsError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const context = z.record(z.string(), z.string()).nullish();
const base64 = z.base64();

const generateDataKeyInput = z.object({
  KeyId: z.string(),
  KeySpec: z.enum(['AES_256', 'AES_128']).nullish(),
  NumberOfBytes: z.int().min(1).max(1024).nullish(),
  EncryptionContext: context,
});
const decryptInput = z.object({ KeyId: z.string().nullish(), CiphertextBlob: base64, EncryptionContext: context });
const generateMacInput = z.object({ KeyId: z.string(), Message: base64, MacAlgorithm: z.string() });

const FORMAT_VERSION = 1;
const KEY_ID_BYTES = 36;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Stands in for KMS: GenerateDataKey, Decrypt and GenerateMac with the templates' keys. As in KMS a ciphertext is bound
 * to its key and its encryption context, so a wrong context fails here too. Permissions are the matter of IAM and are
 * not imitated.
 */
export class LocalKms {
  readonly #keys: readonly LocalKey[];
  readonly #masterKeys: ReadonlyMap<string, Buffer>;

  /** With a `dataFolder` the master keys survive restarts; without one they last as long as this object. */
  constructor(keys: readonly LocalKey[], dataFolder: string | undefined) {
    this.#keys = keys;
    this.#masterKeys = loadMasterKeys(keys, dataFolder);
  }

  /** Answers one call by its operation's name. Throws KmsError for every refusal. */
  call(operation: string, input: unknown): Record<string, unknown> {
    switch (operation) {
      case 'GenerateDataKey':
        return this.#generateDataKey(parse(generateDataKeyInput, input));
      case 'Decrypt':
        return this.#decrypt(parse(decryptInput, input));
      case 'GenerateMac':
        return this.#generateMac(parse(generateMacInput, input));
      default:
        throw new KmsError('UnknownOperationException', `The local KMS does not know ${operation}.`);
    }
  }

  #generateDataKey(input: z.output<typeof generateDataKeyInput>): Record<string, unknown> {
    const key = this.#find(input.KeyId, 'SYMMETRIC_DEFAULT');
    const length = input.NumberOfBytes ?? (input.KeySpec === 'AES_128' ? 16 : 32);
    const plaintext = randomBytes(length);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#derived(key, 'encrypt'), nonce);
    cipher.setAAD(associatedData(key, input.EncryptionContext));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    const blob = Buffer.concat([Buffer.from([FORMAT_VERSION]), Buffer.from(key.id), nonce, sealed]);
    return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), CiphertextBlob: blob.toString('base64') };
  }

  #decrypt(input: z.output<typeof decryptInput>): Record<string, unknown> {
    const blob = Buffer.from(input.CiphertextBlob, 'base64');
    const headerBytes = 1 + KEY_ID_BYTES + NONCE_BYTES;
    if (blob.length < headerBytes + TAG_BYTES || blob[0] !== FORMAT_VERSION) throw invalidCiphertext();
    const id = blob.subarray(1, 1 + KEY_ID_BYTES).toString();
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (key === undefined) throw invalidCiphertext();
    if (typeof input.KeyId === 'string' && this.#find(input.KeyId, 'SYMMETRIC_DEFAULT') !== key) {
      throw new KmsError('IncorrectKeyException', 'The ciphertext was made under another key.');
    }
    const nonce = blob.subarray(1 + KEY_ID_BYTES, headerBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#derived(key, 'encrypt'), nonce);
    decipher.setAAD(associatedData(key, input.EncryptionContext));
    decipher.setAuthTag(blob.subarray(-TAG_BYTES));
    try {
      const plaintext = Buffer.concat([decipher.update(blob.subarray(headerBytes, -TAG_BYTES)), decipher.final()]);
      return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    } catch {
      throw invalidCiphertext();
    }
  }

  #generateMac(input: z.output<typeof generateMacInput>): Record<string, unknown> {
    const key = this.#find(input.KeyId, 'HMAC_256');
    if (input.MacAlgorithm !== 'HMAC_SHA_256') {
      throw new KmsError('InvalidKeyUsageException', `${input.MacAlgorithm} does not fit the key ${key.arn}.`);
    }
    const message = Buffer.from(input.Message, 'base64');
    if (message.length < 1 || message.length > 4096) {
      throw new KmsError('ValidationException', 'The message must have 1 to 4096 bytes.');
    }
    const mac = createHmac('sha256', this.#derived(key, 'mac')).update(message).digest('base64');
    return { KeyId: key.arn, Mac: mac, MacAlgorithm: input.MacAlgorithm };
  }

  #find(idOrArn: string, spec: string): LocalKey {
    const key = this.#keys.find((candidate) => candidate.id === idOrArn || candidate.arn === idOrArn);
    if (key === undefined) throw new KmsError('NotFoundException', `Key '${idOrArn}' does not exist`);
    if (key.spec !== spec) throw new KmsError('InvalidKeyUsageException', `${key.arn} is a key of spec ${key.spec}.`);
    return key;
  }

  #derived(key: LocalKey, use: 'encrypt' | 'mac'): Buffer {
    const masterKey = this.#masterKeys.get(key.id);
    if (masterKey === undefined) throw new KmsError('NotFoundException', `Key '${key.id}' does not exist`);
    return Buffer.from(hkdfSync('sha256', masterKey, '', use, 32));
  }
}

const masterKeysSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));

const readKeys = (dataFolder: string, path: string): Readonly<Record<string, string>> => {
  try {
    return masterKeysSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw damaged(dataFolder, basename(path), error);
  }
};

/** The end of a first start writes it: a folder that has it holds what the keys encrypted. */
const END_OF_SET_UP = 'demo-dealer.json';

/**
 * The keys of the stand-in, from the data folder where there is one; those that are missing are made. Throws where the file
 * is lost but not what it encrypted: with other keys nothing of that could be read.
 */
export const loadMasterKeys = (
  keys: readonly LocalKey[],
  dataFolder: string | undefined,
): ReadonlyMap<string, Buffer> => {
  const path = dataFolder === undefined ? undefined : join(dataFolder, 'kms-keys.json');
  const isStored = path !== undefined && (existsSync(path) || existsSync(join(dirname(path), END_OF_SET_UP)));
  const stored = dataFolder !== undefined && isStored ? readKeys(dataFolder, path) : {};
  const missing = keys.filter((key) => stored[key.id] === undefined);
  const all = { ...stored, ...Object.fromEntries(missing.map((key) => [key.id, randomBytes(32).toString('hex')])) };
  if (path !== undefined && missing.length > 0) writePrivateFile(path, `${JSON.stringify(all, undefined, 2)}\n`);
  return new Map(Object.entries(all).map(([id, hex]) => [id, Buffer.from(hex, 'hex')]));
};

const associatedData = (key: LocalKey, encryptionContext: Record<string, string> | null | undefined): Buffer => {
  const pairs = Object.entries(encryptionContext ?? {}).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Buffer.from(JSON.stringify([key.id, pairs]));
};

const parse = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new KmsError('ValidationException', result.error.issues.map((issue) => issue.path.join('.')).join(', '));
};

const invalidCiphertext = (): KmsError =>
  new KmsError('InvalidCiphertextException', 'The ciphertext is damaged, or the encryption context is another.');
