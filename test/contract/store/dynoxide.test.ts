import { storeSuite } from './store-suite.ts';

await storeSuite('dynoxide');
