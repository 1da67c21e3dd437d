import { secondEngineProof } from '../../support/store/second-engine.ts';
import { storeSuite } from './store-suite.ts';

await storeSuite('dynamodb-local', await secondEngineProof('test/contract/store/dynamodb-local.test.ts'));
