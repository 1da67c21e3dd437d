import { storeSuite } from './store-suite.ts';

await storeSuite('dynamodb-local');
