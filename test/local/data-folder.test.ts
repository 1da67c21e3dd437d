import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { takeDataFolder } from '../../infra/local/data-folder.ts';
import { javaCommand, javaMajor } from '../../infra/local/java.ts';
import { loadMasterKeys } from '../../infra/local/kms.ts';
import { createTableInput, PROPERTIES_LEFT_OUT } from '../../infra/local/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-folder-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('A data folder', () => {
  test('serves one run at a time, and the next one after it', () => {
    const path = join(folder, 'one');
    const first = takeDataFolder(path, 'dynoxide');
    expect(() => takeDataFolder(path, 'dynoxide')).toThrow(/in use by another run/);
    first.release();
    takeDataFolder(path, 'dynoxide').release();
  });

  test('of one engine is not taken for an empty one by the other', () => {
    const path = join(folder, 'two');
    takeDataFolder(path, 'dynoxide').release();
    expect(() => takeDataFolder(path, 'dynamodb-local')).toThrow(/written by the engine dynoxide/);
    takeDataFolder(path, 'dynoxide').release();
  });
});

test.each(['lock', 'engine.json', 'kms-keys.json'])(
  'a data folder whose %s is damaged is named, with the way out',
  (file) => {
    const path = join(folder, `damaged-${file}`);
    takeDataFolder(path, 'dynoxide').release();
    writeFileSync(join(path, file), 'not what was written'.repeat(200));
    const start = (): void => {
      const taken = takeDataFolder(path, 'dynoxide');
      try {
        loadMasterKeys([], path);
      } finally {
        taken.release();
      }
    };
    expect(start).toThrow(`The data folder ${path} is damaged: its file ${file} cannot be read. Delete the folder`);
  },
);

test('a data folder that was set up and has lost its keys is damaged, and gets no others', () => {
  const path = join(folder, 'without-keys');
  takeDataFolder(path, 'dynoxide').release();
  expect(() => loadMasterKeys([], path)).not.toThrow();
  writeFileSync(join(path, 'demo-dealer.json'), '{}');
  expect(() => loadMasterKeys([], path)).toThrow('its file kms-keys.json cannot be read');
  expect(existsSync(join(path, 'kms-keys.json'))).toBe(false);
});

test.each([
  [fileURLToPath(import.meta.url), 'EEXIST'],
  ['/dev/null/data', 'ENOTDIR'],
])('a folder that cannot be made is refused in a sentence: %s (%s)', (path, code) => {
  expect(() => takeDataFolder(path, 'memory')).toThrow(
    `The data folder ${path} cannot be made or written (${code}): set DATA_DIR to a folder that can.`,
  );
});

test('a folder that may not be written is refused in a sentence', () => {
  const path = join(folder, 'read-only');
  mkdirSync(path, { mode: 0o500 });
  // Root may write everywhere: in its place somebody else tries.
  const program = `import { takeDataFolder } from '${new URL('../../infra/local/data-folder.ts', import.meta.url).href}';
    try { takeDataFolder(process.argv[1], 'dynoxide'); } catch (error) { console.log(error.message); }`;
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, path], {
    ...nobody,
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(
    `The data folder ${path} cannot be made or written (EACCES): set DATA_DIR to a folder that can.`,
  );
});

describe('Java', () => {
  test('of every age is recognised', () => {
    expect(javaMajor('openjdk version "17.0.15" 2025-04-15')).toBe(17);
    expect(javaMajor('java version "1.8.0_402"')).toBe(8);
    expect(javaMajor('openjdk version "25" 2025-09-16')).toBe(25);
    expect(javaMajor('nothing of the kind')).toBeUndefined();
  });

  test('that is missing is told in one sentence with what to install', async () => {
    const { PATH, JAVA_HOME } = process.env;
    process.env.PATH = folder;
    process.env.JAVA_HOME = '';
    try {
      await expect(javaCommand()).rejects.toThrow(/^No working Java was found\. DynamoDB Local needs Java 17 or newer/);
    } finally {
      process.env.PATH = PATH;
      if (JAVA_HOME === undefined) delete process.env.JAVA_HOME;
      else process.env.JAVA_HOME = JAVA_HOME;
    }
  });
});

describe('A table on this machine', () => {
  const properties = {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    ...Object.fromEntries(PROPERTIES_LEFT_OUT.map((name) => [name, 'x'])),
  };

  test('leaves out what only protects or describes it, and the stream while nobody consumes it', () => {
    expect(createTableInput({ name: 't', properties }, false)).toEqual({
      TableName: 't',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    });
  });

  test('has its stream when a function consumes it', () => {
    expect(createTableInput({ name: 't', properties }, true)).toMatchObject({
      StreamSpecification: { StreamViewType: 'NEW_IMAGE', StreamEnabled: true },
    });
  });
});
