import { expect, test } from 'vitest';
import type { Place } from '../../../platform/app-place.ts';
import { allowText, installText, noPushText } from './platform-text.ts';

const chrome: Place = { system: 'desktop', browser: 'chromium', installed: false, secure: true };
const iphone: Place = { system: 'ios', browser: 'safari', installed: false, secure: true };

test.each<[Partial<Place>, RegExp]>([
  [iphone, /Compartilhar.*Tela de Início/],
  [{ system: 'android' }, /Instalar aplicativo/],
  [{ system: 'android', browser: 'firefox' }, /menu do Firefox/],
  [{ browser: 'firefox' }, /Firefox não instala/],
  [{ system: 'mac', browser: 'safari' }, /Adicionar ao Dock/],
  [{}, /Instalar Balcão/],
  [{ installed: true }, /já é o aplicativo/],
  [{ secure: false }, /https/],
])('where %o, the way to install is told', (place, text) => {
  expect(installText({ ...chrome, ...place })).toMatch(text);
});

test.each<[Partial<Place>, RegExp]>([
  [{ ...iphone, installed: true }, /Ajustes do aparelho/],
  [{ system: 'android' }, /ao lado do endereço/],
  [{ system: 'android', installed: true }, /Aplicativos e em Balcão/],
  [{ browser: 'firefox' }, /Enviar notificações/],
  [{ system: 'mac', browser: 'safari' }, /menu Safari/],
  [{}, /configurações do site/],
])('where %o, the way to allow notices is told', (place, text) => {
  expect(allowText({ ...chrome, ...place })).toMatch(text);
});

test.each<[Partial<Place>, RegExp]>([
  [iphone, /precisam do aplicativo instalado/],
  [{ ...iphone, installed: true }, /16\.4/],
  [{ secure: false }, /https/],
  [{}, /janela anônima/],
])('where %o cannot tell anything, the reason is told', (place, text) => {
  expect(noPushText({ ...chrome, ...place })).toMatch(text);
});
