// Runs every generator with the options of this process, of which `--check` is the one that all of them know. They share this
// process because they load the same sources, which takes most of their time.
const GENERATORS = [
  '../client/generate-client.ts',
  '../deploy/generate-deployed-records.ts',
  '../desk/generate-most-used-passwords.ts',
  '../docs/generate-openapi.ts',
  '../docs/generate-diagrams.ts',
  '../docs/generate-postman.ts',
  '../docs/generate-tables.ts',
  '../docs/generate-webhook-vectors.ts',
  '../pages/build-assets.ts',
];

for (const generator of GENERATORS) await import(new URL(generator, import.meta.url).href);
