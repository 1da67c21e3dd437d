import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DeskAction, deskActions, deskRoles, mayDo } from '../../shared/domain/desk/roles.ts';

const text = readFileSync(new URL('../../shared/docs/desk.md', import.meta.url), 'utf8');
const partOf = (heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (part: string): string[][] =>
  [...part.matchAll(/^\| (?!---)(.*) \|$/gm)].map(([, row = '']) => row.split(' | ')).slice(1);

test('the document tells each role exactly what it may do (rule 54)', () => {
  const told = rowsOf(partOf('Who may do what')).map(([action = '', role = '']) => [action.replaceAll('`', ''), role]);
  const lowest = (action: DeskAction) => deskRoles.find((role) => mayDo(role, action));
  expect(told).toEqual(deskActions.map((action) => [action, lowest(action)]));
});

test('each threat is answered by tests that are there', () => {
  const threats = partOf('What it is safe against').split(/^- /m).slice(1);
  expect(threats.length).toBeGreaterThan(8);
  for (const threat of threats) {
    const files = [...(threat.split(/Tests:\s+/)[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files.length, threat).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true);
  }
});
