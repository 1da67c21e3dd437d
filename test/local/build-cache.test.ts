import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sourcesDigest, whyNotSynthesized } from '../../infra/local/build-cache.ts';

const root = mkdtempSync(join(tmpdir(), 'payment-link-digest-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const project = (name: string): string => {
  const folder = join(root, name);
  mkdirSync(join(folder, 'functions/sale/get-sale'), { recursive: true });
  mkdirSync(join(folder, 'shared'), { recursive: true });
  writeFileSync(join(folder, 'functions/sale/get-sale/handler.ts'), 'export const handler = 1;\n');
  writeFileSync(join(folder, 'shared/notes.md'), 'Words.\n');
  writeFileSync(join(folder, 'cdk.json'), '{}\n');
  return folder;
};

describe('The digest of the sources that a build is kept under', () => {
  const original = project('original');
  const changed = (name: string, change: (folder: string) => void): string => {
    const folder = join(root, name);
    cpSync(original, folder, { recursive: true });
    change(folder);
    return sourcesDigest(folder);
  };

  test('is the same for the same files in another place', () => {
    expect(changed('copy', () => undefined)).toBe(sourcesDigest(original));
  });

  test.each<readonly [string, (folder: string) => void]>([
    ['a changed file', (folder) => writeFileSync(join(folder, 'functions/sale/get-sale/handler.ts'), 'export {};\n')],
    ['a new file', (folder) => writeFileSync(join(folder, 'shared/new.ts'), '')],
    ['a removed file', (folder) => rmSync(join(folder, 'functions/sale/get-sale/handler.ts'))],
    ['changed settings', (folder) => writeFileSync(join(folder, 'cdk.json'), '{"context":{}}\n')],
    ['a changed dependency', (folder) => writeFileSync(join(folder, 'package-lock.json'), '{}\n')],
  ])('differs after %s', (name, change) => {
    expect(changed(name, change)).not.toBe(sourcesDigest(original));
  });

  test('does not depend on documents', () => {
    expect(changed('words', (folder) => writeFileSync(join(folder, 'shared/notes.md'), 'Other words.\n'))).toBe(
      sourcesDigest(original),
    );
  });
});

describe('A synthesis that fails', () => {
  test('says that it ran out of time', () => {
    const killed = Object.assign(new Error('Command failed'), { killed: true, signal: 'SIGTERM', stderr: '' });
    expect(whyNotSynthesized(killed)).toContain('was not synthesized within 5 minutes');
  });

  test('says what the program printed, or that it failed', () => {
    expect(whyNotSynthesized(Object.assign(new Error('x'), { killed: false, stderr: 'cdk.json: no stage\n' }))).toBe(
      'cdk.json: no stage',
    );
    expect(whyNotSynthesized(new Error('x'))).toBe('The app could not be synthesized.');
  });
});
