import type { MessageView } from '@balcao/contract/messages';
import { Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, useLanguage } from '../../../platform/i18n.ts';
import { failureText } from './help-text.ts';
import { translationQuery } from './mutations.ts';
import css from './translation.module.css';

/** The entry in the menu of a message that asks for its translation. */
export function TranslateItem({ message }: { message: MessageView }) {
  const cache = useQueryClient();
  const language = useLanguage();
  return (
    <Menu.Item
      leftSection={<IconLanguage size={18} />}
      onClick={() => void cache.fetchQuery(translationQuery(message.id, language)).catch(() => undefined)}
    >
      {t('Traduzir')}
    </Menu.Item>
  );
}

/** The translation of a message, once somebody asked for it here. */
export function Translation({ message }: { message: MessageView }) {
  const cache = useQueryClient();
  const language = useLanguage();
  const query = translationQuery(message.id, language);
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: false });
  if (isFetching)
    return (
      <p className={css.translation} role="status">
        {t('Traduzindo…')}
      </p>
    );
  if (error)
    return (
      <p className={css.translation} role="alert">
        {failureText(error)}{' '}
        <button type="button" onClick={() => void refetch()}>
          {t('Tentar de novo')}
        </button>
      </p>
    );
  if (!data) return null;
  return (
    <p className={css.translation} role="status">
      {data.text}{' '}
      <button
        type="button"
        title={t('Enviado a {{provider}}: {{what}}', { provider: data.sent.provider, what: data.sent.text })}
        onClick={() => void cache.resetQueries({ queryKey: query.queryKey })}
      >
        {t('Ocultar tradução')}
      </button>
    </p>
  );
}
