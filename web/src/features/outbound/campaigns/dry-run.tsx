import type { AnswerOf } from '@balcao/contract';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { errorText } from '../../../platform/errors.ts';
import { formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { RichText } from '../../../ui/text/rich-text.tsx';
import css from './campaign-dialog.module.css';
import type { CampaignValues } from './form.ts';
import { useTryCampaign } from './mutations.ts';
import { groupText, lengthText, priceText, reasonText } from './words.ts';

type Trial = AnswerOf<'POST /v1/campaigns/dry-run'>;

/** What the campaign in the form would send: five filled messages, to how many, until when and at what price. Sends nothing. */
export function DryRun({ values }: { values: CampaignValues }) {
  const trial = useTryCampaign();
  const outcome = useRef<HTMLDivElement>(null);
  const { submittedAt } = trial;
  const done = !trial.isIdle && !trial.isPending;
  // It stands at the end of a long form, out of sight.
  useLayoutEffect(() => {
    if (done && submittedAt > 0) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [done, submittedAt]);
  return (
    <div>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconEye size={16} />}
        loading={trial.isPending}
        onClick={() => trial.mutate(values)}
      >
        {t('Ensaiar')}
      </Button>
      <div role="status" className={css.outcome} ref={outcome}>
        {done && trial.variables !== values && <p className={css.stale}>{t('A campanha mudou depois deste ensaio: ensaie de novo.')}</p>}
        {trial.error && <p>{errorText(trial.error)}</p>}
        {trial.data && <Outcome trial={trial.data} />}
      </div>
    </div>
  );
}

function Outcome({ trial }: { trial: Trial }) {
  const { count, unchecked, invalid, optedOut, windowClosed, endsAt, durationMs, cost, samples } = trial;
  const notes = [
    unchecked > 0 && t('{{count}} números ainda serão conferidos', { count: unchecked }),
    invalid > 0 && t('{{count}} sem WhatsApp', { count: invalid }),
    optedOut > 0 && t('{{count}} pediram para não receber', { count: optedOut }),
    windowClosed > 0 && t('{{count}} fora da janela de 24 horas: escolha um modelo', { count: windowClosed }),
  ].filter((note) => note !== false);
  return (
    <>
      <p>
        {endsAt
          ? t('{{count}} contatos receberão, em cerca de {{duration}}, até {{end}}.', {
              count,
              duration: lengthText(durationMs),
              end: formatDateTime(endsAt),
            })
          : t('Ninguém receberia: escolha uma lista com contatos válidos, e escreva a mensagem.')}
      </p>
      {notes.length > 0 && (
        <ul className={css.notes} aria-label={t('Quem fica de fora, e o que falta conferir')}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {cost && <Cost cost={cost} />}
      <ul className={css.samples} aria-label={t('Exemplos')}>
        {samples.map(({ name, number, variant, message, problem }) => (
          <li key={number}>
            <small>
              {name} · {variant === 0 ? t('Modelo') : t('Variante {{n}}', { n: variant })}
            </small>
            {problem ? reasonText(problem) : <RichText text={message} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Cost({ cost: { currency, lines, total } }: { cost: NonNullable<Trial['cost']> }) {
  const unpriced = lines.filter(({ price }) => price === null).length;
  const sum = { total: priceText(total, currency) };
  const caption =
    unpriced === 0
      ? t('A Meta cobrará cerca de {{total}}', sum)
      : unpriced < lines.length
        ? t('A Meta cobrará mais de {{total}}', sum)
        : t('O que a Meta cobrará');
  return (
    <div className={css.cost}>
      {lines.length === 0 ? (
        <p>{t('A Meta não cobra por estes envios.')}</p>
      ) : (
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('País')}</th>
              <th scope="col">{t('Modelos')}</th>
              <th scope="col">{t('Preço')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ group, count, price }) => (
              <tr key={group}>
                <th scope="row">{group ? groupText(group) : t('Não reconhecido')}</th>
                <td>{formatNumber(count)}</td>
                <td>{price === null ? '–' : priceText(price, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unpriced > 0 && <p>{t('Falta o preço de alguns países: informe em Configurações de campanhas.')}</p>}
    </div>
  );
}
