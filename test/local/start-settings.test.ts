import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startSettings } from '../../infra/local/start-settings.ts';

const NOW = Date.UTC(2027, 0, 15, 9);

test('an environment that sets nothing, or sets it to nothing, has the settings that the README names', () => {
  const settings = { dataDir: resolve('.local'), port: 3000, lines: 'text', clockAheadMs: 0 };
  expect(startSettings({}, NOW)).toEqual(settings);
  expect(startSettings({ DATA_DIR: '', PORT: '', LOG: '', CLOCK: '' }, NOW)).toEqual(settings);
});

test('the settings are those of the environment, the moment of the clock in Istanbul', () => {
  const env = { DATA_DIR: '/data/run', PORT: '0', LOG: 'json', CLOCK: '2027-01-15 12:01' };
  expect(startSettings(env, NOW)).toEqual({ dataDir: '/data/run', port: 0, lines: 'json', clockAheadMs: 60_000 });
  expect(startSettings({ PORT: '65535', LOG: 'text' }, NOW)).toMatchObject({ port: 65_535, lines: 'text' });
});

test.each([
  [{ PORT: 'http' }, 'PORT is "http": it must be a number from 0 (any free port) to 65535.'],
  [{ PORT: ' ' }, 'PORT is " "'],
  [{ PORT: '1e3' }, 'PORT is "1e3"'],
  [{ PORT: '-1' }, 'PORT is "-1"'],
  [{ PORT: '65536' }, 'PORT is "65536"'],
  [{ LOG: 'xml' }, 'LOG is "xml": it must be "text"'],
  [{ CLOCK: '2020-01-31 11:59' }, 'CLOCK is "2020-01-31 11:59": it must be a later moment in Istanbul'],
  [{ CLOCK: '2027-01-15 12:00' }, 'CLOCK is "2027-01-15 12:00": it must be a later moment in Istanbul'],
  [{ CLOCK: 'noon' }, 'CLOCK is "noon"'],
])('%o is refused in one sentence', (env, sentence) => {
  expect(() => startSettings(env, NOW)).toThrow(sentence);
});
