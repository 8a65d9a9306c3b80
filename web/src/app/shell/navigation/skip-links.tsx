import type { MouseEvent } from 'react';
import { useMatch } from 'react-router';
import { t } from '../../../platform/i18n.ts';
import { onePaneQuery, useMedia } from '../../../platform/use-media.ts';
import css from '../shell.module.css';

/** Links that let the keyboard skip the menu and the lists. Visible while focused. */
export function SkipLinks() {
  const list = useMatch('/tickets');
  const conversation = useMatch('/tickets/:uuid');
  const onePane = useMedia(onePaneQuery);
  return (
    <>
      <SkipLink to={['conteudo']}>{t('Ir para o conteúdo')}</SkipLink>
      {(list || (conversation && !onePane)) && <SkipLink to={['atendimentos']}>{t('Ir para a lista de atendimentos')}</SkipLink>}
      {conversation && <SkipLink to={['mensagem', 'conversa']}>{t('Ir para a conversa')}</SkipLink>}
    </>
  );
}

/** `to`: ids; the first one that exists gets the focus. */
function SkipLink({ to, children }: { to: [string, ...string[]]; children: string }) {
  // Do not change the address: it says what is open.
  const go = (event: MouseEvent) => {
    event.preventDefault();
    to.map((id) => document.getElementById(id))
      .find((element) => element !== null)
      ?.focus();
  };
  return (
    <a className={css.skip} href={`#${to[0]}`} onClick={go}>
      {children}
    </a>
  );
}
