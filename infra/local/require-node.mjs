import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Preloaded before any TypeScript. It is plain JavaScript, so that an old Node can run it and say what is wrong.
const needed = 24;
const running = Number(process.versions.node.split('.')[0]);
if (running < needed) {
  console.error(
    `This project needs Node ${needed} or newer to run its TypeScript sources, and this is Node ${process.versions.node}: ` +
      `install Node ${needed} (on Linux x64 "npm ci" brings it along, so "npm start" works there as it is).`,
  );
  process.exit(1);
}

// Node keeps what it compiles: a start from the same sources strips no types, which would take time, and 25 MB of memory
// that a long run never gives back.
if (process.env.NODE_COMPILE_CACHE === undefined) {
  module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/payment-link/compiled', import.meta.url)));
}
