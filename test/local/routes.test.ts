import { describe, expect, test } from 'vitest';
import { routeMatcher } from '../../infra/local/routes.ts';

const match = routeMatcher([
  { routeKey: 'GET /pay/{token}', functionName: 'page' },
  { routeKey: 'GET /pay/help', functionName: 'help' },
  { routeKey: 'POST /DealerSale/GetSale', functionName: 'sale' },
  { routeKey: '$default', functionName: 'rest' },
]);
const functionOf = (method: string, path: string) => match(method, path)?.functionName;

describe('Routes match as an HTTP API matches them', () => {
  test('an exact path comes before one with a variable, whatever their order', () => {
    expect(functionOf('GET', '/pay/help')).toBe('help');
    expect(functionOf('GET', '/pay/other')).toBe('page');
  });

  test('the variable’s value is decoded, and an escaped slash separates nothing', () => {
    expect(match('GET', '/pay/a%2Fb')?.pathParameters).toEqual({ token: 'a/b' });
    expect(match('GET', '/pay/%zz')?.pathParameters).toEqual({ token: '%zz' });
  });

  test.each([
    ['GET', '/DealerSale/GetSale', 'a route has one method'],
    ['HEAD', '/pay/other', 'HEAD is not GET'],
    ['POST', '//DealerSale/GetSale', 'an empty segment is a segment'],
    ['POST', '/DealerSale/GetSale/', 'so is one at the end'],
    ['POST', '/dealersale/getsale', 'case counts'],
    ['POST', '/DealerSale%2FGetSale', 'nothing is decoded before the comparison'],
    ['GET', '/pay/', 'a variable is never empty'],
    ['GET', '/', 'the root has no route'],
  ])('%s %s goes to the catch-all: %s', (method, path) => {
    expect(functionOf(method, path)).toBe('rest');
  });

  test('without a catch-all there is no match', () => {
    expect(routeMatcher([{ routeKey: 'GET /a', functionName: 'a' }])('GET', '/b')).toBeUndefined();
  });
});
