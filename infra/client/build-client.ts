import { resolve } from 'node:path';
import { buildClientPackage } from './build-package.ts';

// `npm run client:build` writes the package of the typed client, ready for `npm pack`.
const FOLDER = 'client.out';

buildClientPackage(resolve(FOLDER));
console.log(`The package of the client is in ${FOLDER}: npm pack ./${FOLDER}`);
