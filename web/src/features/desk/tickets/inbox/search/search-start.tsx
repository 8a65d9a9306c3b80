import { IconHistory, IconSearch, IconX } from '@tabler/icons-react';
import { t } from '../../../../../platform/i18n.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { EmptyState } from '../../../../../ui/page/empty-state.tsx';
import { forgetSearch, useRecentSearches } from './recent-searches.ts';
import css from './search.module.css';

/** What stands in a search before anything is searched for: the last searches, and what a search looks into. */
export function SearchStart({ onSearch }: { onSearch: (text: string) => void }) {
  const recent = useRecentSearches();
  return (
    <div className={css.start}>
      {recent.length > 0 && (
        <>
          <div className={css.title}>
            <h2>{t('Buscas recentes')}</h2>
            <button type="button" className={css.clear} onClick={() => forgetSearch(null)}>
              {t('Limpar')}
            </button>
          </div>
          <ul className={css.recent}>
            {recent.map((text) => (
              <li key={text}>
                <button type="button" data-row className={css.again} onClick={() => onSearch(text)}>
                  <IconHistory size={16} aria-hidden />
                  <span>{text}</span>
                </button>
                <IconButton label={t('Esquecer {{text}}', { text })} size="sm" onClick={() => forgetSearch(text)}>
                  <IconX size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <EmptyState art={<IconSearch />} title={t('Busque em todas as conversas')}>
        {t('Digite um nome, um número ou parte de uma mensagem. A busca inclui os atendimentos resolvidos.')}
      </EmptyState>
    </div>
  );
}
