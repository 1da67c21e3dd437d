import { expect, test } from 'vitest';
import { accessLines, functionOf, lineBytes } from '../../bench/answer-lines.ts';

test('an answer’s line names its function, by the operation or the page', () => {
  expect(functionOf('DoDirectPayment').name).toBe('make-direct-payment');
  expect(functionOf('start-payment').name).toBe('start-payment');
  expect(() => functionOf('no-such-page')).toThrow('no function answers no-such-page');
});

test('a line has the bytes that it has in the cloud, whose requests have shorter names than here', () => {
  const line = '{"message":"answered","correlationId":"6ea19d1a-64e1-414e-af9e-c3ebcf74b11a","code":"200"}';
  expect(lineBytes(line)).toBe(line.length - 20 + 1);
});

test('the API’s own line of a request is as long as the stage’s format makes it', () => {
  const bytes = accessLines('{"id":"$context.requestId","route":"$context.routeKey","ms":"$context.responseLatency"}');
  expect(bytes('redirect-payer')).toBeGreaterThan('{"id":"","route":"GET /result/{reference}","ms":""}'.length + 16);
  expect(accessLines()('redirect-payer')).toBeGreaterThan(90);
});
