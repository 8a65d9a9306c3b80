import { settingValue } from '@balcao/contract/setting-rules';
import type { SettingRow } from '@balcao/contract/settings';
import { IconLock } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { Banner } from '../../../ui/page/banner.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { ProviderToken } from './provider-token.tsx';
import { ChoiceLine, MinutesLine, TimeZoneLine, WordsLine } from './setting-controls.tsx';
import { botSettings, serviceSettings } from './setting-texts.ts';
import css from './settings.module.css';

/** The settings of the company, each saved as soon as it is changed. */
export function OptionsTab({ rows, readOnly, operates }: { rows: readonly SettingRow[]; readOnly: boolean; operates: boolean }) {
  // It is the platform's key to be paid by companies, so it does nothing for others.
  const secret = operates ? rows.find(({ key }) => key === 'asaas') : undefined;
  return (
    <div className={css.groups}>
      {readOnly && (
        <Banner tone="info" icon={<IconLock />}>
          {t('Você pode ver as configurações. Só os administradores da empresa podem mudá-las.')}
        </Banner>
      )}
      <Card title={t('Atendimento')} padded={false}>
        {serviceSettings().map((setting) => (
          <ChoiceLine key={setting.key} setting={setting} value={settingValue(rows, setting.key)} readOnly={readOnly} />
        ))}
        <MinutesLine
          name="reopenTicketMinutes"
          label={t('Reabrir conversa encerrada')}
          help={t('Por quantos minutos uma nova mensagem do cliente reabre a última conversa em vez de criar outra. 0 é nunca.')}
          max={999_999}
          value={settingValue(rows, 'reopenTicketMinutes')}
          readOnly={readOnly}
        />
        <TimeZoneLine value={settingValue(rows, 'timeZone')} readOnly={readOnly} />
      </Card>
      <Card title={t('Chatbot e mensagens automáticas')} padded={false}>
        {botSettings().map((setting) => (
          <ChoiceLine key={setting.key} setting={setting} value={settingValue(rows, setting.key)} readOnly={readOnly} />
        ))}
        <MinutesLine
          name="assistantResumeMinutes"
          label={t('Assistente volta a responder')}
          help={t('Quantos minutos depois da última palavra de uma pessoa o assistente responde de novo no mesmo atendimento. 0 é nunca.')}
          max={99_999}
          value={settingValue(rows, 'assistantResumeMinutes')}
          readOnly={readOnly}
        />
      </Card>
      <Card title={t('Saída das mensagens de divulgação')} padded={false}>
        <WordsLine
          name="optOutWords"
          label={t('Palavras de saída')}
          help={t('Quem escreve uma delas, sozinha, não recebe mais campanhas nem agendamentos. Separe por vírgula.')}
          value={settingValue(rows, 'optOutWords')}
          readOnly={readOnly}
        />
        <WordsLine
          name="optInWord"
          label={t('Palavra de volta')}
          help={t('A confirmação de saída diz esta palavra; quem a escreve volta a receber.')}
          value={settingValue(rows, 'optInWord')}
          readOnly={readOnly}
        />
      </Card>
      {secret && (
        <Card title={t('Integrações')} padded={false}>
          <ProviderToken configured={secret.configured ?? false} />
        </Card>
      )}
    </div>
  );
}
