import type { Place } from '../../../platform/app-place.ts';
import { t } from '../../../platform/i18n.ts';

/** How to install the app where the browser offers nothing itself. */
export function installText({ system, browser, installed, secure }: Place): string {
  if (installed) return t('Esta janela já é o aplicativo instalado.');
  if (!secure) return t('Só é possível instalar com uma conexão segura (https). Peça o endereço certo a quem hospeda o Balcão.');
  if (system === 'ios') return t('No iPhone e no iPad, toque em Compartilhar e depois em “Adicionar à Tela de Início”.');
  if (system === 'android')
    return browser === 'firefox'
      ? t('Abra o menu do Firefox e toque em “Adicionar à tela inicial”.')
      : t('Abra o menu do navegador e toque em “Instalar aplicativo” ou em “Adicionar à tela inicial”.');
  if (browser === 'firefox')
    return t('O Firefox não instala aplicativos no computador. Para instalar, abra o Balcão no Chrome ou no Edge.');
  if (browser === 'safari') return t('No Mac, abra o menu Arquivo do Safari e escolha “Adicionar ao Dock”.');
  return t('Abra o menu do navegador e escolha “Instalar Balcão”. Se isso não aparece, o aplicativo talvez já esteja instalado.');
}

/** How to allow notices that were forbidden. */
export function allowText({ system, browser, installed }: Place): string {
  if (system === 'ios') return t('Abra os Ajustes do aparelho, toque em Notificações e em Balcão, e permita as notificações.');
  if (system === 'android')
    return installed
      ? t('Abra as configurações do aparelho, toque em Aplicativos e em Balcão, e permita as notificações.')
      : t('Toque no ícone ao lado do endereço, abra as permissões do site e permita as notificações.');
  if (browser === 'firefox') return t('Clique no ícone ao lado do endereço e retire o bloqueio de “Enviar notificações”.');
  if (browser === 'safari') return t('No menu Safari, abra Ajustes, Sites, Notificações, e permita este site.');
  return t('Clique no ícone ao lado do endereço, abra as configurações do site e permita as notificações.');
}

/** Why nothing can be told while the app is closed, and what helps. */
export function noPushText({ system, installed, secure }: Place): string {
  if (!secure) return t('Avisos precisam de uma conexão segura (https). Peça o endereço certo a quem hospeda o Balcão.');
  if (system === 'ios' && !installed)
    return t(
      'No iPhone e no iPad, os avisos precisam do aplicativo instalado. Instale como acima, abra o Balcão por lá e volte a esta tela.',
    );
  if (system === 'ios') return t('Atualize o aparelho: os avisos precisam do iOS 16.4 ou de um mais novo.');
  return t('Este navegador não mostra avisos com o Balcão fechado. Use um navegador atual, fora de uma janela anônima.');
}
