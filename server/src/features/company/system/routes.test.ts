import { endpoints } from '@balcao/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the reference is a page that needs nothing from elsewhere and keeps to the content security policy', async () => {
  const answer = await fetch(`${world.url}/docs`, { headers: { accept: 'text/html' } });
  const page = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  const addresses = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = '']) => address);
  for (const address of new Set(addresses)) {
    expect(address).toMatch(/^\/docs\//);
    expect((await fetch(world.url + address)).status, address).toBe(200);
  }
});

test('the reference names every endpoint and links only to what is on the page', async () => {
  const page = await (await fetch(`${world.url}/docs/`)).text();
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const name of Object.keys(endpoints)) expect(ids).toContain(name);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('programs get the OpenAPI document', async () => {
  const document = (await (await fetch(`${world.url}/docs/openapi.json`)).json()) as { openapi: string; paths: object };
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths).toHaveProperty(['/tickets/{ticketId}', 'put', 'operationId'], 'moveTicket');
});
