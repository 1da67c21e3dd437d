import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_CODE_FOR_HASH } from '../../../infra/docs/reports.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { isHere, programIn, programLanguages, runProgram } from './document-programs.ts';

const document = readFileSync(new URL('../../../shared/docs/integrate.md', import.meta.url), 'utf8');
const languages = programLanguages.filter(({ language }) => language !== 'go');

describe('The programs that verify a result', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'payment-links-result-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const language of languages) {
    const program = programIn(document, language.language);

    test(`${language.language} is tried with the vectors`, () => {
      const { successHash, failureHash } = resultHashesOf(EXAMPLE_CODE_FOR_HASH);
      for (const constant of [EXAMPLE_CODE_FOR_HASH, successHash, failureHash]) expect(program).toContain(constant);
    });

    // A language that is not at hand is reported as skipped.
    test.skipIf(!isHere(language))(`${language.language} tells paid, not paid and forged`, () => {
      expect(runProgram(language, { folder, program })).toEqual({ stdout: 'paid not-paid forged\n', status: 0 });
    });
  }
});
