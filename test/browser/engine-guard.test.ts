import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callDynamoDb } from '../../infra/local/dynamodb-call.ts';
import { chooseEngine, type Engine, startGuardedEngine } from '../../infra/local/engine.ts';
import { PORTS_CLOSED_TO_BROWSERS } from '../../infra/local/engine-guard.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { closePages, openBrowser } from './browser.ts';

/** Nothing else listens at this address of Linux, so that every port is free. */
const OWN_ADDRESS = process.platform === 'linux' ? '127.71.82.93' : '127.0.0.1';

/** What a page is told of a call of the engine: an answer that it may read, or that the browser refused. */
const callFrom = (page: Page, address: string): Promise<string> =>
  page.evaluate(async (endpoint) => {
    const headers = {
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'content-type': 'application/x-amz-json-1.0',
      authorization:
        'AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
      'x-amz-date': '20200101T000000Z',
    };
    try {
      const answer = await fetch(endpoint, { method: 'POST', headers, body: '{}' });
      return `${answer.status} ${await answer.text()}`;
    } catch (error) {
      return `refused: ${String(error)}`;
    }
  }, address);

describe('A web page of another origin that a developer has open (rule 36)', () => {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>a page of somebody else</title>');
  });
  let page: Page;
  let engine: Engine;
  beforeAll(async () => {
    page = await (await (await openBrowser()).newContext()).newPage();
    await page.goto(`http://127.0.0.1:${await listenOnLoopback(site, 0)}/`);
    engine = await startGuardedEngine(chooseEngine(), undefined);
  });
  afterAll(async () => {
    await closePages(await openBrowser());
    await engine.stop();
    await closeServer(site, 0);
  });

  test('is answered nothing by the engine, with or without the secret of this start', async () => {
    const { origin } = new URL(engine.endpoint);
    for (const address of [origin, `${origin}/guess`, engine.endpoint])
      expect(await callFrom(page, address)).toMatch(/^refused: /);
    expect(await callDynamoDb(engine.endpoint, 'ListTables', {})).toEqual({ TableNames: [] });
  });

  test('is let to none of the ports on which the engine listens where it has no network of its own', async () => {
    // Servers that answer every page: what the browser refuses of them, it refuses by the port alone.
    const open = (port: number) => {
      const server = createServer((_request, response) => {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', '*');
        response.end('read');
      });
      return new Promise<Server>((resolve) => {
        server.listen(port, OWN_ADDRESS, () => resolve(server));
      });
    };
    for (const [port, answer] of [[0, /^200 read$/], ...PORTS_CLOSED_TO_BROWSERS.map((one) => [one, /^refused: /])] as [
      number,
      RegExp,
    ][]) {
      const server = await open(port);
      const { port: listening } = server.address() as AddressInfo;
      expect(await callFrom(page, `http://${OWN_ADDRESS}:${listening}/`), String(port)).toMatch(answer);
      await closeServer(server, 0);
    }
  });
});
