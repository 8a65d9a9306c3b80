import type { ConnectionView } from '@balcao/contract/connections';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './phone-preview.module.css';
import { isSilentWhenClosed, type Script } from './preview.ts';

export type When = 'open' | 'closed' | 'moment';

export type PreviewControlsProps = {
  script: Script;
  connections: readonly ConnectionView[];
  connectionId: number | null;
  onConnection: (connectionId: number) => void;
  when: When;
  onWhen: (when: When) => void;
  /** YYYY-MM-DDTHH:mm by the clock of the company. */
  moment: string;
  onMoment: (moment: string) => void;
  onWait: (minutes: number) => void;
  onRestart: () => void;
};

/** After this time, the bot repeats that nobody is available. */
const hour = 60;

/** The assumptions of the preview: which connection, at what time, and how much time passes. */
export function PreviewControls({
  script,
  connections,
  connectionId,
  onConnection,
  when,
  onWhen,
  moment,
  onMoment,
  ...on
}: PreviewControlsProps) {
  const { config, about } = script;
  const { maxUseBotQueues: menus, timeUseBotQueues: pause, scheduleType } = config;
  const wait = pause || hour;
  return (
    <div className={css.aside}>
      {scheduleType !== 'disabled' && (
        <>
          <SegmentedControl
            aria-label={t('Horário na prévia')}
            size="sm"
            value={when}
            onChange={(chosen) => onWhen(chosen as When)}
            data={[
              { value: 'open', label: t('Aberta') },
              { value: 'closed', label: t('Fechada') },
              { value: 'moment', label: t('Outra hora') },
            ]}
          />
          {when === 'moment' && (
            <>
              <TextInput
                type="datetime-local"
                size="sm"
                aria-label={t('Data e hora na prévia')}
                value={moment}
                onChange={(event) => event.currentTarget.value && onMoment(event.currentTarget.value)}
              />
              <p className={css.hint}>{t('Pelos horários e feriados, no fuso {{zone}}.', { zone: about.timeZone })}</p>
            </>
          )}
          {when !== 'open' && isSilentWhenClosed(script) && (
            <p className={css.hint}>{t('Sem mensagem fora do expediente, o bot atende como se estivesse aberto.')}</p>
          )}
        </>
      )}
      {connections.length > 1 && (
        <Select
          size="sm"
          aria-label={t('Conexão da prévia')}
          allowDeselect={false}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(connectionId)}
          onChange={(chosen) => chosen && onConnection(Number(chosen))}
        />
      )}
      <p className={css.hint}>
        {connectionId === null
          ? t('Nenhuma conexão tem esta fila ainda. A prévia mostra todas as filas.')
          : [
              connections.length === 1 && t('Conexão {{name}}.', { name: connections[0]?.name ?? '' }),
              menus > 0 ? t('No máximo {{count}} menus sem resposta.', { count: menus }) : t('Menus sem limite.'),
              pause > 0 && t('Entre eles, {{count}} minutos.', { count: pause }),
            ]
              .filter(Boolean)
              .join(' ')}
      </p>
      <div className={css.buttons}>
        <Button size="sm" variant="subtle" leftSection={<IconClock size={16} />} onClick={() => on.onWait(wait)}>
          {t('Passar {{count}} min', { count: wait })}
        </Button>
        <Button size="sm" variant="subtle" leftSection={<IconRefresh size={16} />} onClick={on.onRestart}>
          {t('Recomeçar a prévia')}
        </Button>
      </div>
    </div>
  );
}
