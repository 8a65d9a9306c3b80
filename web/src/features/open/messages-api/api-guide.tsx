import { programsPerMinute } from '@balcao/contract/api-rules';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiReference } from '../../../data/api-reference/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './messages-api.module.css';
import { operationText } from './operation-text.ts';

/** What programs may call with a key, and how webhooks are signed. `links`: where keys and webhooks are made, for those who may. */
export function ApiGuide({ links }: { links: ReactNode }) {
  const reference = useApiReference();
  return (
    <div className={css.guide}>
      <Card title={t('API v1')}>
        <p className={css.note}>
          {t(
            'Cada pedido leva Authorization: Bearer e uma chave da empresa. Listas trazem data e nextCursor: repita o pedido com cursor até nextCursor ser null. São até {{most}} pedidos por minuto e chave.',
            { most: programsPerMinute.key },
          )}
        </p>
        {links}
        <Anchor href="/docs" target="_blank" rel="noreferrer">
          {t('Abrir a referência completa, com todos os campos')}
        </Anchor>{' '}
        ·{' '}
        <Anchor href="/docs/openapi.json" target="_blank" rel="noreferrer">
          OpenAPI 3.1
        </Anchor>
      </Card>
      {reference.data ? (
        <Card title={t('O que se pode chamar')} padded={false}>
          <ul className={css.reference}>
            {reference.data.map(({ method, path, name, scope }) => (
              <li key={`${method} ${path}`}>
                <p>
                  <b data-method={method}>{method}</b> <code>{path}</code>
                </p>
                <p>{operationText(name)}</p>
                {scope && <small>{t('Permissão: {{scope}}', { scope })}</small>}
              </li>
            ))}
          </ul>
        </Card>
      ) : reference.error ? (
        <ErrorState
          title={t('Não foi possível abrir a referência')}
          text={errorText(reference.error)}
          onRetry={() => void reference.refetch()}
        />
      ) : (
        <FieldsSkeleton rows={8} label={t('Carregando a referência')} />
      )}
      <Card title={t('Webhooks')}>
        <dl className={css.fields}>
          <dt>webhook-id</dt>
          <dd>{t('O evento. Se vier de novo com o mesmo id, é o mesmo evento.')}</dd>
          <dt>webhook-timestamp</dt>
          <dd>{t('Quando foi enviado, em segundos desde 1970. Recuse o que for velho.')}</dd>
          <dt>webhook-signature</dt>
          <dd>
            {t(
              'v1, e o HMAC-SHA256 em base64 de id.timestamp.corpo. A chave é o segredo sem whsec_, decodificado de base64 (Standard Webhooks).',
            )}
          </dd>
        </dl>
        <p className={css.note}>
          {t(
            'Responda 2xx em até 10 segundos. Com 410 o evento não é repetido; o resto é tentado de novo, de 10 segundos a 1 hora depois, por um dia. Os eventos de um atendimento chegam em ordem.',
          )}
        </p>
      </Card>
    </div>
  );
}
