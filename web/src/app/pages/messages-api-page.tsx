import { Anchor, Tabs } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { ApiGuide } from '../../features/open/messages-api/api-guide.tsx';
import { SendGuide } from '../../features/open/messages-api/send-guide.tsx';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { can, useUser } from '../../platform/session.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** How other systems send and call, with forms to try it. */
export function MessagesApiPage() {
  usePageTitle(t('API'));
  const [params, setParams] = useSearchParams();
  const isAdmin = can(useUser(), 'drawer-admin-items:view');
  const tab = params.get('tab') === 'v1' ? 'v1' : 'send';
  return (
    <Page>
      <PageHeader title={t('API')} />
      <Tabs value={tab} onChange={(chosen) => setParams(chosen === 'v1' ? { tab: 'v1' } : {}, { replace: true })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="send">{t('Enviar mensagens')}</Tabs.Tab>
          <Tabs.Tab value="v1">{t('API v1 e webhooks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="send">
          <SendGuide />
        </Tabs.Panel>
        <Tabs.Panel value="v1">
          <ApiGuide
            links={
              isAdmin && (
                <>
                  <Anchor component={Link} to="/settings?tab=api">
                    {t('Chaves')}
                  </Anchor>{' '}
                  ·{' '}
                  <Anchor component={Link} to="/settings?tab=webhooks">
                    {t('Webhooks')}
                  </Anchor>{' '}
                  ·{' '}
                </>
              )
            }
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
