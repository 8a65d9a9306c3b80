import { programsPerMinute } from '@balcao/contract/api-rules';
import { SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { exampleLanguages, fileExample, textExample } from './examples.ts';
import css from './messages-api.module.css';
import { SendForm } from './send-form.tsx';
import { sendPath } from './trial.ts';

/** How to send with the token of a connection, and forms to try it. */
export function SendGuide() {
  const url = `${window.location.origin}${sendPath}`;
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <Card title={t('Como enviar')}>
          <div className={css.address}>
            <code>POST {url}</code>
            <CopyButton text={url} label={t('Copiar endereço')} />
          </div>
          <dl className={css.fields}>
            <dt>Authorization</dt>
            <dd>{t('Bearer e o token da conexão que envia. Gere um na página Conexões; ele aparece uma vez só.')}</dd>
            <dt>number</dt>
            <dd>{t('O número com DDI e DDD. É verificado no WhatsApp onde a conexão consegue.')}</dd>
            <dt>body</dt>
            <dd>{t('O texto, ou a legenda do arquivo. Aceita variáveis como {{firstName}}.', { firstName: '{{firstName}}' })}</dd>
            <dt>medias</dt>
            <dd>{t('Até 20 arquivos, em multipart/form-data.')}</dd>
            <dt>template</dt>
            <dd>{t('Na API oficial, com a janela de 24 horas fechada: name, language e variables de um modelo aprovado.')}</dd>
            <dt>queueId, closeTicket, name</dt>
            <dd>{t('Opcionais: a fila do atendimento novo, resolver depois de enviar, e o nome de um contato novo.')}</dd>
            <dt>Idempotency-Key</dt>
            <dd>{t('Um texto seu por envio: repetir o pedido com o mesmo texto não envia de novo.')}</dd>
          </dl>
          <p className={css.note}>
            {t(
              'A resposta traz id, ticketId e state. São até {{most}} pedidos por minuto e token; RateLimit-Remaining diz quantos restam.',
              {
                most: programsPerMinute.token,
              },
            )}
          </p>
        </Card>
        <Examples url={url} />
      </div>
      <div className={css.column}>
        <SendForm kind="text" />
        <SendForm kind="file" />
      </div>
    </div>
  );
}

function Examples({ url }: { url: string }) {
  const [kind, setKind] = useState('text');
  const of = { url, token: 'SEU_TOKEN', number: '5511987654321', body: t('Seu pedido saiu para entrega.') };
  const write = kind === 'text' ? textExample : fileExample;
  return (
    <Card
      title={t('Exemplos')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('Exemplo de')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'text', label: t('Texto') },
            { value: 'file', label: t('Arquivo') },
          ]}
        />
      }
    >
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List>
          {exampleLanguages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {exampleLanguages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <div className={css.code}>
              <CodeBlock label={language} text={write(language, of)} />
              <div className={css.copy}>
                <CopyButton text={write(language, of)} label={t('Copiar exemplo')} />
              </div>
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
