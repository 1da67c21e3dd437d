import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordOf } from './previous-release.ts';
import { rowsOfScene } from './release-scene.ts';

// Run by test/record-rows.config.ts alone, when a release is cut: then it is the release before.
test('the rows of this release are recorded for the next one', async () => {
  const recorded = recordOf(await rowsOfScene({ withEvents: true }));
  expect(recorded).toContain('"entity":"event"');
  writeFileSync(new URL('previous-release.jsonl', import.meta.url), recorded);
});
