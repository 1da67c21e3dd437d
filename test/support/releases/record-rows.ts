import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasJoined } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { recordOf } from './previous-release.ts';
import { rowsOfScene } from './release-scene.ts';

// Run by test/record-rows.config.ts alone, when a release is cut: then it is the release before.
test('the rows of this release are recorded for the next one', async () => {
  const scene = await rowsOfScene({ withEvents: true });
  const recorded = recordOf(scene);
  expect(recorded).toContain('"entity":"event"');
  writeFileSync(new URL('previous-release.jsonl', import.meta.url), recorded);
  // The local stage writes this form; the endpoint of the scene alone wants its events.
  const joined = scene.rows.filter(hasJoined);
  expect(joined.length).toBeGreaterThan(0);
  writeFileSync(new URL('joined-deliveries.jsonl', import.meta.url), recordOf({ ...scene, rows: joined }));
});
